import { randomUUID } from 'node:crypto'
import { sealCard } from './card-seal.ts'
import type { PaymentColumns } from './schema.ts'

/** The form as the load generator sends it: every field is there once. */
export type FloorForm = Readonly<Record<string, string>>

/** A row of `payment`. */
export interface StoredPayment {
  readonly id: string
  readonly entity_id: string
  readonly payment_type: string
  readonly payment_brand: string
  readonly amount_minor: number
  readonly currency: string
  readonly merchant_transaction_id: string
  readonly result_code: string
  readonly vault_record_id: string
  readonly created_at_ms: number
  readonly version: number
  /** What the answer shows beside the columns: a JSON object as text. */
  readonly details: string
}

/** Makes a payment of a form, without asking whether the form is right. */
export function newPayment(form: FloorForm): {
  readonly columns: PaymentColumns
  readonly stored: StoredPayment
  readonly sealedCard: string
} {
  const createdAtMs = Date.now()
  const vaultRecordId = newId(createdAtMs)
  const cardNumber = form['card.number'] ?? ''
  const stored: StoredPayment = {
    id: newId(createdAtMs),
    entity_id: form.entityId ?? '',
    payment_type: form.paymentType ?? '',
    payment_brand: form.paymentBrand ?? '',
    amount_minor: Math.round(Number(form.amount) * 100),
    currency: form.currency ?? '',
    merchant_transaction_id: form.merchantTransactionId ?? '',
    result_code: '000.100.110',
    vault_record_id: vaultRecordId,
    created_at_ms: createdAtMs,
    version: 1,
    details: JSON.stringify(detailsOf(form)),
  }
  return {
    stored,
    columns: Object.values(stored) as unknown as PaymentColumns,
    sealedCard: sealCard(vaultRecordId, cardNumber),
  }
}

let sequence = 0

/** 32 hex digits in time order: the order is what keeps index inserts cheap. */
function newId(nowMs: number): string {
  sequence = (sequence + 1) % 0x1_0000_0000
  const head = nowMs.toString(16).padStart(12, '0') + sequence.toString(16).padStart(8, '0')
  // Node draws UUIDs from a pool; the last group of one is 48 random bits.
  return head + randomUUID().slice(24)
}

const buildNumber = `${'0'.repeat(40)}@1970-01-01 00:00:00 +0000`

/** What was sent and what an acquirer says, as the gateway's answer shows it. */
function detailsOf(form: FloorForm): object {
  return {
    merchantInvoiceId: form.merchantInvoiceId,
    customer: {
      merchantCustomerId: form['customer.merchantCustomerId'],
      givenName: form['customer.givenName'],
      surname: form['customer.surname'],
      email: form['customer.email'],
    },
    billing: {
      street1: form['billing.street1'],
      city: form['billing.city'],
      postcode: form['billing.postcode'],
      country: form['billing.country'],
    },
    card: {
      bin: form['card.number']?.slice(0, 6),
      last4Digits: form['card.number']?.slice(-4),
      holder: form['card.holder'],
      expiryMonth: form['card.expiryMonth'],
      expiryYear: form['card.expiryYear'],
      ...ISSUED,
    },
    ...ANSWERED,
  }
}

const ISSUED = {
  issuer: {
    bank: 'Floor Test Bank',
    phone: '+49 30 901820',
    website: 'https://floor-bank.example',
  },
  type: 'CREDIT',
  level: 'CLASSIC',
  country: 'DE',
  regulatedFlag: 'Y',
}

const ANSWERED = {
  transactionLinkId: '135772856314379839',
  lifecycleId: '394824641504695',
  resultDetails: {
    AcquirerResponse: '00',
    clearingInstituteName: 'Tillgate floor',
    ConnectorTxID1: '409287679076',
    ConnectorTxID2: '577017',
    ConnectorTxID3: '308198',
    ExtendedDescription: 'Approved',
  },
}

/**
 * A body of the same members and about the same length as the gateway's answer; what is a JSON text
 * already goes in as it is.
 */
export function answerText(payment: StoredPayment): string {
  const columns = JSON.stringify({
    id: payment.id,
    paymentType: payment.payment_type,
    paymentBrand: payment.payment_brand,
    amount: (payment.amount_minor / 100).toFixed(2),
    currency: payment.currency,
    result: {
      code: payment.result_code,
      description: 'Request successfully processed in the simulator (testMode INTERNAL)',
      avsResponse: 'F',
      cvvResponse: 'M',
    },
    merchantTransactionId: payment.merchant_transaction_id,
    descriptor: payment.id,
    buildNumber,
    timestamp: new Date(payment.created_at_ms).toISOString(),
    ndc: `${payment.entity_id}-${payment.id}`,
  })
  return `${columns.slice(0, -1)},${payment.details.slice(1)}`
}
