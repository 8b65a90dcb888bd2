import type { CheckoutRow, CheckoutState, PaymentRow, PaymentState } from '../engine/store/port.ts'
import type { Audit, AuditedSet } from './audit.ts'
import { latest } from './audited-payment.ts'
import { assertInvariant } from './invariants.ts'
import type { JudgeParts } from './judging.ts'

/** How many payments one checkout lets its shopper try, in all and within a minute of the clock. */
export const MAX_TRIES = 30
export const MAX_TRIES_PER_MINUTE = 10

/** The state of a checkout for each state of its payment. */
const FOLLOWS: readonly (readonly [CheckoutState, ...PaymentState[]])[] = [
  ['done', 'succeeded'],
  ['processing', 'intent'],
  ['pending', 'pending', 'authenticating'],
]

/** At most one payment of a checkout is open or successful, and the checkout has the state that fits it. */
export function judgeCheckout(id: string, audit: Audit): void {
  const checkout = latest(audit.checkouts.get(id) ?? [])
  const rows = (audit.byCheckout.get(id) ?? []).map((one) => latest(audit.payment(one).versions))
  const living = rows.filter(({ state }) => state !== 'failed')
  assertInvariant(
    'checkout',
    living.length <= 1,
    () => `a checkout has ${living.length} payments that live`,
  )
  const tries = rows.length
  assertInvariant('checkout', tries <= MAX_TRIES, () => `a checkout was tried ${tries} times`)
  const minute = (row?: PaymentRow) => Math.floor((row?.createdAtMs ?? 0) / 60_000)
  const recent = rows.filter((row) => minute(row) === minute(rows.at(-1))).length
  assertInvariant(
    'checkout',
    recent <= MAX_TRIES_PER_MINUTE,
    () => `a checkout was tried ${recent} times`,
  )
  for (const [ofCheckout, ...ofPayment] of FOLLOWS) {
    const isSo = living.some(({ state }) => ofPayment.includes(state))
    assertInvariant(
      'checkout',
      (checkout.state === ofCheckout) === isSo,
      () => `a checkout is ${checkout.state}, its payments are ${rows.map(({ state }) => state)}`,
    )
  }
}

/** The shopper pays the amount that the merchant's checkout has at that moment. */
export function judgeAmounts(
  { changes }: AuditedSet,
  audit: Audit,
  nameOf: JudgeParts['nameOf'],
): void {
  for (const change of changes) {
    if (change.kind !== 'insertPayment' || change.row.checkoutId === null) continue
    const { row } = change
    const checkout = latest(audit.checkouts.get(change.row.checkoutId) ?? [])
    const amountMinor = amountMinorOf(checkout)
    assertInvariant(
      'checkout',
      row.amountMinor === amountMinor,
      () => `${nameOf(row)} pays ${row.amountMinor}, its checkout says ${amountMinor}`,
    )
  }
}

/** What a checkout of the simulation costs, in minor units. */
export function amountMinorOf({ request }: CheckoutRow): number {
  const held = new Map(JSON.parse(request) as [string, string][])
  return Math.round(Number(held.get('amount')) * 100)
}
