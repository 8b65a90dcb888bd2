import { endOfExpiry } from '../../parameters/calendar.ts'
import type { Store } from '../../store/port.ts'
import { expiryOfDetails, readRegistrationDetails } from '../registrations/index.ts'

/** When the card of a registration has expired in every time zone; `undefined`: it does not expire. */
export async function cardEndOf(
  registrationId: string,
  { store }: { readonly store: Pick<Store, 'read'> },
): Promise<number | undefined> {
  const row = await store.read.registration(registrationId)
  const expiry = row && expiryOfDetails(readRegistrationDetails(row.details))
  return expiry && endOfExpiry(expiry)
}
