import type { EventCode } from '../facts/events.ts'
import { REFUSALS, type RefusalCode } from '../facts/refusals.ts'
import { settle } from '../settlement.ts'
import type { World } from '../world.ts'
import { refusalData } from './answers.ts'
import type { Modification, Payment } from './types.ts'

/** An event that names the payment itself. */
export function tellOfPayment(
  { notifications }: World,
  payment: Payment,
  eventCode: EventCode,
  more: {
    readonly isSuccess?: boolean
    readonly amount?: number
    readonly reason?: string
    readonly operations?: readonly string[]
    readonly additionalData?: Readonly<Record<string, string>>
  } = {},
): void {
  const { isSuccess = true, amount: value = payment.amount, ...rest } = more
  notifications.tell({
    eventCode,
    isSuccess,
    pspReference: payment.pspReference,
    merchantReference: payment.reference,
    amount: { value, currency: payment.currency },
    paymentMethod: payment.brand,
    ...rest,
  })
}

export function refuse(
  world: World,
  payment: Payment,
  refusal: RefusalCode,
  resultCode: 'Refused' | 'Cancelled' | 'Error' = REFUSALS[refusal].resultCode,
): void {
  const additionalData = refusalData(world, payment, refusal)
  Object.assign(payment, { state: 'refused', refusal, resultCode, additionalData })
  const { reason } = REFUSALS[refusal]
  tellOfPayment(world, payment, 'AUTHORISATION', { isSuccess: false, reason, additionalData })
}

/** The money is held, or there for good where the method knows no hold. */
export function hold(world: World, payment: Payment): void {
  payment.held = payment.amount
  payment.state = payment.amount > 0 ? 'held' : 'done'
  world.ledger.book(payment.pspReference, payment.currency, 'authorised', payment.amount)
}

/** `by`: the request, where it is not captured by itself. */
export function capture(world: World, payment: Payment, amount: number, by?: Modification): void {
  settle(world, 'Settled', { payment, amount, by })
  payment.held -= amount
  payment.captured += amount
  world.ledger.book(payment.pspReference, payment.currency, 'captured', amount)
  if (!world.account.multicapture && payment.held > 0) release(world, payment)
  if (payment.held === 0) payment.state = 'done'
}

/** What is still held is given back. */
export function release(world: World, payment: Payment): void {
  world.ledger.book(payment.pspReference, payment.currency, 'released', payment.held)
  payment.held = 0
  payment.state = 'done'
}

export function refund(world: World, payment: Payment, amount: number, by: Modification): void {
  settle(world, amount > 0 ? 'Refunded' : 'RefundedReversed', { payment, amount: -amount, by })
  payment.refunded += amount
  world.ledger.book(payment.pspReference, payment.currency, 'refunded', amount)
}

/** What can still be given back. */
export const refundable = ({ captured, refunded, disputed }: Payment): number =>
  captured - refunded - disputed

/** The hold ends without a request: by its time, or because the issuer says so. */
export function expire(world: World, payment: Payment): void {
  const amount = payment.held
  if (payment.state !== 'held') return
  release(world, payment)
  tellOfPayment(world, payment, 'EXPIRE', { amount })
}
