import type { RegistrationRow } from '../../port.ts'
import {
  arraysOf,
  type Columns,
  insertInto,
  namesOf,
  type Parameters,
  selected,
  writeStatement,
} from './write-statement.ts'

export const registrationColumns: Columns<RegistrationRow> = {
  id: 'text',
  entityId: 'text',
  state: 'text',
  resultCode: 'text',
  paymentBrand: 'text',
  vaultRecordId: 'text?',
  fingerprint: 'text?',
  deduplicated: 'flag',
  paymentId: 'text?',
  merchantTransactionId: 'text?',
  details: 'text',
  createdAtMs: 'integer',
  updatedAtMs: 'integer',
  expiresAtMs: 'integer',
  version: 'integer',
}

export const insertRegistration = insertInto('registration', registrationColumns, 1)

const stepParameters: Parameters = {
  id: 'text',
  expectedVersion: 'integer',
  state: 'text?',
  resultCode: 'text?',
  setsVaultRecord: 'flag',
  vaultRecordId: 'text?',
  setsFingerprint: 'flag',
  fingerprint: 'text?',
  details: 'text?',
  expiresAtMs: 'integer?',
  updatedAtMs: 'integer',
}

/** Null leaves a column as it is. */
export const stepRegistration = writeStatement('step_registration', {
  parameters: stepParameters,
  orderedBy: 1,
  text: `
    UPDATE registration SET
      state = coalesce(step.state, registration.state),
      result_code = coalesce(step.result_code, registration.result_code),
      vault_record_id = CASE
        WHEN step.sets_vault_record THEN step.vault_record_id
        ELSE registration.vault_record_id END,
      fingerprint = CASE
        WHEN step.sets_fingerprint THEN step.fingerprint ELSE registration.fingerprint END,
      details = coalesce(step.details, registration.details),
      expires_at_ms = coalesce(step.expires_at_ms, registration.expires_at_ms),
      updated_at_ms = step.updated_at_ms,
      version = registration.version + 1
    FROM unnest(${arraysOf(stepParameters)})
      WITH ORDINALITY AS step (${namesOf(stepParameters)}, place)
    WHERE registration.id = step.id AND registration.version = step.expected_version
    RETURNING step.place`,
})

const REGISTRATION = `SELECT ${selected(registrationColumns)} FROM registration`

export const registrationReads = {
  registration: { name: 'registration', text: `${REGISTRATION} WHERE id = $1::text` },
  registrationOf: {
    name: 'registration_of',
    text: `
      ${REGISTRATION}
      WHERE entity_id = $1::text AND fingerprint = $2::text AND payment_brand = $3::text
        AND state = 'active'
      ORDER BY created_at_ms DESC, id DESC LIMIT 1`,
  },
} as const
