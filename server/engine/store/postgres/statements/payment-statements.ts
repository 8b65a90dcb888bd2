import { MAX_FAMILIES } from '../../list-limit.ts'
import type { EventRow, PaymentRow, PostingRow } from '../../port.ts'
import {
  arraysOf,
  type Columns,
  insertInto,
  namesOf,
  type Parameters,
  selected,
  writeStatement,
} from './write-statement.ts'

export const paymentColumns: Columns<PaymentRow> = {
  id: 'text',
  entityId: 'text',
  checkoutId: 'text?',
  referencedId: 'text?',
  familyId: 'text',
  operation: 'text',
  paymentType: 'text',
  paymentBrand: 'text',
  amountMinor: 'integer',
  currency: 'text',
  state: 'text',
  resultCode: 'text',
  maximumCaptures: 'integer?',
  connector: 'text',
  vaultRecordId: 'text?',
  giftCardId: 'text?',
  merchantTransactionId: 'text?',
  authorisedMinor: 'integer',
  bookedMinor: 'integer',
  capturedMinor: 'integer',
  reversedMinor: 'integer',
  refundedMinor: 'integer',
  captureCount: 'integer',
  finalisedBy: 'text?',
  holdClosed: 'flag',
  takenBackMinor: 'integer',
  bookedAtMs: 'integer?',
  details: 'text',
  createdAtMs: 'integer',
  updatedAtMs: 'integer',
  version: 'integer',
}

const eventColumns: Columns<EventRow> = {
  paymentId: 'text',
  sequence: 'integer',
  kind: 'text',
  atMs: 'integer',
  data: 'text',
}

const postingColumns: Columns<PostingRow> = {
  familyId: 'text',
  paymentId: 'text',
  account: 'text',
  amountMinor: 'integer',
  currency: 'text',
  atMs: 'integer',
}

export const insertPayment = insertInto('payment', paymentColumns, 1)
export const insertEvent = insertInto('payment_event', eventColumns)
/** In the order in which they are handed over: that is the order of booking. */
export const insertPosting = insertInto('posting', postingColumns)

const stepParameters: Parameters = {
  id: 'text',
  expectedVersion: 'integer',
  state: 'text?',
  resultCode: 'text?',
  details: 'text?',
  setsVaultRecord: 'flag',
  vaultRecordId: 'text?',
  authorisedMinor: 'integer?',
  bookedMinor: 'integer?',
  capturedMinor: 'integer?',
  reversedMinor: 'integer?',
  refundedMinor: 'integer?',
  captureCount: 'integer?',
  setsFinalisedBy: 'flag',
  finalisedBy: 'text?',
  holdClosed: 'flag?',
  bookedAtMs: 'integer?',
  updatedAtMs: 'integer',
}

/** Null leaves a column as it is. */
export const stepPayment = writeStatement('step_payment', {
  parameters: stepParameters,
  orderedBy: 1,
  text: `
    UPDATE payment SET
      state = coalesce(step.state, payment.state),
      result_code = coalesce(step.result_code, payment.result_code),
      details = coalesce(step.details, payment.details),
      vault_record_id = CASE
        WHEN step.sets_vault_record THEN step.vault_record_id ELSE payment.vault_record_id END,
      authorised_minor = coalesce(step.authorised_minor, payment.authorised_minor),
      booked_minor = coalesce(step.booked_minor, payment.booked_minor),
      captured_minor = coalesce(step.captured_minor, payment.captured_minor),
      reversed_minor = coalesce(step.reversed_minor, payment.reversed_minor),
      refunded_minor = coalesce(step.refunded_minor, payment.refunded_minor),
      capture_count = coalesce(step.capture_count, payment.capture_count),
      finalised_by = CASE
        WHEN step.sets_finalised_by THEN step.finalised_by ELSE payment.finalised_by END,
      hold_closed = coalesce(step.hold_closed, payment.hold_closed),
      booked_at_ms = coalesce(step.booked_at_ms, payment.booked_at_ms),
      updated_at_ms = step.updated_at_ms,
      version = payment.version + 1
    FROM unnest(${arraysOf(stepParameters)})
      WITH ORDINALITY AS step (${namesOf(stepParameters)}, place)
    WHERE payment.id = step.id AND payment.version = step.expected_version
    RETURNING step.place`,
})

const PAYMENT = `SELECT ${selected(paymentColumns)} FROM payment`

export const paymentReads = {
  payment: { name: 'payment', text: `${PAYMENT} WHERE id = $1::text` },
  paymentsOfFamily: {
    name: 'payments_of_family',
    text: `
      ${PAYMENT} WHERE id = $1::text AND referenced_id IS NULL
      UNION ALL
      ${PAYMENT} WHERE family_id = $1::text AND referenced_id IS NOT NULL
      ORDER BY "createdAtMs", id LIMIT 1000`,
  },
  paymentsOfFamilies: {
    name: 'payments_of_families',
    text: `
      SELECT family.* FROM unnest($1::text[]) WITH ORDINALITY AS wanted (family_id, place)
      CROSS JOIN LATERAL (
        ${PAYMENT} WHERE id = wanted.family_id AND referenced_id IS NULL
        UNION ALL
        ${PAYMENT} WHERE payment.family_id = wanted.family_id AND referenced_id IS NOT NULL
        ORDER BY "createdAtMs", id LIMIT 1000
      ) AS family
      ORDER BY place, "createdAtMs", id LIMIT ${MAX_FAMILIES}`,
  },
  events: {
    name: 'events',
    text: `
      SELECT ${selected(eventColumns)} FROM payment_event
      WHERE payment_id = $1::text ORDER BY sequence`,
  },
  postingsOfFamily: {
    name: 'postings_of_family',
    text: `SELECT ${selected(postingColumns)} FROM posting WHERE family_id = $1::text ORDER BY number`,
  },
} as const
