import { createSecretKey, type KeyObject, randomBytes } from 'node:crypto'
import type { Store, VaultKeyRow } from '../../store/port.ts'
import { newObjectId } from '../ids.ts'
import type { Clock } from '../timers/clock.ts'
import { seal, VaultError } from './aead.ts'
import { type MasterKeys, unwrap, wrappedAnew } from './wrapping.ts'

/** An unwrapped data key, in memory only. With a KeyObject a seal takes 5 µs, with a Buffer 7. */
export interface DataKey {
  readonly id: string
  readonly secret: KeyObject
}

/** The data keys of the database, unwrapped once; missing ones are made and committed on first use. */
export interface KeyRing {
  /** `entityId` null: the key of the whole installation. Never makes two keys, also with other processes. */
  obtain(purpose: VaultKeyRow['purpose'], entityId: string | null): Promise<DataKey>
  /** The key if it is in memory already; makes none and does not wait. */
  known(purpose: VaultKeyRow['purpose'], entityId: string | null): DataKey | undefined
}

export interface KeyRingParts extends MasterKeys {
  readonly store: Store
  /** The setting or the file that has it, for messages. */
  readonly masterKeyName?: string
  readonly clock: Clock
}

const KEY_BYTES = 32

/** Unwraps all keys of the database; a master key that does not open one of them is an error. */
export async function openKeyRing({
  store,
  masterKeyName = 'TILLGATE_VAULT_KEY',
  clock,
  ...masterKeys
}: KeyRingParts): Promise<KeyRing> {
  const unwrap = (row: VaultKeyRow) => unwrappedBy(masterKeys, masterKeyName, row)
  const known = new Map<string, DataKey>()
  const pendingKeys = new Map<string, Promise<DataKey>>()
  for (const row of await store.read.vaultKeys()) {
    known.set(slotOf(row.purpose, row.entityId), unwrap(row))
  }

  async function make(purpose: VaultKeyRow['purpose'], entityId: string | null): Promise<DataKey> {
    const nowMs = clock.now()
    const key = { id: newObjectId(nowMs), entityId, purpose, createdAtMs: nowMs }
    const secret = randomBytes(KEY_BYTES)
    const row = { ...key, wrapped: seal(masterKeys.masterKey, placeOf(key), secret) }
    const result = await store.commit([{ kind: 'insertVaultKey', row }])
    if (result.applied) return { id: row.id, secret: createSecretKey(secret) }
    return unwrap(await readMadeElsewhere(purpose, entityId))
  }

  /** Another process of this database has made the key in the meantime: its key is used. */
  async function readMadeElsewhere(purpose: string, entityId: string | null): Promise<VaultKeyRow> {
    const rows = await store.read.vaultKeys()
    const row = rows.find((each) => each.purpose === purpose && each.entityId === entityId)
    if (row === undefined) throw new VaultError(`The store refused a new ${purpose} key`)
    return row
  }

  async function makeOnce(
    purpose: VaultKeyRow['purpose'],
    entityId: string | null,
  ): Promise<DataKey> {
    const slot = slotOf(purpose, entityId)
    const pending = pendingKeys.get(slot)
    if (pending !== undefined) return pending
    const made = make(purpose, entityId)
    pendingKeys.set(slot, made)
    try {
      const key = await made
      known.set(slot, key)
      return key
    } finally {
      // Also after a failure, so that the next caller tries again.
      pendingKeys.delete(slot)
    }
  }

  return {
    known: (purpose, entityId) => known.get(slotOf(purpose, entityId)),
    async obtain(purpose, entityId) {
      return known.get(slotOf(purpose, entityId)) ?? makeOnce(purpose, entityId)
    },
  }
}

function unwrappedBy(masterKeys: MasterKeys, masterKeyName: string, row: VaultKeyRow): DataKey {
  try {
    const { secret } = unwrap(masterKeys, placeOf(row), row.wrapped)
    return { id: row.id, secret: createSecretKey(secret) }
  } catch {
    throw new VaultError(
      `${masterKeyName} does not open the keys in this database, it is that of another one: set TILLGATE_VAULT_KEY to the key of this one, or bring its vault.key back; while one key replaces another, TILLGATE_VAULT_KEY_OTHER is the one that is replaced`,
    )
  }
}

/** The row of a data key wrapped by the master key; `undefined`: it is already. Throws a `VaultError` as `unwrap`. */
export function dataKeyAnew(keys: MasterKeys, row: VaultKeyRow): string | undefined {
  return wrappedAnew(keys, placeOf(row), row.wrapped)
}

/** Binds a wrapped key to its owner and use: a key moved to another row does not unwrap. */
function placeOf(key: Pick<VaultKeyRow, 'id' | 'entityId' | 'purpose'>): string {
  return ['vault key', key.id, key.purpose, key.entityId ?? ''].join('\n')
}

function slotOf(purpose: string, entityId: string | null): string {
  return `${purpose}\n${entityId ?? ''}`
}
