import { formatAmount } from '../../common/money.ts'
import { readRegistrationDetails } from '../../server/features/registrations/index.ts'
import { withHalfOpenTerm } from '../../server/features/schedules/index.ts'
import { wireTimestamp } from '../../server/kernel/timers/clock.ts'
import { readDetails } from '../../server/payments/index.ts'
import { descriptionOf, resultGroupOf } from '../../server/results/catalogue.ts'
import type { PaymentRow, RegistrationRow, ScheduleRow, Store } from '../../server/store/port.ts'
import { declineOf, entitiesOf } from '../administration/index.ts'
import type { AdminSubscription } from './answer.ts'
import { intervalOf } from './interval.ts'

/** Schedules as lists show them, with their cards and latest payments; each is read once. */
export async function shownSubscriptions(
  stored: readonly ScheduleRow[],
  store: Store,
): Promise<readonly AdminSubscription[]> {
  const rows = stored.map(withHalfOpenTerm)
  const entityOf = await entitiesOf(
    rows.map(({ entityId }) => entityId),
    store,
  )
  const [cards, payments] = await Promise.all([
    rowsById(
      rows.map(({ registrationId }) => registrationId),
      (id) => store.read.registration(id),
    ),
    rowsById(
      rows.flatMap(({ lastPaymentId }) => lastPaymentId ?? []),
      (id) => store.read.payment(id),
    ),
  ])
  return rows.map((row) =>
    shownSubscription(row, {
      card: cards.get(row.registrationId),
      payment: payments.get(row.lastPaymentId ?? ''),
      entity: entityOf(row.entityId),
    }),
  )
}

async function rowsById<Row>(
  ids: readonly string[],
  read: (id: string) => Promise<Row | undefined>,
): Promise<ReadonlyMap<string, Row>> {
  const found = await Promise.all(
    [...new Set(ids)].map(async (id) => [id, await read(id)] as const),
  )
  return new Map(found.flatMap(([id, row]) => (row === undefined ? [] : [[id, row]])))
}

interface Around {
  readonly card: RegistrationRow | undefined
  /** Of the latest run. */
  readonly payment: PaymentRow | undefined
  readonly entity: AdminSubscription['entity']
}

function shownSubscription(row: ScheduleRow, { card, payment, entity }: Around): AdminSubscription {
  const { state, pauseReason, endReason, pastDueSinceMs, nextRunAtMs, retryAtMs } = row
  const isPastDue = state === 'active' && pastDueSinceMs !== null
  return {
    id: row.id,
    firstId: row.chainId,
    state: isPastDue ? 'pastDue' : state,
    ...(pauseReason === null ? {} : { pauseReason }),
    ...(endReason === null ? {} : { endReason }),
    ...(pastDueSinceMs === null ? {} : { pastDueSince: wireTimestamp(pastDueSinceMs) }),
    amount: formatAmount({ minor: row.amountMinor, currency: row.currency }),
    currency: row.currency,
    interval: intervalOf(row),
    ...(nextRunAtMs === null ? {} : { nextRun: wireTimestamp(nextRunAtMs) }),
    ...(retryAtMs === null ? {} : { retryAt: wireTimestamp(retryAtMs) }),
    retries: row.retries,
    ...(row.lastRunAtMs === null ? {} : { lastRun: wireTimestamp(row.lastRunAtMs) }),
    isWaiting: row.runState === 'waiting',
    ...(row.lastPaymentId === null ? {} : { lastPaymentId: row.lastPaymentId }),
    createdAt: wireTimestamp(row.createdAtMs),
    ...(row.endsAtMs === null ? {} : { endsAt: wireTimestamp(row.endsAtMs) }),
    ...customerOf(card),
    ...unpaidBy(payment),
    entity,
  }
}

function customerOf(card: RegistrationRow | undefined) {
  if (card === undefined) return {}
  const { request } = readRegistrationDetails(card.details)
  const email = request['customer.email']
  const merchantCustomerId = request['customer.merchantCustomerId']
  return {
    card: shownCard(card),
    ...(email === undefined ? {} : { customerEmail: email }),
    ...(merchantCustomerId === undefined ? {} : { merchantCustomerId }),
  }
}

/** Stored details as a subscription shows them. */
export function shownCard({ id, state, paymentBrand, details }: RegistrationRow) {
  const { card, request } = readRegistrationDetails(details)
  const holder = card?.holder ?? request['bankAccount.holder'] ?? request['virtualAccount.holder']
  const last4 = card?.last4Digits ?? request['bankAccount.iban']?.slice(-4)
  return {
    registrationId: id,
    state,
    paymentBrand,
    ...(holder === undefined ? {} : { holder }),
    ...(last4 === undefined ? {} : { last4 }),
    ...(card === undefined ? {} : { cardExpiry: `${card.expiryMonth}/${card.expiryYear}` }),
  }
}

/** Why the latest run is unpaid; nothing where it was paid. */
function unpaidBy(payment: PaymentRow | undefined): Pick<AdminSubscription, 'unpaid'> {
  if (payment?.state !== 'failed') return {}
  const { id, resultCode } = payment
  const advice = declineOf(payment, readDetails(payment))?.advice
  return {
    unpaid: {
      paymentId: id,
      code: resultCode,
      codeGroup: resultGroupOf(resultCode),
      description: descriptionOf(resultCode),
      ...(advice === undefined ? {} : { advice }),
    },
  }
}
