import type { Database, Statement } from 'better-sqlite3'
import type { RegistrationRow, RegistrationStep } from '../../port.ts'
import { flagOf } from './bound-values.ts'

/** Writes of registration. Each answers whether a row was written. */
export interface RegistrationWrites {
  insertRegistration(row: RegistrationRow): boolean
  stepRegistration(id: string, expectedVersion: number, set: RegistrationStep): boolean
}

export function prepareRegistrationWrites(database: Database): RegistrationWrites {
  const insert = database.prepare(INSERT_REGISTRATION)
  const step = database.prepare(STEP_REGISTRATION)
  return {
    insertRegistration: (row) =>
      insert.run(Object.assign({}, row, { deduplicated: flagOf(row.deduplicated) })).changes === 1,
    stepRegistration: (id, expectedVersion, set) =>
      step.run({
        ...NO_STEP,
        ...set,
        setsVaultRecord: set.vaultRecordId === undefined ? 0 : 1,
        setsFingerprint: set.fingerprint === undefined ? 0 : 1,
        id,
        expectedVersion,
      }).changes === 1,
  }
}

/** Reads of registration. */
export interface RegistrationReads {
  registration(id: string): RegistrationRow | undefined
  registrationOf(
    entityId: string,
    fingerprint: string,
    paymentBrand: string,
  ): RegistrationRow | undefined
}

export function prepareRegistrationReads(database: Database): RegistrationReads {
  const one: Statement<[string], StoredRegistration> = database.prepare(REGISTRATION)
  const newest = database.prepare<[string, string, string], StoredRegistration>(NEWEST_ACTIVE)
  return {
    registration: (id) => {
      const stored = one.get(id)
      return stored && registrationOf(stored)
    },
    registrationOf: (entityId, fingerprint, paymentBrand) => {
      const stored = newest.get(entityId, fingerprint, paymentBrand)
      return stored && registrationOf(stored)
    },
  }
}

/** A row as `REGISTRATION_COLUMNS` reads it. */
export type StoredRegistration = Omit<RegistrationRow, 'deduplicated'> & {
  readonly deduplicated: 0 | 1
}

export function registrationOf(stored: StoredRegistration): RegistrationRow {
  return Object.assign(stored, { deduplicated: stored.deduplicated === 1 })
}

/** Every parameter of the step must be bound; null leaves the column as it is. */
const NO_STEP = {
  state: null,
  resultCode: null,
  vaultRecordId: null,
  fingerprint: null,
  details: null,
  expiresAtMs: null,
}

export const REGISTRATION_COLUMNS = `
  id, entity_id AS entityId, state, result_code AS resultCode, payment_brand AS paymentBrand,
  vault_record_id AS vaultRecordId, fingerprint, deduplicated, payment_id AS paymentId,
  merchant_transaction_id AS merchantTransactionId, details,
  created_at_ms AS createdAtMs, updated_at_ms AS updatedAtMs, expires_at_ms AS expiresAtMs,
  version`

const INSERT_REGISTRATION = `
  INSERT INTO registration (
    id, entity_id, state, result_code, payment_brand, vault_record_id, fingerprint, deduplicated,
    payment_id, merchant_transaction_id, details, created_at_ms, updated_at_ms, expires_at_ms, version
  ) VALUES (
    @id, @entityId, @state, @resultCode, @paymentBrand, @vaultRecordId, @fingerprint, @deduplicated,
    @paymentId, @merchantTransactionId, @details, @createdAtMs, @updatedAtMs, @expiresAtMs, @version
  )`

const STEP_REGISTRATION = `
  UPDATE registration SET
    state = ifnull(@state, state),
    result_code = ifnull(@resultCode, result_code),
    vault_record_id = iif(@setsVaultRecord, @vaultRecordId, vault_record_id),
    fingerprint = iif(@setsFingerprint, @fingerprint, fingerprint),
    details = ifnull(@details, details),
    expires_at_ms = ifnull(@expiresAtMs, expires_at_ms),
    updated_at_ms = @updatedAtMs,
    version = version + 1
  WHERE id = @id AND version = @expectedVersion`

const REGISTRATION = `SELECT ${REGISTRATION_COLUMNS} FROM registration WHERE id = ?`

const NEWEST_ACTIVE = `
  SELECT ${REGISTRATION_COLUMNS} FROM registration
  WHERE entity_id = ? AND fingerprint = ? AND payment_brand = ? AND state = 'active'
  ORDER BY created_at_ms DESC, id DESC LIMIT 1`
