import type { FailureName } from '../submit/failures.ts'
import type { FormShell } from './form-shell.ts'
import { loadSubmit } from './load-submit.ts'
import { offerRetry } from './notice.ts'

/** Says what has failed, whether money moved, and what the shopper can do: by fetched code. */
export async function explain(form: FormShell, name: FailureName): Promise<void> {
  try {
    const [code] = await Promise.all([loadSubmit(form), form.addFetchedTexts()])
    code.explain(form, name)
  } catch {
    const mayBePaid = name === 'outcomeUnknown' || name === 'alreadyPaid'
    const key = mayBePaid ? 'notLoaded' : 'loadFailed'
    offerRetry(form, () => void explain(form, name), key)
  }
}
