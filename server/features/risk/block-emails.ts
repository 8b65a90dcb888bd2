import { type DraftedCharge, type DraftedPayment, readDetails } from '../../payments/index.ts'
import type { Store } from '../../store/port.ts'
import { readRegistrationDetails } from '../registrations/index.ts'

type Emails = readonly (string | undefined)[]

const NAME = 'customer.email'

/** The e-mail addresses of a first payment: of its request, and of the registration that it is paid with. */
export async function emailsOfFirst(
  { values, read }: DraftedPayment,
  store: Pick<Store, 'read'>,
): Promise<Emails> {
  const { registrationId } = read
  if (registrationId === undefined) return [values.get(NAME)]
  const stored = await store.read.registration(registrationId)
  return [values.get(NAME), stored && readRegistrationDetails(stored.details).request[NAME]]
}

/** Those of a charge that refers to an earlier payment: of its request, and of the first payment. */
export async function emailsOfCharge(charge: DraftedCharge): Promise<Emails> {
  const { first } = await charge.known()
  return [charge.values.get(NAME), readDetails(first).request[NAME]]
}
