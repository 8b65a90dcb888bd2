import type { Database, Statement } from 'better-sqlite3'
import type { CheckoutRow, CheckoutStep } from '../../port.ts'

/** Writes of checkout. Each answers whether a row was written. */
export interface CheckoutWrites {
  insertCheckout(row: CheckoutRow): boolean
  stepCheckout(id: string, expectedVersion: number, set: CheckoutStep): boolean
}

export function prepareCheckoutWrites(database: Database): CheckoutWrites {
  const insert = database.prepare(INSERT_CHECKOUT)
  const step = database.prepare(STEP_CHECKOUT)
  return {
    insertCheckout: (row) => insert.run(row).changes === 1,
    stepCheckout: (id, expectedVersion, set) =>
      step.run({
        ...NO_STEP,
        ...set,
        setsPayment: set.paymentId === undefined ? 0 : 1,
        setsRegistration: set.registrationId === undefined ? 0 : 1,
        id,
        expectedVersion,
      }).changes === 1,
  }
}

/** Reads of checkout. */
export interface CheckoutReads {
  checkout(id: string): CheckoutRow | undefined
}

export function prepareCheckoutReads(database: Database): CheckoutReads {
  const checkout: Statement<[string], CheckoutRow> = database.prepare(CHECKOUT)
  return { checkout: (id) => checkout.get(id) }
}

/** Every parameter of the step must be bound; null leaves the column as it is. */
const NO_STEP = { state: null, paymentId: null, registrationId: null, request: null }

const INSERT_CHECKOUT = `
  INSERT INTO checkout (
    id, entity_id, state, payment_id, registration_id, request, integrity,
    created_at_ms, expires_at_ms, updated_at_ms, version
  ) VALUES (
    @id, @entityId, @state, @paymentId, @registrationId, @request, @integrity,
    @createdAtMs, @expiresAtMs, @updatedAtMs, @version
  )`

const STEP_CHECKOUT = `
  UPDATE checkout SET
    state = ifnull(@state, state),
    payment_id = iif(@setsPayment, @paymentId, payment_id),
    registration_id = iif(@setsRegistration, @registrationId, registration_id),
    request = ifnull(@request, request),
    updated_at_ms = @updatedAtMs,
    version = version + 1
  WHERE id = @id AND version = @expectedVersion`

const CHECKOUT = `
  SELECT id, entity_id AS entityId, state, payment_id AS paymentId,
    registration_id AS registrationId, request, integrity, created_at_ms AS createdAtMs,
    expires_at_ms AS expiresAtMs, updated_at_ms AS updatedAtMs, version
  FROM checkout WHERE id = ?`
