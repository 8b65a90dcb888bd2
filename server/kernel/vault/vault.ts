import { createHmac, createSecretKey, type KeyObject, randomBytes } from 'node:crypto'
import type {
  ConfidentialRow,
  NumberKeys,
  Store,
  VaultKeyRow,
  VaultRecordRow,
} from '../../store/port.ts'
import { newObjectId } from '../ids.ts'
import type { Clock } from '../timers/clock.ts'
import { fingerprintOf, open, type Sealer, seal, sealInThisThread, VaultError } from './aead.ts'
import { createCardNumbers } from './card-numbers.ts'
import type { MissingKey } from './number-key-places.ts'
import { createNumberKeyRing, type TendedKeys } from './number-key-ring.ts'
import { createShortLivedRing } from './short-lived-ring.ts'

/** What an entity's cards are opened with. */
export interface EntityKeys {
  readonly entityId: string
  readonly card: DataKey
}

interface CardToSeal {
  /** Id of the new vault record. */
  readonly id: string
  /** The whole card number. */
  readonly pan: string
  readonly nowMs: number
}

/** The payment that a secret belongs to. */
interface SecretOwner {
  readonly paymentId: string
  readonly entityId: string
}

interface SecretTime {
  readonly nowMs: number
  /** How long it may be needed at most, measured by the clock of the process. */
  readonly lifeMs: number
}

/**
 * Keeps card numbers and access tokens readable for this installation only (R-VLT-1, R-VLT-3).
 * Errors are `VaultError`s and name records, never what is in them.
 */
export interface Vault {
  /** The entity's keys, made and committed on first use. */
  keysOf(entityId: string): Promise<EntityKeys>
  /** The row for the caller's own change set. Stores nothing itself, except the entity's first key. */
  sealCard(entityId: string, card: CardToSeal): Promise<VaultRecordRow>
  /** The fingerprint that a row of this card number has, 64 hex. */
  fingerprintOf(pan: string): string
  /**
   * The card number; throws for a record of another entity and for one that was altered. `undefined`: the
   * number or its key was deleted.
   */
  openCard(keys: EntityKeys, row: VaultRecordRow): Promise<string | undefined>
  /** What to store in place of `sealed`: the same number under the key of this moment; else as `openCard`. */
  sealAnew(row: VaultRecordRow): Promise<string | undefined>
  /** See `NumberKeyRing.tend`. */
  tendNumberKeys(): Promise<TendedKeys>
  /** See `NumberKeyRing.missing`. */
  missingNumberKeys(): Promise<readonly MissingKey[]>
  /** Where this process keeps number keys. */
  readonly numberKeyPlace: Pick<NumberKeys, 'name' | 'removeDrafts'>
  /**
   * Seals what a payment needs for its charge and what must not be stored (R-VLT-4): under a data
   * key for this purpose only, bound to the payment, together with a key that is destroyed within an
   * hour after `lifeMs`. Returns the row for the caller's own change set.
   */
  sealSecret(payment: SecretOwner, text: string, time: SecretTime): Promise<ConfidentialRow>
  /**
   * Throws for the row of another payment and for one that was altered. `undefined`: its key was
   * destroyed, because its time is over, or lost by a crash of the database.
   */
  openSecret(row: ConfidentialRow): Promise<string | undefined>
  /** Destroys the keys of secrets whose time is over; to be called again and again. */
  destroyEndedKeys(): Promise<void>
  /** `tokenId`: the hash under which the token is stored; the text opens only for that hash. */
  sealCredential(tokenId: string, text: string): string
  openCredential(tokenId: string, sealed: string): string
  /** HMAC-SHA-256 of a text under a key of this installation, 64 hex: the same text, the same hash. */
  keyedHash(text: string): string
}

interface VaultParts extends KeyRingParts {
  /** A place of this process's own, where the shared one does not survive a crash: also has the number keys. */
  readonly numberKeyFolder?: NumberKeys | undefined
  /** Absent: card numbers are sealed in this thread. */
  readonly sealer?: Sealer
}

/**
 * Opens the vault of a database. A new database gets its two installation keys here, so that a wrong
 * master key fails at start and not at the first payment.
 */
export async function openVault({
  sealer = sealInThisThread,
  numberKeyFolder,
  ...parts
}: VaultParts): Promise<Vault> {
  const ring = await openKeyRing(parts)
  const fingerprint = await ring.obtain('fingerprint', null)
  const credential = await ring.obtain('credential', null)
  const hashing = hashingKeyOf(fingerprint)
  const { store, masterKey, clock } = parts
  const shortLived = createShortLivedRing({ keys: store.shortLivedKeys, masterKey, clock })
  const places = [store.numberKeys, ...(numberKeyFolder === undefined ? [] : [numberKeyFolder])]
  const wrapping = { masterKey, installationId: fingerprint.id }
  const numberKeys = createNumberKeyRing({ store, places, clock, ...wrapping })

  return {
    ...createCardNumbers({ ring, numberKeys, sealer, fingerprint: fingerprint.secret }),

    fingerprintOf: (pan) => fingerprintOf(pan, fingerprint.secret),
    tendNumberKeys: () => numberKeys.tend(),
    missingNumberKeys: () => numberKeys.missing(),
    numberKeyPlace: numberKeyFolder ?? store.numberKeys,

    async sealSecret({ paymentId, entityId }, text, { nowMs, lifeMs }) {
      const lasting = await ring.obtain('securityCode', entityId)
      const short = await shortLived.obtain(clock.now() + lifeMs)
      const owner = { paymentId, entityId, keyId: lasting.id }
      const sealed = seal(keyOfBoth(lasting, short), placeOfSecret(owner), text)
      return { ...owner, sealed: `${short.id}.${sealed}`, createdAtMs: nowMs }
    },

    async openSecret(row) {
      const lasting = await ring.obtain('securityCode', row.entityId)
      if (row.keyId !== lasting.id) {
        throw new VaultError(`The secret of payment ${row.paymentId} belongs to another key`)
      }
      const [shortId = '', sealed = ''] = row.sealed.split('.', 2)
      const short = await shortLived.find(shortId)
      if (short === undefined) return undefined
      return open(keyOfBoth(lasting, short), placeOfSecret(row), sealed).toString('utf8')
    },

    destroyEndedKeys: () => shortLived.destroyEnded(),

    sealCredential(tokenId, text) {
      const place = placeOfCredential(tokenId, credential.id)
      return `${credential.id}.${seal(credential.secret, place, text)}`
    },

    openCredential(tokenId, sealed) {
      const [keyId = '', text = ''] = sealed.split('.', 2)
      return open(credential.secret, placeOfCredential(tokenId, keyId), text).toString('utf8')
    },

    keyedHash: (text) => createHmac('sha256', hashing).update(text).digest('hex'),
  }
}

/**
 * A key derived from the fingerprint key, so that no hashed text can equal a card's fingerprint. It
 * changes only with the fingerprint key.
 */
function hashingKeyOf(fingerprint: DataKey): KeyObject {
  return createSecretKey(createHmac('sha256', fingerprint.secret).update('keyed hash').digest())
}

/** Opens nothing once one of the two is destroyed; of each entity another one. */
function keyOfBoth(lasting: DataKey, short: DataKey): KeyObject {
  const mixed = createHmac('sha256', short.secret).update(lasting.secret.export()).digest()
  return createSecretKey(mixed)
}

function placeOfSecret(row: Pick<ConfidentialRow, 'paymentId' | 'entityId' | 'keyId'>): string {
  return ['secret', row.paymentId, row.entityId, row.keyId].join('\n')
}

function placeOfCredential(tokenId: string, keyId: string): string {
  return ['credential', tokenId, keyId].join('\n')
}

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

interface KeyRingParts {
  readonly store: Store
  /** 32 bytes. It wraps data keys and nothing else, and never enters the store. */
  readonly masterKey: Buffer
  /** The setting or the file that has it, for messages. */
  readonly masterKeyName?: string
  readonly clock: Clock
}

const KEY_BYTES = 32

/** Unwraps all keys of the database; a master key that does not open one of them is an error. */
export async function openKeyRing({
  store,
  masterKey,
  masterKeyName = 'TILLGATE_VAULT_KEY',
  clock,
}: KeyRingParts): Promise<KeyRing> {
  const unwrap = (row: VaultKeyRow) => unwrappedBy(masterKey, masterKeyName, row)
  const known = new Map<string, DataKey>()
  const pendingKeys = new Map<string, Promise<DataKey>>()
  for (const row of await store.read.vaultKeys()) {
    known.set(slotOf(row.purpose, row.entityId), unwrap(row))
  }

  async function make(purpose: VaultKeyRow['purpose'], entityId: string | null): Promise<DataKey> {
    const nowMs = clock.now()
    const key = { id: newObjectId(nowMs), entityId, purpose, createdAtMs: nowMs }
    const secret = randomBytes(KEY_BYTES)
    const row = { ...key, wrapped: seal(masterKey, placeOf(key), secret) }
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

function unwrappedBy(masterKey: Buffer, masterKeyName: string, row: VaultKeyRow): DataKey {
  try {
    return { id: row.id, secret: createSecretKey(open(masterKey, placeOf(row), row.wrapped)) }
  } catch {
    throw new VaultError(
      `${masterKeyName} does not open the keys in this database, it is that of another one: set TILLGATE_VAULT_KEY to the key of this one, or bring its vault.key back`,
    )
  }
}

/** Binds a wrapped key to its owner and use: a key moved to another row does not unwrap. */
function placeOf(key: Pick<VaultKeyRow, 'id' | 'entityId' | 'purpose'>): string {
  return ['vault key', key.id, key.purpose, key.entityId ?? ''].join('\n')
}

function slotOf(purpose: string, entityId: string | null): string {
  return `${purpose}\n${entityId ?? ''}`
}
