import type { Money } from '../../../common/money.ts'
import { type Change, newPayment, type PaymentRow } from '../../store/port.ts'
import { detailsOf, type PaymentDetails, storedDetails } from '../details.ts'
import { eventOf, postingsOf } from './booking.ts'

/** Payments that a shopper's bank may charge back (decisions §5, CB). */
export const CHARGEABLE_BACK: readonly PaymentRow['paymentType'][] = ['DB', 'CP', 'RF', 'RB']

/**
 * The payment that an acquirer's case is about. Acquirers name a disputed refund by itself or by the payment
 * that it gave back, so both count as one.
 */
export function casePaymentOf({
  id,
  paymentType,
  referencedId,
}: Pick<PaymentRow, 'id' | 'paymentType' | 'referencedId'>): string {
  return paymentType === 'RF' ? (referencedId ?? id) : id
}

/** A chargeback or the reversal of one, as an acquirer reports it. */
export interface ReportedChargeback {
  /** Of the payment that records it. */
  readonly id: string
  /** As the acquirer has booked it, in its own currency. */
  readonly amount: Money
  /** 000.100.2xx. */
  readonly resultCode: string
  /** Shown in `resultDetails`: no secrets. */
  readonly resultDetails: Readonly<Record<string, string>>
  /** By the channel's clock. */
  readonly atMs: number
}

/** The payment of type CB that records a chargeback. It is a fact: it may exceed what is left, or follow a refund. */
export function chargebackOf(charged: PaymentRow, fact: ReportedChargeback): PaymentRow {
  return rowOf(charged, charged, fact, { paymentType: 'CB', operation: 'chargeback' })
}

/** The payment of type CR that records the reversal of a chargeback, or of a part of it. */
export function reversalOf(
  chargeback: PaymentRow,
  charged: PaymentRow,
  fact: ReportedChargeback,
): PaymentRow {
  const kind = { paymentType: 'CR', operation: 'chargebackReversal' } as const
  return rowOf(chargeback, charged, fact, kind)
}

/** The changes that book chargebacks and reversals, and what of the payment is charged back with them. */
export function bookChargebacks(
  charged: PaymentRow,
  booked: readonly PaymentRow[],
  chargedBackMinor: number,
): readonly Change[] {
  const atMs = Math.max(charged.updatedAtMs, ...booked.map(({ createdAtMs }) => createdAtMs))
  const step: Change = {
    kind: 'stepPayment',
    id: charged.id,
    expectedVersion: charged.version,
    set: { chargedBackMinor: Math.max(0, chargedBackMinor), updatedAtMs: atMs },
  }
  const rows = booked.flatMap((row): Change[] => [
    { kind: 'insertPayment', row },
    eventOf(row),
    ...postingsOf(row),
  ])
  return [step, ...rows]
}

function rowOf(
  target: PaymentRow,
  charged: PaymentRow,
  { id, amount, resultCode, resultDetails, atMs }: ReportedChargeback,
  kind: Pick<PaymentRow, 'paymentType' | 'operation'>,
): PaymentRow {
  const details = storedDetails(
    { state: 'succeeded', resultCode },
    detailsOfFact(charged, resultDetails),
  )
  return newPayment({
    id,
    entityId: charged.entityId,
    referencedId: target.id,
    familyId: charged.familyId,
    ...kind,
    paymentBrand: charged.paymentBrand,
    amountMinor: amount.minor,
    currency: amount.currency,
    state: 'succeeded',
    resultCode,
    connector: charged.connector,
    merchantTransactionId: charged.merchantTransactionId,
    bookedMinor: amount.minor,
    details,
    createdAtMs: atMs,
    updatedAtMs: atMs,
  })
}

/** The merchant's own reference of the charged payment, by which queries and files find it. */
function detailsOfFact(
  charged: PaymentRow,
  resultDetails: ReportedChargeback['resultDetails'],
): PaymentDetails {
  const { request, card } = detailsOf(charged)
  const { merchantTransactionId } = request
  return {
    request: merchantTransactionId === undefined ? {} : { merchantTransactionId },
    ...(card === undefined ? {} : { card }),
    resultDetails,
  }
}
