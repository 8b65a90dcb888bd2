import type { VaultKeyRow, VaultRecordRow } from '../../port.ts'
import {
  arraysOf,
  type Columns,
  deleteFrom,
  insertInto,
  namesOf,
  type Parameters,
  selected,
  writeStatement,
} from './write-statement.ts'

const recordColumns: Columns<VaultRecordRow> = {
  id: 'text',
  entityId: 'text',
  keyId: 'text',
  sealed: 'text',
  fingerprint: 'text',
  createdAtMs: 'integer',
}

const keyColumns: Columns<VaultKeyRow> = {
  id: 'text',
  entityId: 'text?',
  purpose: 'text',
  wrapped: 'text',
  createdAtMs: 'integer',
}

export const insertVaultRecord = insertInto('vault_record', recordColumns)
export const deleteVaultRecord = deleteFrom('vault_record', { id: 'text' })

const requireParameters: Parameters = { id: 'text' }

/** Whoever deletes the record waits for the end of this transaction, and this one for his. */
export const requireVaultRecord = writeStatement('require_vault_record', {
  parameters: requireParameters,
  orderedBy: 1,
  text: `
    SELECT needed.place
    FROM unnest(${arraysOf(requireParameters)})
      WITH ORDINALITY AS needed (${namesOf(requireParameters)}, place)
    JOIN vault_record ON vault_record.id = needed.id
    FOR KEY SHARE OF vault_record`,
})

export const insertVaultKey = insertInto('vault_key', keyColumns)

export const vaultReads = {
  vaultRecord: {
    name: 'vault_record',
    text: `SELECT ${selected(recordColumns)} FROM vault_record WHERE id = $1::text`,
  },
  vaultKeys: {
    name: 'vault_keys',
    text: `SELECT ${selected(keyColumns)} FROM vault_key ORDER BY created_at_ms, id`,
  },
} as const
