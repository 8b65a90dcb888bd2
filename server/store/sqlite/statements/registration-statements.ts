import type { Database, Statement } from 'better-sqlite3'
import type { RegistrationRow, RegistrationStep } from '../../port.ts'

/** Writes of registration. Each answers whether a row was written. */
export interface RegistrationWrites {
  insertRegistration(row: RegistrationRow): boolean
  stepRegistration(id: string, expectedVersion: number, set: RegistrationStep): boolean
}

export function prepareRegistrationWrites(database: Database): RegistrationWrites {
  const insert = database.prepare(INSERT_REGISTRATION)
  const step = database.prepare(STEP_REGISTRATION)
  return {
    insertRegistration: (row) => insert.run(row).changes === 1,
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
  registrationOf(entityId: string, fingerprint: string): RegistrationRow | undefined
}

export function prepareRegistrationReads(database: Database): RegistrationReads {
  const one: Statement<[string], RegistrationRow> = database.prepare(REGISTRATION)
  const newest: Statement<[string, string], RegistrationRow> = database.prepare(NEWEST_ACTIVE)
  return {
    registration: (id) => one.get(id),
    registrationOf: (entityId, fingerprint) => newest.get(entityId, fingerprint),
  }
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

const REGISTRATION_COLUMNS = `
  id, entity_id AS entityId, state, result_code AS resultCode, payment_brand AS paymentBrand,
  vault_record_id AS vaultRecordId, fingerprint, payment_id AS paymentId, details,
  created_at_ms AS createdAtMs, updated_at_ms AS updatedAtMs, expires_at_ms AS expiresAtMs,
  version`

const INSERT_REGISTRATION = `
  INSERT INTO registration (
    id, entity_id, state, result_code, payment_brand, vault_record_id, fingerprint, payment_id,
    details, created_at_ms, updated_at_ms, expires_at_ms, version
  ) VALUES (
    @id, @entityId, @state, @resultCode, @paymentBrand, @vaultRecordId, @fingerprint, @paymentId,
    @details, @createdAtMs, @updatedAtMs, @expiresAtMs, @version
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
  WHERE entity_id = ? AND fingerprint = ? AND state = 'active'
  ORDER BY created_at_ms DESC, id DESC LIMIT 1`
