import type { Database, Statement } from 'better-sqlite3'
import type { VaultKeyRow, VaultRecordRow } from '../../port.ts'
import type { BoundValues } from './bound-values.ts'

/**
 * Writes of vault_record and vault_key. Each answers whether a row was written, or is there; deleting
 * always does.
 */
export interface VaultWrites {
  insertVaultRecord(values: BoundValues): boolean
  deleteVaultRecord(id: string): boolean
  requireVaultRecord(id: string): boolean
  insertVaultKey(row: VaultKeyRow): boolean
}

export function prepareVaultWrites(database: Database): VaultWrites {
  const insertRecord = database.prepare(INSERT_RECORD)
  const deleteRecord = database.prepare(DELETE_RECORD)
  const requireRecord = database.prepare(REQUIRE_RECORD)
  const insertKey = database.prepare(INSERT_KEY)
  return {
    insertVaultRecord: (values) => insertRecord.run(values).changes === 1,
    deleteVaultRecord: (id) => {
      deleteRecord.run(id)
      return true
    },
    requireVaultRecord: (id) => requireRecord.get(id) !== undefined,
    insertVaultKey: (row) => insertKey.run(row).changes === 1,
  }
}

/** Reads of vault_record and vault_key. */
export interface VaultReads {
  vaultRecord(id: string): VaultRecordRow | undefined
  vaultKeys(): VaultKeyRow[]
}

export function prepareVaultReads(database: Database): VaultReads {
  const record: Statement<[string], VaultRecordRow> = database.prepare(RECORD)
  const keys: Statement<[], VaultKeyRow> = database.prepare(KEYS)
  return { vaultRecord: (id) => record.get(id), vaultKeys: () => keys.all() }
}

const INSERT_RECORD = `
  INSERT INTO vault_record (id, entity_id, key_id, sealed, fingerprint, created_at_ms)
  VALUES (?, ?, ?, ?, ?, ?)`

const DELETE_RECORD = 'DELETE FROM vault_record WHERE id = ?'

const REQUIRE_RECORD = 'SELECT 1 FROM vault_record WHERE id = ?'

const INSERT_KEY = `
  INSERT INTO vault_key (id, entity_id, purpose, wrapped, created_at_ms)
  VALUES (@id, @entityId, @purpose, @wrapped, @createdAtMs)`

const RECORD = `
  SELECT id, entity_id AS entityId, key_id AS keyId, sealed, fingerprint,
    created_at_ms AS createdAtMs
  FROM vault_record WHERE id = ?`

const KEYS = `
  SELECT id, entity_id AS entityId, purpose, wrapped, created_at_ms AS createdAtMs
  FROM vault_key ORDER BY created_at_ms, id`
