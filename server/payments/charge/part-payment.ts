import { type Change, type GiftCardPartRow, newPayment, type PaymentRow } from '../../store/port.ts'
import { detailsOf, type PaymentDetails, storedDetails } from '../details.ts'
import { bookedBySuccess, eventOf, postingsOf } from '../record/booking.ts'
import { beginHold } from '../references/hold-expiry.ts'

/** A part of a checkout's amount that a gift card is to pay, as its first payment is prepared. */
export interface PlannedPart {
  /** Names the card to the issuer. */
  readonly giftCardId: string
  readonly last4Digits: string
  readonly amountMinor: number
}

/** What gift cards are to pay of a checkout beside the payment of the rest. */
export interface PlannedParts {
  readonly parts: readonly PlannedPart[]
  /** A balance has fallen since the shopper saw it: nothing is charged. */
  readonly isShort: boolean
}

/** The connector of the payments that parts become: references to them go there. */
export interface PartConnector {
  readonly name: string
  readonly approvalCode: string
}

export const PART_BRAND = 'GIFTCARD'

/** The request's members that the payment of a part shows as well. */
const SHARED = ['merchantTransactionId', 'merchantInvoiceId', 'descriptor']

/** The member of `resultDetails` that names the payment of the rest. */
const REST = 'RestPaymentId'

/**
 * The payment that a part becomes when the rest has succeeded: of the type of the rest, first of a
 * family of its own, so that it is captured, reversed and refunded by its own id. It names no checkout:
 * a checkout has one successful payment, and the store refuses a second one.
 */
export function partPayment(
  rest: PaymentRow,
  { id, giftCardId, amountMinor, currency }: GiftCardPartRow,
  connector: PartConnector,
): PaymentRow {
  const resultCode = connector.approvalCode
  const details = storedDetails({ state: 'succeeded', resultCode }, detailsOfPart(rest))
  const row = newPayment({
    id,
    entityId: rest.entityId,
    familyId: id,
    operation: rest.operation,
    paymentType: rest.paymentType,
    paymentBrand: PART_BRAND,
    amountMinor,
    currency,
    state: 'succeeded',
    resultCode,
    connector: connector.name,
    giftCardId,
    merchantTransactionId: rest.merchantTransactionId,
    // Parts of one order are captured together, so they expire with the rest.
    expiresAtMs: rest.expiresAtMs,
    details,
    createdAtMs: rest.updatedAtMs,
    updatedAtMs: rest.updatedAtMs,
  })
  return { ...row, ...bookedBySuccess(row) }
}

/** The changes that store it, with its two postings and the timer of its hold. */
export function recordPart(payment: PaymentRow): Change[] {
  return [
    { kind: 'insertPayment', row: payment },
    eventOf(payment),
    ...postingsOf(payment),
    ...beginHold(payment),
  ]
}

function detailsOfPart(rest: PaymentRow): PaymentDetails {
  const { request } = detailsOf(rest)
  const shared = SHARED.flatMap((name) => {
    const value = request[name]
    return value === undefined ? [] : [[name, value] as const]
  })
  return { request: Object.fromEntries(shared), resultDetails: { [REST]: rest.id } }
}
