import type { CheckoutRow, Store } from '../../engine/store/port.ts'
import type { Access, AccessRequest } from '../../wire/entities/access.ts'
import { unknownId } from '../../wire/entities/named-object.ts'
import type { Refusal } from '../../wire/results/refusal.ts'
import { unknownCheckout } from './rules.ts'

/** The checkout that a merchant's request names, expired or not, if its token and entity reach it. */
export async function reachedCheckout(
  id: string,
  caller: AccessRequest,
  parts: { readonly store: Store; readonly access: Access },
): Promise<CheckoutRow | Refusal> {
  const { store, access } = parts
  const checkout = await store.read.checkout(id)
  // A foreign checkout must not be told from one that is not there, expired or not.
  if (!checkout || !(await access.reaches(caller, checkout.entityId, caller.usable?.entity))) {
    return unknownId(unknownCheckout, { id, caller, as: ['checkout'] }, parts)
  }
  return checkout
}
