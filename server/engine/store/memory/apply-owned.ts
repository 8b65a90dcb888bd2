import { StoreError } from '../errors.ts'
import type { Change, RegistrationRow } from '../port.ts'
import { assertReference, insert, type Reason, step, stepped } from './guarded.ts'
import {
  assertShape,
  entityShape,
  registrationShape,
  tokenShape,
  vaultKeyShape,
  vaultRecordShape,
} from './record-shapes.ts'
import type { Tables } from './tables.ts'

type AccessChange = Extract<
  Change,
  { kind: 'insertEntity' | 'stepEntity' | 'insertToken' | 'deleteToken' }
>
type VaultChange = Extract<
  Change,
  { kind: 'insertVaultRecord' | 'deleteVaultRecord' | 'requireVaultRecord' | 'insertVaultKey' }
>
type RegistrationChange = Extract<Change, { kind: 'insertRegistration' | 'stepRegistration' }>

/** Applies a change of an entity or a token, or answers why not. Throws `invalid-change`. */
export function applyAccess(tables: Tables, change: AccessChange): Reason | undefined {
  switch (change.kind) {
    case 'insertEntity':
      assertShape(change.row, entityShape)
      return (
        insert(tables.entities, change.row.id, change.row) ??
        assertReference(tables.entities, change.row.parentId)
      )
    case 'stepEntity':
      return step(tables.entities, change, entityShape)
    case 'insertToken':
      assertShape(change.row, tokenShape)
      return (
        insert(tables.tokens, change.row.hash, change.row) ??
        assertReference(tables.entities, change.row.entityId)
      )
    case 'deleteToken':
      tables.tokens.remove(change.hash)
      return undefined
  }
}

/** Applies a change of what the vault keeps, or answers why not. Throws `invalid-change`. */
export function applyVault(tables: Tables, change: VaultChange): Reason | undefined {
  switch (change.kind) {
    case 'insertVaultRecord':
      assertShape(change.row, vaultRecordShape)
      return (
        insert(tables.vaultRecords, change.row.id, change.row) ??
        assertReference(tables.vaultKeys, change.row.keyId)
      )
    case 'deleteVaultRecord':
      tables.vaultRecords.remove(change.id)
      return undefined
    case 'requireVaultRecord':
      return tables.vaultRecords.has(change.id) ? undefined : 'version'
    case 'insertVaultKey': {
      const { id, entityId, purpose } = change.row
      assertShape(change.row, vaultKeyShape)
      return (
        insert(tables.vaultKeys, id, change.row) ??
        insert(tables.keyPurposes, JSON.stringify([entityId, purpose]), { keyId: id })
      )
    }
  }
}

/** Applies a change of a registration, or answers why not. Throws `invalid-change`. */
export function applyRegistration(tables: Tables, change: RegistrationChange): Reason | undefined {
  const { registrations } = tables
  if (change.kind === 'insertRegistration') {
    assertShape(change.row, registrationShape)
    assertWiped(change.row)
    return insert(registrations, change.row.id, change.row) ?? claimNumber(tables, change.row)
  }
  const made = stepped(registrations, change, registrationShape)
  if (made === undefined) return 'version'
  assertWiped(made.after)
  registrations.put(change.id, made.after)
  return claimNumber(tables, made.after, made.before)
}

/** One active registration of a number where each number is kept once. */
function claimNumber(
  { soleNumbers }: Tables,
  after: RegistrationRow,
  before?: RegistrationRow,
): Reason | undefined {
  const [number, numberBefore] = [soleNumberOf(after), before && soleNumberOf(before)]
  if (number === numberBefore) return undefined
  if (numberBefore !== undefined) soleNumbers.remove(numberBefore)
  return number === undefined
    ? undefined
    : insert(soleNumbers, number, { registrationId: after.id })
}

function soleNumberOf(row: RegistrationRow): string | undefined {
  const { deduplicated, entityId, paymentBrand, fingerprint } = row
  const isSole = deduplicated && fingerprint !== null
  return isSole ? JSON.stringify([entityId, paymentBrand, fingerprint]) : undefined
}

/** Only an active one keeps something sealed, and only what is sealed has a fingerprint. */
function assertWiped({ state, vaultRecordId, fingerprint }: RegistrationRow): void {
  if (vaultRecordId === null ? fingerprint === null : state === 'active') return
  throw new StoreError('invalid-change', 'A registration that has ended keeps what was sealed')
}
