import { requestOf } from '../server/features/checkouts/index.ts'
import type { CheckoutRow, CheckoutState, PaymentRow, PaymentState } from '../server/store/port.ts'
import type { Audit, AuditedSet } from './audit.ts'
import { latest } from './audited-payment.ts'
import { assertInvariant } from './invariants.ts'
import { plannedMinor } from './judge-gift-parts.ts'
import type { JudgeParts } from './judging.ts'

/** How many payments one checkout lets its shopper try, in all and within a minute of the clock. */
export const MAX_TRIES = 30
export const MAX_TRIES_PER_MINUTE = 10

/** The state of a checkout for each state of its payment. */
const FOLLOWS: readonly (readonly [CheckoutState, ...PaymentState[]])[] = [
  ['done', 'succeeded'],
  ['processing', 'intent'],
  ['pending', 'pending', 'taken', 'authenticating'],
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

/** A gift card holds less than it is to pay. */
const SHORT_CODE = '100.550.311'

/** The shopper pays, with the gift cards of the checkout, the amount that the merchant's checkout has at that moment. */
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
    const paidMinor = row.amountMinor + plannedMinor(row)
    // A payment that is declined because a balance has fallen shows the rest without its parts.
    const isRight =
      row.resultCode === SHORT_CODE ? paidMinor <= amountMinor : paidMinor === amountMinor
    assertInvariant(
      'checkout',
      isRight,
      () => `${nameOf(row)} and its parts pay ${paidMinor}, its checkout says ${amountMinor}`,
    )
  }
}

/** What a checkout of the simulation costs, in minor units. */
export function amountMinorOf(checkout: CheckoutRow): number {
  return Math.round(Number(requestOf(checkout).get('amount')) * 100)
}
