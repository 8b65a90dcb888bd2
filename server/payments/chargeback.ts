import type { Money } from '../../common/money.ts'
import { type Change, newPayment, type PaymentRow } from '../store/port.ts'
import { eventOf, postingsOf, steppedBy } from './booking.ts'
import { detailsOf, type PaymentDetails, storedDetails } from './details.ts'

/** Payments that a shopper's bank may charge back (decisions §5, CB). */
export const CHARGEABLE_BACK: readonly PaymentRow['paymentType'][] = ['DB', 'CP', 'RF', 'RB']

/** A chargeback or the reversal of one, as an acquirer reports it. */
export interface ReportedChargeback {
  /** Of the payment that records it. */
  readonly id: string
  /** As the acquirer has booked it, in its own currency. */
  readonly amount: Money
  /** The part of the charged payment that this is, in minor units of the payment's currency. */
  readonly shareMinor: number
  /** 000.100.2xx. */
  readonly resultCode: string
  /** Shown in `resultDetails`: no secrets. */
  readonly resultDetails: Readonly<Record<string, string>>
  /** By the channel's clock. */
  readonly atMs: number
}

export interface BookedChargeback {
  /** The payment of type CB or CR. */
  readonly booked: PaymentRow
  /** The charged payment afterwards. */
  readonly charged: PaymentRow
  readonly changes: readonly Change[]
}

/** Books a chargeback (CB) of a payment. It is a fact: it may exceed what is left, or follow a refund. */
export function bookChargeback(charged: PaymentRow, fact: ReportedChargeback): BookedChargeback {
  const booked = rowOf(charged, charged, fact, { paymentType: 'CB', operation: 'chargeback' })
  return withStep(booked, charged, charged.chargedBackMinor + fact.shareMinor)
}

/** Books the reversal (CR) of the chargeback of a payment. */
export function bookChargebackReversal(
  chargeback: PaymentRow,
  charged: PaymentRow,
  fact: ReportedChargeback,
): BookedChargeback {
  const kind = { paymentType: 'CR', operation: 'chargebackReversal' } as const
  const booked = rowOf(chargeback, charged, fact, kind)
  return withStep(booked, charged, Math.max(0, charged.chargedBackMinor - fact.shareMinor))
}

function withStep(
  booked: PaymentRow,
  charged: PaymentRow,
  chargedBackMinor: number,
): BookedChargeback {
  const set = { chargedBackMinor, updatedAtMs: Math.max(booked.createdAtMs, charged.updatedAtMs) }
  const step: Change = {
    kind: 'stepPayment',
    id: charged.id,
    expectedVersion: charged.version,
    set,
  }
  return {
    booked,
    charged: steppedBy(charged, set, charged.version + 1),
    changes: [step, { kind: 'insertPayment', row: booked }, eventOf(booked), ...postingsOf(booked)],
  }
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
