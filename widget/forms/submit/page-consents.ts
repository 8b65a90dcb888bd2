import type { CallbackName } from '../../options/descriptions.ts'
import type { FormKit } from '../form-kit.ts'
import type { FormShell } from '../shell/form-shell.ts'
import { consents } from './consents.ts'

/** Bound by the function around this code (`vite.config.ts`). */
declare const __TILLGATE_KIT__: FormKit

const { threw } = __TILLGATE_KIT__

/** The page's own checks (`onBeforeSubmitCard`), which may stop the submit; at once where the page answers so. */
export function pageConsents(
  form: FormShell,
  [name, ...others]: readonly CallbackName[],
  event: Event,
): boolean | Promise<boolean> {
  if (name === undefined) return true
  let isStopped = false
  // The widget has prevented the event already; a page that prevents it once more stops the submit.
  event.preventDefault = () => {
    isStopped = true
  }
  const answer = form.call(name, form.element(), event)
  if (answer === threw) return false
  const consent = consents(answer, () => isStopped)
  const goOn = (isAgreed: boolean) => isAgreed && pageConsents(form, others, event)
  return typeof consent === 'boolean' ? goOn(consent) : consent.then(goOn)
}
