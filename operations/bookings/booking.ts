import { amountText, minorDigitsOf } from '../../common/money.ts'
import { wireTimestamp } from '../../server/kernel/timers/clock.ts'
import { personIn, readDetails } from '../../server/payments/index.ts'
import type { PaymentRow, PaymentType } from '../../server/store/port.ts'
import { bookedAtMs } from '../settlement/index.ts'
import type { AdminBooking } from './answer.ts'
import type { Settled } from './settled.ts'

/** Types of payments that move money. A hold (PA) moves none: its captures do. */
export const BOOKED_TYPES = ['DB', 'CP', 'RB', 'CD', 'RF', 'RV', 'CB', 'CR'] as const

type BookedType = (typeof BOOKED_TYPES)[number]

const KINDS: Readonly<Record<BookedType, AdminBooking['booking']>> = {
  DB: 'debit',
  CP: 'capture',
  RB: 'debit',
  CD: 'credit',
  RF: 'refund',
  RV: 'reversal',
  CB: 'chargeback',
  CR: 'chargebackReversal',
}

/** What takes from the merchant. */
const TAKING: ReadonlySet<PaymentType> = new Set(['CD', 'RF', 'RV', 'CB'])

/** A payment that has moved money, and what is known around it. */
export interface BookedPayment {
  readonly payment: PaymentRow
  /** What it has come of: the payment itself, where it refers to none. */
  readonly root: PaymentRow
  readonly settled: Settled | undefined
}

/** Whether a payment has moved money: a reversal of a hold has released it only. */
export function movesMoney(payment: PaymentRow, target: PaymentRow): boolean {
  return payment.paymentType !== 'RV' || target.paymentType !== 'PA'
}

/** From the merchant's side, in minor units. */
export function signedMinor({ paymentType, amountMinor }: PaymentRow): number {
  return TAKING.has(paymentType) ? -amountMinor : amountMinor
}

/**
 * The row of a payment. What a reference does not say of customer and order is that of the payment that it has come
 * of.
 */
export function bookingOf({ payment, root, settled }: BookedPayment, shopOf: ShopOf): AdminBooking {
  const { id, currency, referencedId, entityId } = payment
  const [channel, merchant] = shopOf(entityId)
  return {
    booking: KINDS[payment.paymentType as BookedType],
    bookedAt: wireTimestamp(bookedAtMs(payment)),
    paymentId: id,
    ...(referencedId === null ? {} : { referencedId }),
    paymentType: payment.paymentType,
    paymentBrand: payment.paymentBrand,
    merchant,
    channel,
    entityId,
    ...shopperOf(payment, root),
    amount: amountIn(signedMinor(payment), currency),
    currency,
    ...settled,
  }
}

/** The row of a success that its acquirer has taken back later, on the day of that. */
export function failureOf(of: Omit<BookedPayment, 'settled'>, shopOf: ShopOf): AdminBooking {
  const { payment } = of
  return {
    ...bookingOf({ ...of, settled: undefined }, shopOf),
    booking: 'failure',
    bookedAt: wireTimestamp(payment.failedLaterAtMs ?? bookedAtMs(payment)),
    amount: amountIn(-signedMinor(payment), payment.currency),
  }
}

/** The names of a channel and its merchant; of an entity that is no channel its own name twice. */
export type ShopOf = (entityId: string) => readonly [channel: string, merchant: string]

/** Customer, order and number of a payment; of one that refers to another, what it does not say is that one's. */
export function shopperOf(payment: PaymentRow, root: PaymentRow) {
  const own = factsOf(payment)
  return payment.id === root.id ? own : { ...factsOf(root), ...own }
}

function factsOf(payment: PaymentRow) {
  const details = readDetails(payment)
  const { email, holder, last4 } = personIn(details)
  const merchantCustomerId = details.request['customer.merchantCustomerId']
  return Object.fromEntries(
    Object.entries({
      merchantTransactionId: payment.merchantTransactionId ?? undefined,
      merchantCustomerId,
      holder,
      customerEmail: email,
      last4,
    }).filter(([, value]) => value !== undefined),
  ) as Shopper
}

type Shopper = Pick<
  AdminBooking,
  'merchantTransactionId' | 'merchantCustomerId' | 'holder' | 'customerEmail' | 'last4'
>

/** An amount in the decimals of its currency, with a minus sign where it is negative. */
export function amountIn(minor: number, currency: string): string {
  return amountText(minor, minorDigitsOf(currency) ?? 2)
}
