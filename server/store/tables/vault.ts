import { keyOf, optional, sorted, text, time, wordOf } from './column.ts'
import { type RowOf, table } from './table.ts'

/** A data key, wrapped by the master key. */
export const vaultKeys = table({
  name: 'vault_key',
  key: ['id'],
  columns: {
    id: text,
    /** `null`: a key of the whole installation, such as the fingerprint key. */
    entityId: optional(sorted(text)),
    purpose: sorted(wordOf<'card' | 'fingerprint' | 'credential' | 'securityCode'>()),
    wrapped: text,
    createdAtMs: time,
  },
  insert: 'insertVaultKey',
  writes: {
    /** Wraps a key by another master key. Conflict `version` when it was changed since it was read. */
    rewrapVaultKey: {
      parameters: { id: text, expectedWrapped: text, wrapped: text },
      mustFind: true,
      sqlite: `
        UPDATE vault_key SET wrapped = :wrapped WHERE id = :id AND wrapped = :expectedWrapped`,
      postgres: (given, isKey) => `
        UPDATE vault_key SET wrapped = given.wrapped FROM ${given}
        WHERE ${isKey} AND vault_key.wrapped = given.expected_wrapped
        RETURNING given.place`,
    },
  },
})

/** An encrypted card number (R-VLT-1). */
export const vaultRecords = table({
  name: 'vault_record',
  key: ['id'],
  columns: {
    id: text,
    entityId: sorted(text),
    keyId: keyOf('vault_key'),
    /**
     * Id of the number key and a dot (neither: sealed before there were number keys), then base64url of IV,
     * ciphertext and tag; empty: the number was deleted, its fingerprint stays.
     */
    sealed: text,
    /** HMAC-SHA-256 of the whole number under its own key (R-VLT-3). */
    fingerprint: sorted(text),
    createdAtMs: time,
  },
  read: 'vaultRecord',
  insert: 'insertVaultRecord',
  /** No conflict when it is not there. */
  remove: 'deleteVaultRecord',
  writes: {
    /**
     * Changes nothing. Conflict `version` when it is not there or has no number: that was deleted since
     * it was read.
     */
    requireVaultRecord: {
      parameters: { id: text },
      mustFind: true,
      onlyReads: true,
      sqlite: `SELECT 1 FROM vault_record WHERE id = :id AND sealed <> ''`,
      // A transaction that deletes the record or its number waits for the end of this one, and this one
      // for that.
      postgres: (given, isKey) => `
        SELECT given.place FROM ${given} JOIN vault_record ON ${isKey}
        WHERE vault_record.sealed <> ''
        FOR SHARE OF vault_record`,
    },
    /** Deletes the number and keeps the fingerprint (PCI DSS 3.2.1). No conflict when it is not there. */
    wipeVaultRecord: {
      parameters: { id: text },
      sqlite: `UPDATE vault_record SET sealed = '' WHERE id = :id`,
      postgres: (given, isKey) => `
        UPDATE vault_record SET sealed = '' FROM ${given} WHERE ${isKey}`,
    },
    /** Replaces the sealed number by itself under another key; nothing where it was changed since it was read. */
    resealVaultRecord: {
      parameters: { id: text, expectedSealed: text, sealed: text },
      sqlite: `
        UPDATE vault_record SET sealed = :sealed WHERE id = :id AND sealed = :expectedSealed`,
      postgres: (given, isKey) => `
        UPDATE vault_record SET sealed = given.sealed FROM ${given}
        WHERE ${isKey} AND vault_record.sealed = given.expected_sealed`,
    },
  },
})

export type VaultKeyRow = RowOf<typeof vaultKeys>
export type VaultRecordRow = RowOf<typeof vaultRecords>
