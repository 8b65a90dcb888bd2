import type { OfferedRegistration } from '../../../common/widget-types.ts'
import { announce, notify } from '../../fetched/notices.ts'
import type { FormShell } from '../shell/form-shell.ts'
import type { RegistrationState } from './registration-state.ts'

/** It is gone already. */
const UNKNOWN = /^100\.150\.20/

/** Deletes stored payment details for good; the page hears of it by `onDeleteRegistration`. */
export async function deleteRegistration(
  form: FormShell,
  state: RegistrationState,
  { id }: OfferedRegistration,
): Promise<void> {
  const { base, checkoutId } = form.checkout.boot
  const path = `${base}/v1/checkouts/${checkoutId}/registrations/${id}/delete`
  state.asked.value = ''
  notify(form, undefined)
  if (!(await isDeleted(path))) {
    notify(form, { tone: 'error', key: 'registrationNotDeleted' })
    return
  }
  state.forget(id)
  announce(form, form.language.value.translate('registrationDeleted'))
  form.call('onDeleteRegistration', undefined, id)
}

async function isDeleted(path: string): Promise<boolean> {
  try {
    const answer = await fetch(path, { method: 'POST', credentials: 'omit' })
    if (answer.ok) return true
    const { result } = (await answer.json()) as { result: { code: string } }
    return UNKNOWN.test(result.code)
  } catch {
    return false
  }
}
