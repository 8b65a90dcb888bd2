import type { FromFrame } from '../../../common/widget-wire.ts'
import type { CallbackName } from '../../options/descriptions.ts'
import type { ParameterError } from '../submit/answer.ts'
import type { faultsOfAnswer } from '../submit/faults-of-answer.ts'
import type { sendCard } from '../submit/send-card.ts'
import { explain } from './explain.ts'
import type { FormShell } from './form-shell.ts'
import { loadedSubmit, loadSubmit, type SubmitCode } from './load-submit.ts'
import { notify, reportFailure, type UnpaidKey } from './notice.ts'

/** The gateway's answer to a submit, or that none came. */
export type SubmitAnswer = Extract<FromFrame, { kind: 'answer' | 'noAnswer' }>

/** All that a form sends, with these fields of its own by wire name. */
export type FieldsWith = (own: Readonly<Record<string, string>>) => Record<string, string>

/** Sends fields to a path of the gateway. */
export type PostFields = (
  path: string,
  fields: Readonly<Record<string, string>>,
) => Promise<SubmitAnswer>

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
  /**
   * Keeps the gateway's errors that the shopper can correct; returns the others.
   *
   * @param sort those of a card by their fields: no form needs it before an answer
   */
  keepErrors(
    errors: readonly ParameterError[],
    sort: typeof faultsOfAnswer,
  ): readonly ParameterError[]
  /**
   * Asks the shopper outside of the form, such as in the sheet of a wallet, which browsers open in the task
   * of his click alone; false: he does not pay, or the payment is not `ready` (stopped by the page, or
   * without a checkout); a key: he could not be asked, and is told so.
   */
  confirm?(ready: Promise<boolean>): Promise<boolean | UnpaidKey>
  /**
   * The payment was declined and the shopper stays: the security code is gone, as its frame has emptied it.
   *
   * @param isAtField whether a field shows what to mend, and has the focus
   */
  declined?(isAtField: boolean): void
  /**
   * @param fieldsWith all that the form sends, with these fields of its own by wire name
   * @param post sends it from the page, where there is no secured field
   * @param sendThisCard sends a card: no form needs it before it is sent
   */
  send(
    fieldsWith: FieldsWith,
    post: PostFields,
    sendThisCard: typeof sendCard,
  ): Promise<SubmitAnswer>
}

/**
 * The shopper pays: however often this is called in one task, one submit goes out (the latch opens
 * again only when it ended without a result).
 */
export async function submitForm(form: FormShell, steps: SubmitSteps, event: Event): Promise<void> {
  const isPrevented = event.defaultPrevented
  event.preventDefault()
  if (isPrevented || form.phase.value !== 'open' || form.codeState.value !== 'here') return
  try {
    await form.latch.run(async () => {
      steps.begin()
      notify(form, undefined)
      if (!steps.isLoaded() || steps.showFaults()) return false
      const code = loadedSubmit() ?? (await fetchSubmit(form, steps))
      return (await code?.submit(form, steps, event)) ?? false
    })
  } catch (error) {
    // Nothing is sent before the form is busy.
    const isUnsent = form.phase.value === 'open'
    form.phase.value = 'open'
    void explain(form, isUnsent ? 'paymentFailed' : 'outcomeUnknown')
    reportFailure(form, 'PciIframeSubmitError', 'The submit broke off')
    reportError(error)
  }
}

/** The code of the submit, for which the shopper waits; undefined if the submit ends here. */
async function fetchSubmit(form: FormShell, steps: SubmitSteps): Promise<SubmitCode | undefined> {
  const { phase } = form
  phase.value = 'busy'
  const code = await loadSubmit(form).catch(() => undefined)
  if (phase.value !== 'busy') return undefined
  phase.value = 'open'
  if (code === undefined) {
    const run = () => form.element().requestSubmit()
    notify(form, { tone: 'error', key: 'connectionLost', actions: [{ key: 'retry', run }] })
    reportFailure(form, 'PciIframeSubmitError', 'The code of the submit could not be loaded')
  }
  // The shopper may have changed a field.
  return steps.showFaults() ? undefined : code
}
