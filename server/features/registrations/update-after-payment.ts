import type { EntitySettings } from '../../entities/settings.ts'
import type { EntityClock } from '../../kernel/timers/clock.ts'
import { type Decision, decideAndCommit } from '../../kernel/timers/decide-and-commit.ts'
import { detailsOf, type Notifications, type NotifiedEntity } from '../../payments/index.ts'
import type { PaymentRow, RegistrationRow, Store } from '../../store/port.ts'
import { lifeMonthsOf } from './deduplication.ts'
import {
  detailsOfRow,
  type RegistrationDetails,
  readRegistrationDetails,
  withLinkOf,
} from './details.ts'
import { registrationChanges } from './notified.ts'
import { mergeDetails, renewalOf, stepRegistration } from './rules.ts'

export interface UpdateParts {
  readonly store: Store
  readonly clock: EntityClock
  readonly settingsOf: (entityId: string) => Promise<EntitySettings>
  readonly notifications: Notifications
}

/**
 * Copies data of a succeeded payment to its registration: links for later payments, and a newer expiry
 * and holder if the number was stored before. Not in the payment's own commit, because that would
 * conflict with other payments of the same registration. A second call changes nothing.
 */
export async function updateFromPayment(
  payment: PaymentRow,
  registrationId: string,
  parts: UpdateParts,
): Promise<void> {
  await decideAndCommit(parts, {
    load: () => load(payment, registrationId, parts),
    decide: (loaded) => (loaded === undefined ? { result: true } : decideUpdate(payment, loaded)),
  })
}

interface LoadedRegistration {
  readonly row: RegistrationRow
  readonly lifeMonths: number
  readonly nowMs: number
  readonly notified: NotifiedEntity
}

/** The registration; `undefined` when there is nothing to update. */
async function load(
  payment: PaymentRow,
  registrationId: string,
  { store, clock, settingsOf, notifications }: UpdateParts,
): Promise<LoadedRegistration | undefined> {
  const row = await store.read.registration(registrationId)
  // A registration that this payment stored already has all its data.
  if (row?.state !== 'active' || row.paymentId === payment.id) return undefined
  const lifeMonths = lifeMonthsOf(await settingsOf(row.entityId))
  const notified = await notifications.of(row.entityId)
  return { row, lifeMonths, nowMs: clock.of(row.entityId), notified }
}

function decideUpdate(
  payment: PaymentRow,
  { row, lifeMonths, nowMs, notified }: LoadedRegistration,
): Decision<true> {
  const set = renewalOf(row, detailsAfterPayment(row, payment), nowMs, lifeMonths)
  if (set === undefined) return { result: true }
  const { changes, after } = stepRegistration(row, set, nowMs)
  // A later end alone shows nowhere: each use would be an event.
  const isShown = after.details !== row.details
  const notices = isShown ? registrationChanges(after, 'UPDATED', notified) : []
  return { result: true, parts: [{ owner: 'registration', changes: [...changes, ...notices] }] }
}

/**
 * The details of a registration after a payment. Every payment adds links that are missing; a payment
 * in which the number was entered again also replaces expiry and holder.
 */
function detailsAfterPayment(row: RegistrationRow, payment: PaymentRow): RegistrationDetails {
  const before = readRegistrationDetails(row.details)
  const paid = detailsOf(payment)
  const known = withLinkOf(before, paid)
  if (paid.createsRegistration !== true) return known
  // The payment's own commit has written the series: a later call would begin it anew.
  const { series: _begun, ...given } = detailsOfRow(payment)
  return mergeDetails(known, given)
}
