import { explain } from './explain.ts'
import type { FormShell } from './form-shell.ts'
import { loadedSubmit, loadSubmit, type SubmitCode } from './load-submit.ts'
import { notify, reportFailure } from './notice.ts'
import type { SubmitSteps } from './submit-steps.ts'

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
    reportFailure(form, 'PciIframeSubmitError', 'The code of the form could not be loaded')
  }
  // The shopper may have changed a field.
  return steps.showFaults() ? undefined : code
}
