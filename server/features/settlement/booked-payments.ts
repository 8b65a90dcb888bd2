import { DAY_MS } from '../../../common/durations.ts'
import type { AcquirerAccountRow, ListPlace, PaymentRow, Store } from '../../store/port.ts'
import { settles } from './accounts.ts'
import { channelsOf } from './import.ts'

/** Types of payment that an acquirer settles. A hold is not: its captures are. */
export const SETTLED_TYPES = ['DB', 'CP', 'RB', 'RF', 'CD'] as const

const PAYMENTS_AT_ONCE = 1000

/** When a payment moved its amount. */
export function bookedAtMs({ bookedAtMs: booked, createdAtMs }: PaymentRow): number {
  return booked ?? createdAtMs
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

/** A slip is booked up to 14 days after it was made, the longest that a payment waits for its shopper. */
const DAYS_BEFORE = 15

/** Days, both included, and types of payment: those that an acquirer settles, when absent. */
export interface Booked {
  readonly from: string
  readonly to: string
  readonly types?: readonly PaymentRow['paymentType'][]
}

/** The successful payments of an account that were booked in a time, a thousand at a time. */
export async function* bookedPayments(
  account: AcquirerAccountRow,
  { from, to, types = SETTLED_TYPES }: Booked,
  store: Store,
): AsyncGenerator<readonly PaymentRow[]> {
  const entityIds = await channelsOf(account, store)
  if (entityIds.length === 0) return
  const [fromMs, toMs] = [Date.parse(from), Date.parse(to) + DAY_MS]
  const query = {
    entityIds,
    createdFromMs: Math.max(0, fromMs - DAYS_BEFORE * DAY_MS),
    createdToMs: toMs - 1,
    paymentTypes: types,
  }
  let after: ListPlace | undefined
  do {
    const page = await store.read.findTransactions(query, {
      offset: 0,
      limit: PAYMENTS_AT_ONCE,
      maxRows: 50_000,
      counts: false,
      ...(after && { after }),
    })
    yield page.transactions.flatMap((one) => {
      if (one.kind !== 'payment') return []
      const { row } = one
      const isOfTime = bookedAtMs(row) >= fromMs && bookedAtMs(row) < toMs
      const isBooked = row.state === 'succeeded' && row.reversedMinor === 0
      return isOfTime && isBooked && settles(account, row.connector) ? [row] : []
    })
    after = page.end
  } while (after !== undefined)
}

/** In the order in which payments were booked. */
export function oldestFirst(one: PaymentRow, other: PaymentRow): number {
  return bookedAtMs(one) - bookedAtMs(other) || (one.id < other.id ? -1 : 1)
}
