import type { FastifyBaseLogger } from 'fastify'
import { DAY_MS, SECOND_MS } from '../../../common/durations.ts'
import { newObjectId } from '../../kernel/ids.ts'
import type { Clock } from '../../kernel/timers/clock.ts'
import type { Vault } from '../../kernel/vault/vault.ts'
import { maskNumber } from '../../parameters/masking.ts'
import { type Refusal, refuse } from '../../results/refusal.ts'
import type { Change, Store } from '../../store/port.ts'
import type { RepeatedWork } from '../feature.ts'
import type { Notifications } from '../notifications.ts'
import {
  AlikeCounts,
  alikeKey,
  dayOf,
  endsOf,
  merchantOf,
  rootOf,
  type SentNumber,
} from './alike-counts.ts'
import { guessPayload } from './guesses-notified.ts'

/**
 * Refuses to test guesses (R-ORACLE-1). `undefined`, synchronously, for the first number of a day with its ten
 * digits, and for that number again: a plain payment awaits and writes nothing.
 */
export type RefuseGuess = (sent: SentNumber) => Refusal | undefined | Promise<Refusal | undefined>

export interface GuessRefusal {
  readonly refuse: RefuseGuess
  /** Counts first numbers, which were let pass without, and learns what other processes have counted. */
  readonly work: RepeatedWork
  /** Counts what is not counted yet. Rejects with the store. */
  close(): Promise<void>
}

interface GuessParts {
  readonly store: Store
  readonly vault: Pick<Vault, 'keyedHash'>
  readonly clock: Clock
  readonly notifications: Notifications
  readonly log: Pick<FastifyBaseLogger, 'warn'>
}

/** How soon a first number is counted, and what other processes have counted is known. */
const COUNTED_EVERY_MS = SECOND_MS

/** First numbers that are not counted yet; a further one is counted before it is answered. */
const MAX_UNCOUNTED = 10_000

/**
 * Counts different numbers of the same ten digits, over all processes and restarts. What a process that is
 * killed had let pass within its last second is not counted.
 */
export function createGuessRefusal(parts: GuessParts): GuessRefusal {
  const counts = new AlikeCounts(parts.store, parts.vault)
  const first = new FirstNumbers()
  const uncounted = new UncountedNumbers(counts)

  async function further(sent: SentNumber, nowMs: number): Promise<Refusal | undefined> {
    await uncounted.count()
    const most = await counts.take(sent, nowMs)
    if (most === undefined) {
      first.keep(sent)
      return undefined
    }
    const waitingMs = (dayOf(nowMs) + 1) * DAY_MS - nowMs
    const refusal = refusalOf(sent, { most, waitingMs })
    await report(sent, { subject: counts.subjectOf(sent), nowMs, refusal, most }, parts)
    return refusal
  }

  return {
    refuse(sent) {
      const nowMs = parts.clock.now()
      const kept = first.look(sent, nowMs)
      if (kept === 'same') return undefined
      const isLetPass = kept === 'none' && counts.areFew(sent, nowMs) && uncounted.add(sent, nowMs)
      if (!isLetPass) return further(sent, nowMs)
      first.keep(sent)
      return undefined
    },
    work: {
      everyMs: COUNTED_EVERY_MS,
      async run() {
        await uncounted.count()
        await counts.look(parts.clock.now())
        return false
      },
    },
    close: () => uncounted.count(),
  }
}

/** Numbers that were let pass, until they are counted. */
class UncountedNumbers {
  readonly #counts: AlikeCounts
  #waiting: { readonly sent: SentNumber; readonly nowMs: number }[] = []
  #counting: Promise<void> = Promise.resolve()

  constructor(counts: AlikeCounts) {
    this.#counts = counts
  }

  /** Whether there is room for it. */
  add(sent: SentNumber, nowMs: number): boolean {
    if (this.#waiting.length >= MAX_UNCOUNTED) return false
    this.#waiting.push({ sent, nowMs })
    return true
  }

  /** Resolves when all are counted. Rejects with the store; they wait on then. */
  count(): Promise<void> {
    if (this.#waiting.length === 0) return this.#counting
    const counted = this.#counting.then(() => this.#countWaiting())
    this.#counting = counted.catch(() => undefined)
    return counted
  }

  async #countWaiting(): Promise<void> {
    const waiting = this.#waiting
    this.#waiting = []
    try {
      await Promise.all(waiting.map(({ sent, nowMs }) => this.#counts.note(sent, nowMs)))
    } catch (error) {
      // Those that were counted are not counted twice.
      this.#waiting = [...waiting, ...this.#waiting]
      throw error
    }
  }
}

function refusalOf(
  { number }: SentNumber,
  { most, waitingMs }: { readonly most: number; readonly waitingMs: number },
): Refusal {
  const retryAfterSeconds = Math.ceil(waitingMs / 1000)
  const message = `is one of more than ${most} with the same first six and last four digits today: try again in ${retryAfterSeconds} seconds`
  return refuse('800.120.101', {
    status: 429,
    description: `Too many different card numbers with the same first six and last four digits: try again in ${retryAfterSeconds} seconds`,
    parameterErrors: [{ name: 'card.number', value: maskNumber(number), message }],
    retryAfterSeconds,
  })
}

interface Refused {
  readonly subject: string
  readonly nowMs: number
  readonly most: number
  readonly refusal: Refusal
}

/** Tells log and webhooks, once a day for these ten digits, so that an attack writes nothing more. */
async function report(
  { channel, number }: SentNumber,
  { refusal, nowMs, subject, most: limit }: Refused,
  { store, notifications, log, clock }: GuessParts,
): Promise<void> {
  const merchantId = merchantOf(channel)
  const day = dayOf(nowMs)
  const endsAtMs = (day + 1) * DAY_MS
  const key = `${alikeKey(merchantId, subject, day)} told`
  const told = { key, used: 1, most: 1, expiresAtMs: endsAtMs }
  if ((await store.read.quota(told.key)) !== undefined) return
  const { id: entityId } = channel.entity
  const entity = await notifications.of(entityId)
  const id = newObjectId(clock.now())
  const [bin, last4Digits] = endsOf(number)
  const { code, description = '' } = refusal
  const reached = { id, entityId, code, description, bin, last4Digits, endsAtMs, nowMs, limit }
  const payload = () => guessPayload(reached)
  const about = { type: 'RISK', entityId, orderKey: id, subjectId: id, sequence: 1 } as const
  const notices: readonly Change[] = entity.takes('RISK')
    ? [...entity.changesFor({ ...about, payload })]
    : []
  const once = await store.commit([{ kind: 'takeQuota', row: told }, ...notices])
  // A conflict: another request has told it.
  if (once.applied) log.warn({ entityId, merchantId, limit }, 'card numbers are guessed')
}

/** 2 MB: for 60,000 different numbers of a day, one in ten shares its place and is counted at once. */
const PLACES = 2 ** 18

/** The first number of today for each ten digits below one root, as far as each has a place of its own. */
class FirstNumbers {
  /** Of each place: whose it is, and the beginning of the fingerprint. */
  readonly #table = new Uint32Array(2 * PLACES)
  #day = -1

  /** What is kept for the ten digits of a number: nothing, the same number, or another one. */
  look(sent: SentNumber, nowMs: number): 'none' | 'same' | 'other' {
    const day = dayOf(nowMs)
    if (day !== this.#day) {
      this.#day = day
      this.#table.fill(0)
    }
    const { place, owner, begin } = placeOf(sent)
    if (this.#table[place] === 0) return 'none'
    const isSame = this.#table[place] === owner && this.#table[place + 1] === begin
    return isSame ? 'same' : 'other'
  }

  /** Keeps a number of the day that was looked at last, unless its place is taken. */
  keep(sent: SentNumber): void {
    const { place, owner, begin } = placeOf(sent)
    if (this.#table[place] !== 0) return
    this.#table[place] = owner
    this.#table[place + 1] = begin
  }
}

function placeOf({ channel, number, fingerprint }: SentNumber) {
  const rootId = rootOf(channel)
  return {
    place: 2 * (hashOf(rootId, number, FIRST_SEED) % PLACES),
    // A place without a number has 0.
    owner: hashOf(rootId, number, SECOND_SEED) || 1,
    begin: Number.parseInt(fingerprint.slice(0, 8), 16),
  }
}

const FIRST_SEED = 0x811c9dc5
const SECOND_SEED = 0x9747b28c

/**
 * FNV-1a, 32 bits, of an entity and the ten digits of a number, without a text of them: every card payment
 * asks twice. Whoever finds two of one place is counted in the store.
 */
function hashOf(entityId: string, number: string, seed: number): number {
  let hash = seed
  for (let at = 0; at < entityId.length; at++) {
    hash = Math.imul(hash ^ entityId.charCodeAt(at), 0x01000193)
  }
  for (let at = 0; at < number.length; at++) {
    const isKnown = at < 6 || at >= number.length - 4
    if (isKnown) hash = Math.imul(hash ^ number.charCodeAt(at), 0x01000193)
  }
  return (hash ^ (hash >>> 15)) >>> 0
}
