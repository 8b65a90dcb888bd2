import type { VaultKeyRow, VaultRecordRow } from '../../port.ts'
import { type Columns, deleteFrom, insertInto, selected } from './write-statement.ts'

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
export const insertVaultKey = insertInto('vault_key', keyColumns)

export const vaultReads = {
  vaultRecord: {
    name: 'vault_record',
    text: `SELECT ${selected(recordColumns)} FROM vault_record WHERE id = $1`,
  },
  vaultKeys: {
    name: 'vault_keys',
    text: `SELECT ${selected(keyColumns)} FROM vault_key ORDER BY created_at_ms, id`,
  },
} as const
