import type { CallbackName } from '../../options/descriptions.ts'
import type { FormShell } from '../shell/form-shell.ts'
import type { SubmitKit } from '../shell/load-submit.ts'
import { consents } from './consents.ts'

/** Bound by the function around this code (`vite.config.ts`). */
declare const __TILLGATE_KIT__: SubmitKit

const { threw } = __TILLGATE_KIT__

/** The page's own checks (`onBeforeSubmitCard`), which may stop the submit. */
export async function pageConsents(
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
