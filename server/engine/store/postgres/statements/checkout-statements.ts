import type { CheckoutRow } from '../../port.ts'
import {
  arraysOf,
  type Columns,
  insertInto,
  namesOf,
  type Parameters,
  selected,
  writeStatement,
} from './write-statement.ts'

const columns: Columns<CheckoutRow> = {
  id: 'text',
  entityId: 'text',
  state: 'text',
  paymentId: 'text?',
  registrationId: 'text?',
  request: 'text',
  integrity: 'text?',
  createdAtMs: 'integer',
  expiresAtMs: 'integer',
  updatedAtMs: 'integer',
  version: 'integer',
}

export const insertCheckout = insertInto('checkout', columns, 1)

const stepParameters: Parameters = {
  id: 'text',
  expectedVersion: 'integer',
  state: 'text?',
  setsPayment: 'flag',
  paymentId: 'text?',
  setsRegistration: 'flag',
  registrationId: 'text?',
  request: 'text?',
  updatedAtMs: 'integer',
}

/** Null leaves a column as it is. */
export const stepCheckout = writeStatement('step_checkout', {
  parameters: stepParameters,
  orderedBy: 1,
  text: `
    UPDATE checkout SET
      state = coalesce(step.state, checkout.state),
      payment_id = CASE WHEN step.sets_payment THEN step.payment_id ELSE checkout.payment_id END,
      registration_id = CASE
        WHEN step.sets_registration THEN step.registration_id ELSE checkout.registration_id END,
      request = coalesce(step.request, checkout.request),
      updated_at_ms = step.updated_at_ms,
      version = checkout.version + 1
    FROM unnest(${arraysOf(stepParameters)})
      WITH ORDINALITY AS step (${namesOf(stepParameters)}, place)
    WHERE checkout.id = step.id AND checkout.version = step.expected_version
    RETURNING step.place`,
})

export const checkoutReads = {
  checkout: {
    name: 'checkout',
    text: `SELECT ${selected(columns)} FROM checkout WHERE id = $1::text`,
  },
} as const
