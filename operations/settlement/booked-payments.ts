import { DAY_MS } from '../../common/durations.ts'
import type { AcquirerAccountRow, ListPlace, PaymentRow, Store } from '../../server/store/port.ts'
import { channelsOf, settles } from './accounts.ts'
import { dayOf } from './days.ts'

/** Types of payment that an acquirer settles. A hold is not: its captures are. */
export const SETTLED_TYPES = ['DB', 'CP', 'RB', 'RF', 'CD'] as const

const PAYMENTS_AT_ONCE = 1000
/** They are read by the thread that serves requests. */
const LATE_AT_ONCE = 200

/** When a payment moved its amount. */
export function bookedAtMs({ bookedAtMs: booked, createdAtMs }: PaymentRow): number {
  return booked ?? createdAtMs
}

/** Whether a payment was made on an earlier day (UTC) than the one on which it was booked. */
export function isOfEarlierDay(payment: PaymentRow): boolean {
  return dayOf(payment.createdAtMs) !== dayOf(bookedAtMs(payment))
}

/** Types of payment that take from the merchant. */
const PAID_BACK: ReadonlySet<PaymentRow['paymentType']> = new Set(['RF', 'CD', 'CB'])

/** The amount from the merchant's side: what he pays back is negative. */
export function signed({ paymentType, amountMinor }: PaymentRow): number {
  return PAID_BACK.has(paymentType) ? -amountMinor : amountMinor
}

/** What was settled of a payment, as its amount is shown: negative where money went the other way. */
export function settledOf(payment: PaymentRow, settledMinor: number): number {
  return PAID_BACK.has(payment.paymentType) ? -settledMinor : settledMinor
}

/** Days, both included, and types of payment: those that an acquirer settles, when absent. */
export interface Booked {
  readonly from: string
  readonly to: string
  readonly types?: readonly PaymentRow['paymentType'][]
}

/** The successful payments of an account that were booked in a time, were not reversed and have not failed later, a thousand at a time. */
export async function* bookedPayments(
  account: AcquirerAccountRow,
  booked: Booked,
  store: Store,
): AsyncGenerator<readonly PaymentRow[]> {
  for await (const rows of everBooked(account, booked, store)) {
    yield rows.filter(
      ({ reversedMinor, failedLaterAtMs }) => reversedMinor === 0 && failedLaterAtMs === null,
    )
  }
}

/** The same with those that a reversal has taken back since, or is about to. */
export async function* everBooked(
  account: AcquirerAccountRow,
  { from, to, types = SETTLED_TYPES }: Booked,
  store: Store,
): AsyncGenerator<readonly PaymentRow[]> {
  const entityIds = await channelsOf(account, store)
  if (entityIds.length === 0) return
  const span = { fromMs: Date.parse(from), toMs: Date.parse(to) + DAY_MS }
  const isSettledHere = (row: PaymentRow) =>
    row.state === 'succeeded' &&
    types.some((type) => type === row.paymentType) &&
    settles(account, row.connector)
  for await (const rows of madeAndBooked({ ...span, entityIds, types }, store)) {
    yield rows.filter(isSettledHere)
  }
  for (const entityId of entityIds) {
    for await (const rows of bookedLater(entityId, span, store)) yield rows.filter(isSettledHere)
  }
}

/** From a time, included, to a time, excluded, both at the beginning of a day. */
interface Span {
  readonly fromMs: number
  readonly toMs: number
}

/** Payments that were booked on the day on which they were made. */
async function* madeAndBooked(
  { entityIds, types, fromMs, toMs }: Span & Required<Pick<Booked, 'types'>> & Channels,
  { read }: Store,
): AsyncGenerator<readonly PaymentRow[]> {
  const query = {
    entityIds,
    createdFromMs: Math.max(0, fromMs),
    createdToMs: toMs - 1,
    paymentTypes: types,
  }
  let after: ListPlace | undefined
  do {
    const page = await read.findTransactions(query, {
      offset: 0,
      limit: PAYMENTS_AT_ONCE,
      maxRows: 50_000,
      counts: false,
      ...(after && { after }),
    })
    yield page.transactions.flatMap((one) =>
      one.kind === 'payment' && !isOfEarlierDay(one.row) ? [one.row] : [],
    )
    after = page.end
  } while (after !== undefined)
}

interface Channels {
  readonly entityIds: readonly string[]
}

/** Payments of a channel that were made on an earlier day than the one on which they were booked. */
async function* bookedLater(
  entityId: string,
  { fromMs, toMs }: Span,
  { read }: Store,
): AsyncGenerator<readonly PaymentRow[]> {
  let [afterMs, afterId] = [fromMs, '']
  for (;;) {
    const rows = await read.paymentsBookedLater(entityId, afterMs, afterId, toMs, LATE_AT_ONCE)
    yield rows
    const last = rows.at(-1)
    if (rows.length < LATE_AT_ONCE || last === undefined) return
    ;[afterMs, afterId] = [bookedAtMs(last), last.id]
  }
}

/** In the order in which payments were booked. */
export function oldestFirst(one: PaymentRow, other: PaymentRow): number {
  return bookedAtMs(one) - bookedAtMs(other) || (one.id < other.id ? -1 : 1)
}
