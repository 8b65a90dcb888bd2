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
  /** What it refers to, and what that has come of: the payment itself, where it refers to none. */
  readonly target: PaymentRow
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
 * The rows of a payment: its booking and, where the acquirer has taken it back later, that. What a reference does not
 * say of customer and order is that of the payment that it has come of.
 */
export function bookingsOf(of: BookedPayment, shopOf: ShopOf): readonly AdminBooking[] {
  const { payment, root, settled } = of
  const { id, currency, referencedId, failedLaterAtMs, entityId } = payment
  const amount = (minor: number) => amountIn(minor, currency)
  const [channel, merchant] = shopOf(entityId)
  const row: AdminBooking = {
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
    amount: amount(signedMinor(payment)),
    currency,
    ...settled,
  }
  if (failedLaterAtMs === null) return [row]
  const failed: AdminBooking = {
    ...unsettled(row),
    booking: 'failure',
    bookedAt: wireTimestamp(failedLaterAtMs),
    amount: amount(-signedMinor(payment)),
  }
  return [row, failed]
}

/** What the acquirer has settled stands with the booking alone. */
function unsettled(row: AdminBooking): AdminBooking {
  const { gross, fee, net, settledCurrency, settledOn, ...rest } = row
  const { payout, payoutId, paidOn, ...plain } = rest
  return plain
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
