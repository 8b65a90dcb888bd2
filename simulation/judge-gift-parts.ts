import { readDetails } from '../server/payments/index.ts'
import type { GiftCardPartRow, PaymentRow, PaymentState } from '../server/store/port.ts'
import type { Audit, AuditedSet } from './audit.ts'
import { latest } from './audited-payment.ts'
import { assertInvariant } from './invariants.ts'
import type { JudgeParts } from './judging.ts'

/** A part for each state of the payment of the rest. */
const FOLLOWS: Readonly<Record<PaymentState, GiftCardPartRow['state']>> = {
  intent: 'reserved',
  authenticating: 'reserved',
  pending: 'reserved',
  taken: 'reserved',
  succeeded: 'paid',
  failed: 'returned',
}

/**
 * The parts of a payment follow it in its own commits: the balances are taken with its first one, given back with its
 * failure, and become payments with its success (docs/gift-cards.md).
 */
export function judgeGiftParts(
  { paymentIds }: AuditedSet,
  audit: Audit,
  nameOf: JudgeParts['nameOf'],
): void {
  for (const id of paymentIds) {
    const rest = latest(audit.payment(id).versions)
    const parts = audit.ownings.partsOf(id)
    const planned = plannedMinor(rest)
    const takenMinor = parts.reduce((sum, { amountMinor }) => sum + amountMinor, 0)
    // A payment that has failed at once has taken nothing.
    const isSo = takenMinor === planned || (rest.state === 'failed' && parts.length === 0)
    assertInvariant(
      'parts',
      isSo,
      () => `${nameOf(rest)} shows parts of ${planned}, gift cards pay ${takenMinor}`,
    )
    for (const part of parts) judgePart(part, rest, audit, nameOf)
  }
}

/** What its gift cards are to pay, as the payment shows it, in minor units. */
export function plannedMinor(rest: PaymentRow): number {
  const { giftCardParts = [] } = readDetails(rest)
  return giftCardParts.reduce((sum, { amount }) => sum + Math.round(Number(amount) * 100), 0)
}

function judgePart(
  part: GiftCardPartRow,
  rest: PaymentRow,
  audit: Audit,
  nameOf: JudgeParts['nameOf'],
): void {
  const { id, state, amountMinor, giftCardId } = part
  assertInvariant(
    'parts',
    state === FOLLOWS[rest.state],
    () => `${nameOf(rest)} is ${rest.state}, a part of it is ${state}`,
  )
  const own = audit.payments.get(id)
  const paid = own && latest(own.versions)
  const found = paid && [paid.paymentType, paid.amountMinor, paid.giftCardId, paid.state].join(' ')
  const expected =
    state === 'paid'
      ? [rest.paymentType, amountMinor, giftCardId, 'succeeded'].join(' ')
      : undefined
  assertInvariant(
    'parts',
    found === expected,
    () => `a part of ${nameOf(rest)} is ${state}, its payment is ${found}, not ${expected}`,
  )
}
