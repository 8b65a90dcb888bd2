import type { PaymentRow, RegistrationRow, Store } from '../../engine/store/port.ts'
import type { EntityClock } from '../../engine/timers/clock.ts'
import { type Decision, decideAndCommit } from '../../engine/timers/decide-and-commit.ts'
import type { EntitySettings } from '../../wire/entities/settings.ts'
import { detailsOf } from '../payments/details.ts'
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
export async function learn(
  payment: PaymentRow,
  registrationId: string,
  parts: LearningParts,
): Promise<void> {
  await decideAndCommit(parts, {
    load: () => load(payment, registrationId, parts),
    decide: (loaded) => (loaded === undefined ? { result: true } : decideRenewal(payment, loaded)),
  })
}

interface LoadedRegistration {
  readonly row: RegistrationRow
  readonly lifeMonths: number
  readonly nowMs: number
}

/** The registration, unless there is nothing to learn for it. */
async function load(
  payment: PaymentRow,
  registrationId: string,
  { store, clock, settingsOf }: LearningParts,
): Promise<LoadedRegistration | undefined> {
  const row = await store.read.registration(registrationId)
  // A registration that this payment has stored has all its data already.
  if (row?.state !== 'active' || row.paymentId === payment.id) return undefined
  const lifeMonths = lifeMonthsOf(await settingsOf(row.entityId))
  return { row, lifeMonths, nowMs: clock.of(row.entityId) }
}

function decideRenewal(
  payment: PaymentRow,
  { row, lifeMonths, nowMs }: LoadedRegistration,
): Decision<true> {
  const set = renewal(row, learned(row, payment), nowMs, lifeMonths)
  if (set === undefined) return { result: true }
  const { changes } = steppedBy(row, set, nowMs)
  return { result: true, parts: [{ owner: 'registration', changes }] }
}

/**
 * What a registration knows after a payment. One that was paid with it brings links where there are
 * none yet; one that gave the number anew brings its expiry and holder as well.
 */
function learned(row: RegistrationRow, payment: PaymentRow): RegistrationDetails {
  const before = readRegistrationDetails(row.details)
  const paid = detailsOf(payment)
  const link = { ...linkOfPayment(paid), ...before.link }
  const known = Object.keys(link).length === 0 ? before : { ...before, link }
  const isGivenAnew = paid.createsRegistration === true
  return isGivenAnew ? renewed(known, detailsOfPayment(paid)) : known
}
