import type { PaymentRow, RegistrationRow, Store } from '../../engine/store/port.ts'
import type { EntityClock } from '../../engine/timers/clock.ts'
import { decideAgain } from '../../engine/timers/decide-again.ts'
import type { EntitySettings } from '../../wire/entities/settings.ts'
import { readDetails } from '../payments/details.ts'
import {
  detailsOfPayment,
  linkOfPayment,
  type RegistrationDetails,
  readRegistrationDetails,
} from './details.ts'
import { lifeMonthsOf } from './place.ts'
import { renewal, renewed, steppedBy } from './rules.ts'

export interface LearningParts {
  readonly store: Store
  readonly clock: EntityClock
  readonly settingsOf: (entityId: string) => Promise<EntitySettings>
}

/**
 * Takes from a payment that has succeeded what belongs to its registration: links for later
 * payments, and a newer expiry and holder where the number was stored before. Not in the payment's
 * own commit, which must not wait for others that use the same registration. A second time changes
 * nothing.
 */
export async function learn(payment: PaymentRow, parts: LearningParts): Promise<void> {
  const { registrationId } = readDetails(payment.details)
  if (registrationId === undefined) return
  await decideAgain(parts.clock, async () => {
    return (await learnOnce(payment, registrationId, parts)) || undefined
  })
}

async function learnOnce(
  payment: PaymentRow,
  registrationId: string,
  { store, clock, settingsOf }: LearningParts,
): Promise<boolean> {
  const row = await store.read.registration(registrationId)
  // What a payment has stored itself knows all that it could tell.
  if (row?.state !== 'active' || row.paymentId === payment.id) return true
  const lifeMonths = lifeMonthsOf(await settingsOf(row.entityId))
  const nowMs = clock.of(row.entityId)
  const set = renewal(row, learned(row, payment), nowMs, lifeMonths)
  if (set === undefined) return true
  return (await store.commit(steppedBy(row, set, nowMs).changes)).applied
}

/**
 * What a registration knows after a payment. One that was paid with it brings links where there are
 * none yet; one that gave the number anew brings its expiry and holder as well.
 */
function learned(row: RegistrationRow, payment: PaymentRow): RegistrationDetails {
  const before = readRegistrationDetails(row.details)
  const paid = readDetails(payment.details)
  const link = { ...linkOfPayment(paid), ...before.link }
  const known = Object.keys(link).length === 0 ? before : { ...before, link }
  const isGivenAnew = paid.createsRegistration === true
  return isGivenAnew ? renewed(known, detailsOfPayment(paid)) : known
}
