import { parseAmount } from '../../../common/money.ts'
import { type Refusal, refuse } from '../../results/refusal.ts'
import type { CheckoutRow } from '../../store/port.ts'
import { askedAmount } from './stored-request.ts'

/** What a secured field says of itself when it asks to pay a checkout that its document does not name. */
export interface AskingFrame {
  /** The checkout that it was opened for; undefined: none, there was none yet. */
  readonly opened: CheckoutRow | 'unknown' | undefined
  /** The channel that the script named where there was no checkout yet. */
  readonly entityId: string | undefined
  /** The checkout that it has paid last, if any. */
  readonly paid: CheckoutRow | 'unknown' | undefined
}

/**
 * Why a secured field may not pay a checkout that its document does not name, or undefined (docs/checkouts.md).
 * One that was opened for a checkout pays another only when that one has expired or was deleted, and the other asks for no more;
 * one that was opened before there was a checkout pays the first of its channel. Both then pay only what asks for no more
 * than what they have paid.
 *
 * @param nowMs by the channel's clock
 */
export function frameOrderRefusal(
  frame: AskingFrame,
  checkout: CheckoutRow,
  nowMs: number,
): Refusal | undefined {
  const { opened, entityId, paid } = frame
  if (entityId !== undefined && entityId !== checkout.entityId) return otherChannel
  for (const before of [opened, paid]) {
    if (before === undefined) continue
    if (before === 'unknown') return unknownBefore
    if (before.entityId !== checkout.entityId) return otherChannel
    if (before === opened && !isOver(before, nowMs)) return stillPayable
    if (!asksForNoMore(checkout, before)) return asksForMore
  }
  return undefined
}

/** Nobody can pay it any more, and nobody has. */
function isOver({ state, expiresAtMs }: CheckoutRow, nowMs: number): boolean {
  return state === 'expired' || state === 'deleted' || (state === 'open' && nowMs >= expiresAtMs)
}

/** A checkout that only stores payment details has no amount, and nothing with an amount takes its place. */
function asksForNoMore(checkout: CheckoutRow, before: CheckoutRow): boolean {
  const [now, then] = [checkout, before].map((each) => {
    const { amount = '0.00', currency = '' } = askedAmount(each)
    return { minor: amountOf(amount, currency), currency }
  })
  if (now === undefined || then === undefined) return false
  return now.minor === 0 || (now.currency === then.currency && now.minor <= then.minor)
}

function amountOf(amount: string, currency: string): number {
  const money = parseAmount(amount, currency)
  return typeof money === 'object' ? money.minor : 0
}

const other = (description: string): Refusal => refuse('200.300.404', { description })

const otherChannel = other('The secured field has been filled in for a checkout of another channel')
const unknownBefore = other(
  'The secured field has been opened for a checkout that does not exist: it pays nothing. Load the script with the id of a checkout, or with none',
)
const stillPayable = other(
  'The secured field has been opened for another checkout, which is paid or can still be paid: it pays no other',
)
const asksForMore = other(
  'The secured field has been filled in for a checkout with another currency or a smaller amount: the shopper types the card again',
)
