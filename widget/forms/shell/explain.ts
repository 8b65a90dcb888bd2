import type { FailureName } from './failure-name.ts'
import type { FormShell } from './form-shell.ts'
import { loadSubmit, type SubmitCode } from './load-submit.ts'
import { offerRetry } from './notice.ts'

/**
 * Says what has failed, whether money moved, and what the shopper can do: by fetched code.
 *
 * @param say what that code does, if it is more
 */
export async function explain(
  form: FormShell,
  name: FailureName,
  say = (code: SubmitCode) => code.explain(form, name),
): Promise<void> {
  try {
    const [code] = await Promise.all([loadSubmit(form), form.addFetchedTexts()])
    say(code)
  } catch {
    const mayBePaid = name === 'outcomeUnknown' || name === 'alreadyPaid'
    const key = mayBePaid ? 'notLoaded' : 'loadFailed'
    offerRetry(form, () => void explain(form, name, say), key)
  }
}
