import { effect, signal } from '@preact/signals'
import { resolveLocale } from '../../common/locale-tags.ts'
import type { WidgetBoot, WidgetSession } from '../../common/widget-wire.ts'
import { type CardForm, type CardFormOrder, createCardForm } from '../forms/card/card-form.ts'
import { notify } from '../forms/card/card-state.ts'
import { closeForm, closeUnsupported } from '../forms/card/close-form.ts'
import { hasPageOptions, type PageOptions, pageOptions } from '../options/read-options.ts'
import { ADVICE_AFTER_MS, advise } from '../session/advice.ts'
import { widgetError } from '../session/errors.ts'
import { loadSession, type SessionAnswer } from '../session/load-session.ts'
import { adoptStyles } from '../styles/adopt-styles.ts'
import { loadCatalogue } from '../texts/language.ts'
import { watchLoad } from './page-load.ts'
import { createPlaceholders, watchPage } from './placeholders.ts'
import { watchPresence } from './presence.ts'
import { type Run, sharedPage } from './runs.ts'
import { completeCheckout, containerSelector, describeCheckout, type Wpwl } from './wpwl.ts'

/** A checkout lives half an hour (interface document, hosted checkout flow). */
const LIFETIME_MINUTES = 30

/**
 * Runs the widget in a page: session, language and frames start side by side, the forms are built as
 * soon as the page has them. Returns what becomes `window.wpwl`.
 *
 * A form that the page takes out of itself sleeps: nothing outside of its own nodes holds it or
 * waits for it, and it wakes when its frames load again, because the page has put it back.
 */
export function startWidget(boot: WidgetBoot, script: Element | null): Wpwl {
  const checkout = describeCheckout(boot)
  const shared = sharedPage()
  const placeholders = createPlaceholders(shared)
  /** The forms that are in the page, each with the way to let go of the page. */
  const live = new Map<CardForm, () => void>()
  let judged = new WeakSet<CardForm>()
  /** Forms that `onReady` has told of. */
  const ready = new WeakSet<CardForm>()
  let session: WidgetSession | undefined
  let expiresAtMs = 0
  let expiryTimer: ReturnType<typeof setTimeout> | undefined
  let adviceTimer: ReturnType<typeof setTimeout> | undefined
  let mayTake = true
  /** Its placeholder stands before the script: one behind it may be followed by a script of its own. */
  let hasTakenAtStart = false
  let hasBuilt = false
  let isWatching = true
  let isOver = false
  let loading = load()
  preloadLanguage()

  async function load(): Promise<SessionAnswer> {
    const answer = await loadSession(boot)
    if (isOver) return answer
    if (answer !== undefined && 'session' in answer) open(answer.session)
    return answer
  }

  function open(found: WidgetSession): void {
    session = found
    expiresAtMs = Date.now() + found.expiresInMs
    if (found.environment === 'test') adviceTimer ??= setTimeout(giveAdvice, ADVICE_AFTER_MS)
    completeCheckout(checkout, found)
    for (const form of live.keys()) form.checkout.session.value = found
    awaitExpiry()
  }

  function awaitExpiry(): void {
    clearTimeout(expiryTimer)
    if (session !== undefined && live.size > 0) {
      expiryTimer = setTimeout(expire, expiresAtMs - Date.now())
    }
  }

  function giveAdvice(): void {
    const mayComeYet = document.readyState === 'loading' || placeholders.areWaiting()
    void advise(boot, {
      brands: placeholders.brands(),
      options: Object.keys(pageOptions()).join(' '),
      forms: mayComeYet || formsHere().length > 0 ? '1' : '0',
    })
  }

  /** Opens or closes a form as the session's answer says. */
  function judge(form: CardForm, answer: SessionAnswer): void {
    if (answer === undefined) {
      notify(form.state, { tone: 'error', key: 'loadFailed', retry: reload })
      const message = 'The session of the checkout could not be read'
      form.call('onError', undefined, widgetError('WidgetError', message, 'session_failed'))
    } else if ('refusal' in answer) {
      closeForm(form, answer.refusal, { tone: 'error', key: 'sessionInvalid' })
    } else if (answer.session.state === 'done') {
      closeForm(form, 'The checkout is already paid', { tone: 'calm', key: 'alreadyPaid' })
    }
  }

  function reload(): void {
    for (const form of live.keys()) notify(form.state, undefined)
    judged = new WeakSet()
    loading = load()
    void welcome()
  }

  function expire(): void {
    for (const form of live.keys()) {
      if (form.state.phase.value !== 'open') continue
      const values = { count: LIFETIME_MINUTES }
      closeForm(form, 'The checkout has expired', { tone: 'error', key: 'sessionExpired', values })
    }
  }

  function preloadLanguage(): void {
    const { locale } = pageOptions()
    const code = resolveLocale(typeof locale === 'string' ? locale : document.documentElement.lang)
    if (code !== undefined) loadCatalogue(boot.locales, code).catch(() => undefined)
  }

  /** @param own options of this form alone; else those of the page */
  function build(
    order: CardFormOrder,
    insert: (container: Element) => void,
    own?: PageOptions,
  ): Element {
    const form = createCardForm({ boot, session: signal(session) }, order, {
      given: own === undefined ? pageOptions : () => own,
      pending: own === undefined ? pageLoad.pending : () => undefined,
      loaded: () => wake(form),
    })
    insert(form.container)
    form.show()
    // Before the next picture is early enough; the frames' requests do not wait for it.
    enter(form)
    void welcome()
    return form.container
  }

  function enter(form: CardForm): void {
    const { container, state } = form
    if (!container.isConnected) {
      form.sleep()
      return
    }
    const endWatch = watchPresence(container, () => {
      leave(form)
      form.sleep()
    })
    const undress = effect(() => adoptStyles(container.getRootNode(), state.options))
    live.set(form, () => {
      endWatch()
      undress()
    })
    if (live.size > 1) return
    shared.runs.add(run)
    addEventListener('pageshow', comeBack)
    awaitExpiry()
  }

  function leave(form: CardForm): void {
    live.get(form)?.()
    live.delete(form)
    rest()
  }

  /** Leaves nothing in the page for a run that has nothing in it. */
  function rest(): void {
    if (live.size > 0) return
    clearTimeout(expiryTimer)
    removeEventListener('pageshow', comeBack)
    if (isWatching) return
    clearTimeout(adviceTimer)
    placeholders.release()
    shared.runs.delete(run)
  }

  function wake(form: CardForm): void {
    if (live.has(form)) return
    if (isOver) {
      form.dispose()
      return
    }
    form.wake()
    form.checkout.session.value = session
    enter(form)
    void welcome()
  }

  function remove(form: CardForm): void {
    leave(form)
    form.dispose()
  }

  /**
   * Opens or closes forms when the session is known, and tells the page once that they are ready:
   * after session, texts and callbacks are there, which `onReady` may read and change.
   */
  async function welcome(): Promise<void> {
    const answer = await loading
    for (const form of live.keys()) {
      if (judged.has(form)) continue
      judged.add(form)
      judge(form, answer)
    }
    if (answer === undefined || 'refusal' in answer) return
    refresh()
    for (const form of [...live.keys()]) await form.pending()
    await Promise.all([...live.keys()].map(settled))
    for (const form of live.keys()) {
      if (form.state.phase.peek() === 'open') closeUnsupported(form)
    }
    tellReady()
  }

  function tellReady(): void {
    const fresh = [...live.keys()].filter(
      (form) => judged.has(form) && !ready.has(form) && form.language.isSettled.peek(),
    )
    for (const form of fresh) ready.add(form)
    for (const given of new Set(fresh.map((form) => form.given))) {
      const together = fresh.filter((form) => form.given === given)
      const news = together.map(({ state }) => ({
        containerKey: 'wpwl-container-card',
        ccMethods: [...state.accepted.value],
      }))
      together[0]?.call('onReady', undefined, news)
    }
    for (const form of fresh) focusFirst(form)
  }

  function look(): boolean {
    const isParsing = document.readyState === 'loading'
    if (mayTake && !(isParsing && hasTakenAtStart)) placeholders.take()
    // A script further down may declare options; what comes later still is read again then.
    if (isParsing && !hasPageOptions()) return false
    hasBuilt = placeholders.build(build) || hasBuilt
    // Later ones may be meant for another checkout, whose script is on its way.
    return hasBuilt && pageLoad.isOver()
  }

  /** Takes over what the page has changed in its options. */
  function refresh(): void {
    for (const form of live.keys()) form.refresh()
  }

  function endWatching(): void {
    isWatching = false
    rest()
  }

  /** Out of the browser's cache: the form shows what is true now, not what was when the page was left. */
  function comeBack({ persisted }: PageTransitionEvent): void {
    if (!persisted) return
    for (const form of live.keys()) {
      form.latch.reset()
      form.state.phase.value = 'open'
    }
    reload()
  }

  function end(): void {
    isOver = true
    stopWatching()
    pageLoad.end()
    for (const form of [...live.keys()]) remove(form)
    rest()
    script?.remove()
  }

  const run: Run = {
    order: shared.started++,
    forms: () => [...live.keys()],
    remove,
    takeNoMore() {
      mayTake = false
      if (!placeholders.areWaiting()) stopWatching()
    },
    end,
  }
  for (const earlier of shared.runs) earlier.takeNoMore()
  shared.runs.add(run)

  /** This run and those before it: `wpwl` is theirs, too. */
  const governed = () => [run, ...[...shared.runs].filter(({ order }) => order < run.order)]
  const formsHere = () => governed().flatMap((one) => one.forms())

  const pageLoad = watchLoad(() => {
    refresh()
    if (isWatching && look()) stopWatching()
  })
  const stopWatching = watchPage(look, endWatching)
  if (look()) stopWatching()
  hasTakenAtStart = hasBuilt || placeholders.areWaiting()

  return {
    timestamp: Date.now(),
    minified: true,
    apiVersion: '1',
    ndc: boot.checkoutId ?? '',
    checkout,
    unload() {
      for (const one of governed()) one.end()
    },
    executePayment(key) {
      const selector = containerSelector(key)
      const form = formsHere().find(({ container }) => selector && container.matches(selector))
      form?.element().requestSubmit()
    },
    mount(element, options) {
      build({ named: [], action: '', lang: '' }, (made) => element.append(made), options)
    },
    unmount(element) {
      for (const one of governed()) {
        for (const form of one.forms()) {
          if (element === undefined || element.contains(form.container)) one.remove(form)
        }
      }
    },
  }
}

/** Resolves when the texts of the form's language are here, or will not come. */
function settled({ language }: CardForm): Promise<void> {
  return new Promise((resolve) => {
    const end = effect(() => {
      if (language.isSettled.value) {
        resolve()
        queueMicrotask(() => end())
      }
    })
  })
}

/** Option `autofocus` names a field of the page; the secured ones take the focus when they are ready. */
function focusFirst({ state, container }: CardForm): void {
  const name = state.options.autofocus
  if (name === '' || name === 'card.number' || name === 'card.cvv') return
  const selector = name.startsWith('card.expiry')
    ? '.wpwl-control-expiry'
    : `[name="${CSS.escape(name)}"]`
  container.querySelector<HTMLElement>(selector)?.focus()
}
