import type { FastifyBaseLogger } from 'fastify'
import { DAY_MS } from '../../common/durations.ts'
import type { UsableEntity } from '../entities/access.ts'
import { newObjectId } from '../kernel/ids.ts'
import type { Clock } from '../kernel/timers/clock.ts'
import type { Vault } from '../kernel/vault/vault.ts'
import { maskNumber } from '../parameters/masking.ts'
import { type Refusal, refuse } from '../results/refusal.ts'
import type { Change, Store } from '../store/port.ts'
import { guessPayload } from './guesses-notified.ts'
import type { Notifications } from './notifications.ts'

/**
 * How many different card numbers with the same first six and last four digits a merchant may send in a day
 * (UTC). Whoever knows these ten digits of a stored card has 100,000 numbers to try.
 */
export const MAX_ALIKE = 20

/** A card number of a request, before anything is answered that depends on it. */
export interface SentNumber {
  readonly channel: UsableEntity
  readonly number: string
  /** As the vault makes it. */
  readonly fingerprint: string
}

/**
 * Refuses to test guesses (R-ORACLE-1). `undefined`, synchronously, for the first number of a day with its ten
 * digits, and for that number again: a plain payment awaits and writes nothing.
 */
export type RefuseGuess = (sent: SentNumber) => Refusal | undefined | Promise<Refusal | undefined>

interface GuessParts {
  readonly store: Store
  readonly vault: Pick<Vault, 'keyedHash'>
  readonly clock: Clock
  readonly notifications: Notifications
  readonly log: Pick<FastifyBaseLogger, 'warn'>
}

/** Whose numbers are counted, on which day. */
interface Alike {
  readonly merchantId: string
  /** Keyed: no row says which digits it is about. */
  readonly subject: string
  readonly endsAtMs: number
}

export function createGuessRefusal(parts: GuessParts): RefuseGuess {
  const first = new FirstNumbers()
  return (sent) => {
    const nowMs = parts.clock.now()
    if (first.isOrBecomes(sent, Math.floor(nowMs / DAY_MS))) return undefined
    return furtherNumber(sent, nowMs, parts)
  }
}

async function furtherNumber(
  sent: SentNumber,
  nowMs: number,
  parts: GuessParts,
): Promise<Refusal | undefined> {
  const { store, vault } = parts
  const endsAtMs = (Math.floor(nowMs / DAY_MS) + 1) * DAY_MS
  const merchantId = merchantOf(sent.channel)
  const hash = vault.keyedHash(JSON.stringify(['alike', merchantId, ...endsOf(sent.number)]))
  const alike = { merchantId, subject: hash.slice(0, HASH_DIGITS), endsAtMs }
  const count = { key: keyOf(alike), used: 1, most: MAX_ALIKE - 1, expiresAtMs: endsAtMs }
  const seen = vault.keyedHash(`alike ${sent.fingerprint}`).slice(0, HASH_DIGITS)
  const number = { ...count, key: `${count.key} ${seen}`, most: 1 }
  const isSeen = async () => (await store.read.quota(number.key)) !== undefined
  if (await isSeen()) return undefined
  const taken = await store.commit([
    { kind: 'takeQuota', row: number },
    { kind: 'takeQuota', row: count },
  ])
  // Another request may have counted the same number meanwhile.
  if (taken.applied || (await isSeen())) return undefined
  const refusal = refusalOf(sent, endsAtMs - nowMs)
  await report(sent, { ...alike, nowMs, refusal }, parts)
  return refusal
}

/** Enough that two subjects of a merchant never meet by chance. */
const HASH_DIGITS = 32

function keyOf({ merchantId, subject, endsAtMs }: Alike): string {
  return `numbers alike ${merchantId} ${subject} ${endsAtMs / DAY_MS}`
}

function merchantOf({ entity: { id, parentId } }: UsableEntity): string {
  return parentId ?? id
}

/** The ten digits that may be known of a number. */
function endsOf(number: string): readonly [six: string, four: string] {
  return [number.slice(0, 6), number.slice(-4)]
}

function refusalOf({ number }: SentNumber, waitingMs: number): Refusal {
  const retryAfterSeconds = Math.ceil(waitingMs / 1000)
  const message = `is one of more than ${MAX_ALIKE} with the same first six and last four digits today: try again in ${retryAfterSeconds} seconds`
  return refuse('800.120.101', {
    status: 429,
    description: `Too many different card numbers with the same first six and last four digits: try again in ${retryAfterSeconds} seconds`,
    parameterErrors: [{ name: 'card.number', value: maskNumber(number), message }],
    retryAfterSeconds,
  })
}

/** Tells log and webhooks, once a day for these ten digits, so that an attack writes nothing more. */
async function report(
  { channel, number }: SentNumber,
  { refusal, nowMs, ...alike }: Alike & { readonly refusal: Refusal; readonly nowMs: number },
  { store, notifications, log, clock }: GuessParts,
): Promise<void> {
  const told = { key: `${keyOf(alike)} told`, used: 1, most: 1, expiresAtMs: alike.endsAtMs }
  if ((await store.read.quota(told.key)) !== undefined) return
  const { id: entityId } = channel.entity
  const entity = await notifications.of(entityId)
  const id = newObjectId(clock.now())
  const [bin, last4Digits] = endsOf(number)
  const { code, description = '' } = refusal
  const reached = { id, entityId, code, description, bin, last4Digits, ...alike, nowMs }
  const payload = () => guessPayload({ ...reached, limit: MAX_ALIKE })
  const about = { type: 'RISK', entityId, orderKey: id, subjectId: id, sequence: 1 } as const
  const notices: readonly Change[] = entity.takes('RISK')
    ? [...entity.changesFor({ ...about, payload })]
    : []
  const once = await store.commit([{ kind: 'takeQuota', row: told }, ...notices])
  // A conflict: another request has told it.
  if (once.applied) log.warn({ entityId, merchantId: alike.merchantId }, 'card numbers are guessed')
}

/** 2 MB: for 60,000 different numbers of a day, one in ten shares its place and is counted in the store. */
const PLACES = 2 ** 18

/** The first number of today for each ten digits of a merchant, as far as each has a place of its own. */
class FirstNumbers {
  /** Of each place: whose it is, and the beginning of the fingerprint. */
  readonly #table = new Uint32Array(2 * PLACES)
  #day = -1

  /** Whether it is the first number with its ten digits; the first time it becomes that. */
  isOrBecomes({ channel, number, fingerprint }: SentNumber, day: number): boolean {
    if (day !== this.#day) {
      this.#day = day
      this.#table.fill(0)
    }
    const merchantId = merchantOf(channel)
    const place = 2 * (hashOf(merchantId, number, FIRST_SEED) % PLACES)
    // A place without a number has 0.
    const owner = hashOf(merchantId, number, SECOND_SEED) || 1
    const begin = Number.parseInt(fingerprint.slice(0, 8), 16)
    if (this.#table[place] === 0) {
      this.#table[place] = owner
      this.#table[place + 1] = begin
      return true
    }
    return this.#table[place] === owner && this.#table[place + 1] === begin
  }
}

const FIRST_SEED = 0x811c9dc5
const SECOND_SEED = 0x9747b28c

/**
 * FNV-1a, 32 bits, of a merchant and the ten digits of a number, without a text of them: every card payment
 * asks twice. Whoever finds two of one place is counted in the store.
 */
function hashOf(merchantId: string, number: string, seed: number): number {
  let hash = seed
  for (let at = 0; at < merchantId.length; at++) {
    hash = Math.imul(hash ^ merchantId.charCodeAt(at), 0x01000193)
  }
  for (let at = 0; at < number.length; at++) {
    const isKnown = at < 6 || at >= number.length - 4
    if (isKnown) hash = Math.imul(hash ^ number.charCodeAt(at), 0x01000193)
  }
  return (hash ^ (hash >>> 15)) >>> 0
}
