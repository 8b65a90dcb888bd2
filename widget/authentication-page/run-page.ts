import {
  type BrowserStep,
  CANCEL_PATH,
  CHALLENGE_WINDOWS,
  type ChallengeWindowSize,
  NEXT_STEP_PATH,
} from '../../common/authentication-wire.ts'
import { type SentForm, sendForm } from '../session/send-form.ts'
import { type Asked, ask } from './ask.ts'
import { browserData } from './browser-data.ts'
import { type ShownChallenge, showChallenge } from './challenge-frame.ts'
import { runHidden } from './hidden-frame.ts'
import { type ChallengeStep, formOf } from './issuer-form.ts'
import { onWidgetCancel, reportToWidget } from './messages.ts'
import type { Sentence, View } from './view.ts'
import { createWaking } from './waking.ts'

type Step<Name extends BrowserStep['step']> = Extract<BrowserStep, { step: Name }>

/** The result may come another way than through this page, and messages may be lost. */
const CHALLENGE_POLL_MS = 4_000
/** Ten minutes of a challenge (EMV 3DS), and time for its result. */
const MAX_RUN_MS = 12 * 60_000
/** Until a request without an answer is repeated; the last one for all further ones. */
const REPEAT_MS = [1_000, 2_000, 4_000, 8_000, 15_000]
/** While the gateway still names a step that is over here. */
const SETTLING_MS = 1_000
/** Bounds of the pause that the gateway asks for. */
const MIN_PAUSE_MS = 250
const MAX_PAUSE_MS = 30_000
/** What the widget needs for the sentence that says where to confirm. */
const SENTENCE_WINDOW = { width: 390, height: 240 }
/** To read at most 128 characters of the issuer; a button goes on at once. */
const READING_MS = 15_000

/** Takes the browser through the authentication of one payment. */
export class PageRun {
  readonly #view: View
  readonly #waking = createWaking()
  /** Resolves when the shopper cancels for the first time. */
  readonly #cancelled: Promise<void>
  #isCancelling = false
  #isRunning = false
  #challenge: ShownChallenge | undefined
  /** Of a challenge whose last message came through: only its result is awaited. */
  #endedChallenge: string | undefined
  #method: { readonly data: string; readonly timedOut: boolean } | undefined
  /** The preconditions of a redirect have been met. */
  #hasPrepared = false
  #isElsewhere = false
  /** The issuer's page has not loaded in time. */
  #isStuck = false
  #failures = 0

  constructor(view: View) {
    this.#view = view
    this.#cancelled = new Promise((resolve) => {
      const cancel = () => {
        this.#isCancelling = true
        resolve()
        this.#waking.wake()
      }
      view.onCancel(cancel)
      onWidgetCancel(cancel)
    })
    // The widget moves the focus to its frame; nothing else there takes it.
    addEventListener('focus', () => {
      if (view.data.embedded) this.#challenge?.focus()
    })
    // A page that comes back out of the history goes on with the payment as it is by then.
    addEventListener('pageshow', ({ persisted }) => {
      if (persisted) void this.start()
    })
  }

  /** Runs until the payment has an outcome, or nothing more can be done here. */
  async start(): Promise<void> {
    if (this.#isRunning) return
    this.#isRunning = true
    const deadlineMs = performance.now() + MAX_RUN_MS
    this.#view.show('busy', 'checking')
    if (this.#view.data.embedded) reportToWidget({ source: SOURCE, event: 'ready' })
    let isOver = false
    while (!isOver && performance.now() < deadlineMs) isOver = await this.#take(await this.#ask())
    this.#isRunning = false
    if (!isOver) this.#stop('noAnswer')
  }

  async #ask(): Promise<Asked> {
    const { id, token, accept } = this.#view.data
    if (this.#isCancelling) {
      this.#endChallenge()
      this.#view.show('busy', 'cancelling')
      const answer = await ask(CANCEL_PATH, { id, token })
      if (answer.step !== 'lost' && answer.step !== 'busy') this.#isCancelling = false
      return answer
    }
    return ask(NEXT_STEP_PATH, {
      id,
      token,
      browser: { ...browserData(window), ...(accept === '' ? {} : { acceptHeader: accept }) },
      methodTimedOut: this.#method?.timedOut === true,
      challengeEnded: this.#endedChallenge !== undefined,
    })
  }

  /** Does what the gateway says; answers whether that was the last step. */
  async #take(answer: Asked): Promise<boolean> {
    if (answer.step === 'lost' || answer.step === 'busy') {
      await this.#pauseUntilRepeat(answer.step)
      return false
    }
    this.#failures = 0
    switch (answer.step) {
      case 'method':
        await this.#runMethod(answer)
        return false
      case 'challenge':
        await this.#showChallenge(answer)
        return false
      case 'redirect':
        await this.#followRedirect(answer)
        return false
      case 'wait':
        await this.#wait(answer)
        return false
      case 'done':
        await this.#finish(answer)
        return true
      case 'refused':
        this.#stop('noPayment')
        return true
    }
  }

  async #pauseUntilRepeat(step: 'lost' | 'busy'): Promise<void> {
    const look = this.#challenge === undefined ? 'busy' : 'challenge'
    this.#view.show(look, step === 'lost' ? 'offline' : 'slow', { cancel: look === 'challenge' })
    const pauseMs = REPEAT_MS[Math.min(this.#failures, REPEAT_MS.length - 1)] ?? MAX_PAUSE_MS
    this.#failures += 1
    await this.#waking.pause(pauseMs)
  }

  async #runMethod(step: Step<'method'>): Promise<void> {
    this.#view.show('busy', 'checking')
    if (this.#method?.data === step.data) {
      this.#method = { data: step.data, timedOut: true }
      await this.#waking.pause(SETTLING_MS)
      return
    }
    const fields = [{ name: 'threeDSMethodData', value: step.data }]
    const form = { url: step.url, method: 'POST', fields } as const
    const isDone = await runHidden(form, 'notified', this.#cancelled)
    this.#method = { data: step.data, timedOut: !isDone }
  }

  async #showChallenge(step: ChallengeStep): Promise<void> {
    const form = formOf(step)
    const key = JSON.stringify(form)
    if (key === this.#endedChallenge) {
      this.#view.show('busy', 'waiting')
      await this.#waking.pause(SETTLING_MS)
      return
    }
    document.body.dataset.size = step.windowSize
    const isNew = this.#challenge?.key !== key
    if (isNew) this.#isStuck = false
    // Must come first: what is hidden cannot take the focus.
    this.#view.show('challenge', this.#isStuck ? 'stuck' : 'challenge', { cancel: true })
    if (isNew) {
      this.#beginChallenge(form, step.windowSize)
      this.#occupy(CHALLENGE_WINDOWS[step.windowSize])
    }
    await this.#waking.pause(CHALLENGE_POLL_MS)
  }

  #beginChallenge(form: SentForm, windowSize: ChallengeWindowSize): void {
    this.#challenge?.remove()
    const challenge = showChallenge(form, this.#view.place, {
      title: this.#view.data.texts.frame,
      onEnd: () => {
        this.#endedChallenge = challenge.key
        this.#endChallenge()
        this.#view.show('busy', 'waiting')
        this.#waking.wake()
      },
      onStuck: (isStuck) => {
        this.#isStuck = isStuck
        this.#view.show('challenge', isStuck ? 'stuck' : 'challenge', { cancel: true })
        if (!isStuck) this.#occupy(CHALLENGE_WINDOWS[windowSize])
        else if (this.#view.data.embedded) reportToWidget({ source: SOURCE, event: 'stuck' })
      },
    })
    this.#challenge = challenge
    challenge.focus()
  }

  /** In the widget like a challenge; else the other gateway has the whole window, as it expects. */
  async #followRedirect(step: Step<'redirect'>): Promise<void> {
    if (!this.#hasPrepared) {
      this.#hasPrepared = true
      this.#view.show('busy', 'checking')
      for (const { url, parameters: fields } of step.preconditions)
        await runHidden({ url, method: 'POST', fields }, 'loaded', this.#cancelled)
    }
    if (this.#isCancelling) return
    if (this.#view.data.embedded) return this.#showChallenge(step)
    sendForm(formOf(step), '_self')
    // Until the window is gone. It stays where nothing answers, and then asks again.
    await this.#waking.pause(MAX_PAUSE_MS)
  }

  #endChallenge(): void {
    if (this.#challenge === undefined) return
    this.#challenge.remove()
    this.#challenge = undefined
    this.#vacate()
    // It was in the challenge, or on the button that cancels it: both are gone.
    if (!this.#view.data.embedded) this.#view.focus()
  }

  async #wait({ reason, askAgainMs, cardholderInfo }: Step<'wait'>): Promise<void> {
    this.#view.showIssuerText(cardholderInfo)
    if (reason === 'decoupled') {
      this.#endChallenge()
      this.#view.show('elsewhere', 'elsewhere', { cancel: true, back: true })
      if (!this.#isElsewhere) this.#occupy(SENTENCE_WINDOW)
      this.#isElsewhere = true
    } else if (this.#challenge === undefined || reason === 'result') {
      this.#endChallenge()
      this.#view.show('busy', reason === 'result' ? 'waiting' : 'checking')
    }
    await this.#waking.pause(Math.min(Math.max(askAgainMs, MIN_PAUSE_MS), MAX_PAUSE_MS))
  }

  async #finish({ outcome, returnUrl, cardholderInfo }: Step<'done'>): Promise<void> {
    this.#endChallenge()
    const isTold = outcome === 'declined' && cardholderInfo !== undefined
    this.#view.showIssuerText(isTold ? cardholderInfo : '')
    const look = outcome === 'accepted' || outcome === 'declined' ? outcome : 'stopped'
    this.#view.show(isTold ? 'told' : look, outcome, { back: returnUrl })
    if (isTold) {
      this.#occupy(SENTENCE_WINDOW)
      await this.#waking.pause(READING_MS)
    }
    if (this.#view.data.embedded) reportToWidget({ source: SOURCE, event: 'done' })
    // Not in the history: the way back from the shop must not lead here again.
    else location.replace(returnUrl)
  }

  #stop(sentence: Sentence): void {
    this.#endChallenge()
    // Where the cardholder confirms elsewhere, that is still true.
    if (this.#isElsewhere) this.#view.show('elsewhere', 'elsewhere', { back: true })
    else this.#view.show('stopped', sentence, { back: true })
    if (this.#view.data.embedded) reportToWidget({ source: SOURCE, event: 'failed' })
  }

  #occupy(size: { readonly width: number; readonly height: number }): void {
    if (!this.#view.data.embedded) return
    const { width, height } = size
    reportToWidget({ source: SOURCE, event: 'challenge', width, height })
  }

  #vacate(): void {
    if (this.#view.data.embedded) reportToWidget({ source: SOURCE, event: 'hidden' })
  }
}

const SOURCE = 'tillgate-authentication'
