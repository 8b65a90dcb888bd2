import { createHmac, createSecretKey, type KeyObject } from 'node:crypto'
import type { ConfidentialRow, NumberKeys, VaultRecordRow } from '../../store/port.ts'
import { fingerprintOf, open, type Sealer, seal, sealInThisThread, VaultError } from './aead.ts'
import { createCardNumbers } from './card-numbers.ts'
import { type DataKey, type KeyRingParts, openKeyRing } from './key-ring.ts'
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
  const { store, masterKey, otherMasterKey, clock } = parts
  const masterKeys = { masterKey, otherMasterKey }
  const shortLived = createShortLivedRing({ keys: store.shortLivedKeys, clock, ...masterKeys })
  const places = [store.numberKeys, ...(numberKeyFolder === undefined ? [] : [numberKeyFolder])]
  const wrapping = { ...masterKeys, installationId: fingerprint.id }
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
