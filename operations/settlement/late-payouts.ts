import type { EntityClock } from '../../server/kernel/timers/clock.ts'
import type { AcquirerAccountRow, Store } from '../../server/store/port.ts'
import { dayOf, daysLater } from './days.ts'
import type { MissingPayout } from './missing-payouts.ts'
import { settlementStatus } from './status.ts'

/** What should have come of one day and currency of an account, and has not. */
export interface LatePayout extends Pick<MissingPayout, 'day' | 'currency' | 'expectedUntil'> {
  readonly account: AcquirerAccountRow
  /** Bookings less refunds, in minor units. */
  readonly minor: number
  /** Of how many payments. */
  readonly count: number
}

/** Days whose payout has become late lately: a gateway that stood still for two days misses none. */
const DAYS = 3
const ACCOUNTS_AT_ONCE = 100

/** The payouts that have become late in the last three days, account by account. Reads the payments of these days. */
export async function* latePayouts({
  store,
  clock,
}: {
  readonly store: Store
  readonly clock: EntityClock
}): AsyncGenerator<LatePayout> {
  for (let after = ''; ; ) {
    const accounts = await store.read.acquirerAccounts(after, ACCOUNTS_AT_ONCE)
    for (const account of accounts) yield* lateOf(account, clock.of(account.entityId), store)
    if (accounts.length < ACCOUNTS_AT_ONCE) return
    after = accounts.at(-1)?.id ?? ''
  }
}

async function* lateOf(
  account: AcquirerAccountRow,
  nowMs: number,
  store: Store,
): AsyncGenerator<LatePayout> {
  const today = dayOf(nowMs)
  const to = daysLater(today, -account.usualDays - 1)
  const question = { from: daysLater(to, 1 - DAYS), to, nowMs }
  const { missingPayouts } = await settlementStatus(account, question, store)
  const late = new Map<string, LatePayout>()
  for (const payout of missingPayouts.oldest) {
    if (!payout.isLate) continue
    const { day, currency, expectedUntil } = payout
    const key = `${day} ${currency}`
    const { minor, count } = late.get(key) ?? { minor: 0, count: 0 }
    late.set(key, {
      ...{ account, day, currency, expectedUntil },
      minor: minor + payout.minor,
      count: count + payout.count,
    })
  }
  yield* late.values()
}
