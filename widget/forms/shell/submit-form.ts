import type { FromFrame } from '../../../common/widget-wire.ts'
import { type CallbackName, consents, threw } from '../../options/callbacks.ts'
import type { ParameterError } from '../../session/answer.ts'
import { closeUnsupported } from './close-form.ts'
import type { FormShell } from './form-shell.ts'
import { announce, notify } from './notice.ts'
import { failSubmit, settleAnswer } from './settle-answer.ts'

/** The gateway's answer to a submit, or that none came. */
export type SubmitAnswer = Extract<FromFrame, { kind: 'answer' | 'noAnswer' }>

/** What a kind of form does in a submit. */
export interface SubmitSteps {
  /** The page's own checks, which may stop the submit. */
  readonly checks: readonly CallbackName[]
  /** Forgets what the gateway said of the last submit, and reads what scripts of the page filled in. */
  begin(): void
  /** Whether everything is loaded that the shopper needs; else tells the shopper. */
  isLoaded(): boolean
  /** Shows what is wrong with the fields; returns whether anything is. */
  showFaults(): boolean
  /** Keeps the gateway's errors that the shopper can correct; returns the others. */
  keepErrors(errors: readonly ParameterError[]): readonly ParameterError[]
  send(): Promise<SubmitAnswer>
}

/**
 * The shopper pays: however often this is called in one task, one submit goes out (the latch opens
 * again only when it ended without a result).
 */
export async function submitForm(form: FormShell, steps: SubmitSteps, event: Event): Promise<void> {
  const isPrevented = event.defaultPrevented
  event.preventDefault()
  if (isPrevented || form.phase.value !== 'open') return
  try {
    await form.latch.run(() => submit(form, steps, event))
  } catch (error) {
    form.phase.value = 'open'
    failSubmit(form, 'paymentFailed', 'The submit broke off')
    reportError(error)
  }
}

/** Whether it is over: false lets the shopper try again. */
async function submit(form: FormShell, steps: SubmitSteps, event: Event): Promise<boolean> {
  const { phase } = form
  steps.begin()
  notify(form, undefined)
  if (!steps.isLoaded() || steps.showFaults()) return false
  const pending = form.pending()
  if (pending !== undefined) {
    phase.value = 'busy'
    await pending
    if (phase.value !== 'busy') return false
    phase.value = 'open'
    if (steps.showFaults()) return false
  }
  if (closeUnsupported(form)) return false
  if (!(await pageConsents(form, steps.checks, event))) return false
  if (!steps.isLoaded()) return false
  phase.value = 'busy'
  announce(form, form.language.value.translate('processing'))
  const answer = steps.send()
  form.call('onAfterSubmit', undefined)
  const isOver = await settleAnswer(form, steps, await answer)
  if (!isOver && phase.value === 'busy') phase.value = 'open'
  return isOver
}

/** The page's own checks (`onBeforeSubmitCard`), which may stop the submit. */
async function pageConsents(
  form: FormShell,
  checks: readonly CallbackName[],
  event: Event,
): Promise<boolean> {
  const element = form.element()
  let isStopped = false
  // The widget has prevented the event already; a page that prevents it once more stops the submit.
  event.preventDefault = () => {
    isStopped = true
  }
  for (const name of checks) {
    isStopped = false
    const answer = form.call(name, element, event)
    if (answer === threw) return false
    const consent = consents(answer, () => isStopped)
    if (!(typeof consent === 'boolean' ? consent : await consent)) return false
  }
  return true
}
