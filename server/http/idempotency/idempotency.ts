import type { FastifyRequest } from 'fastify'
import { HOUR_MS } from '../../../common/durations.ts'
import type { EntityClock } from '../../kernel/timers/clock.ts'
import type { Vault } from '../../kernel/vault/vault.ts'
import type { FlatBody } from '../../parameters/table.ts'
import { isRefusal, type Refusal, refuse } from '../../results/refusal.ts'
import type { ChangePart, CommitParticipant, PartConflict } from '../../store/commit-parts.ts'
import type { ChangeSet, IdempotencyRow, PaymentRow, Store } from '../../store/port.ts'
import { type Answer, type AnswerText, membersOf, textOfBody } from '../answer.ts'
import { plainAnswer, told } from '../plain-answer.ts'
import { removalOf } from './expired.ts'
import {
  KEY_HEADER,
  type KeyedRequest,
  keyedRequest,
  readKey,
  type SentRequest,
} from './keyed-request.ts'

/** Marks a stored answer. */
const REPLAYED = { 'idempotent-replayed': 'true' }

/** What became of a request's work. */
export type Worked = Answer | Refusal | KeyInUse

/** A request that is carried out once per key. */
interface OnceRequest {
  /** Whose keys these are. */
  readonly owner: readonly string[]
  readonly parameters: FlatBody
  /** Those of them that can have an effect; absent: all. */
  readonly meant?: () => FlatBody
  /** Carries the request out. Its effect commits what `entry`, there for a request with a key, adds. */
  readonly work: (entry: KeyEntry | undefined) => Worked | Promise<Worked>
  /** Makes its answer if its effect is a payment; absent: it makes no payment. */
  readonly answerOf?: ((payment: PaymentRow, ndc: string) => Answer) | undefined
}

export interface OnceParts {
  readonly idempotency: Idempotency
}

/** Answers a request whose sender is known: from its key if it was answered before, else by its work. */
export async function answerOnce(
  request: FastifyRequest,
  once: OnceRequest,
  parts: OnceParts,
): Promise<Answer | AnswerText | Refusal> {
  const header = request.headers[KEY_HEADER]
  if (header === undefined) return unkeyed(await once.work(undefined))
  const key = readKey(header)
  if (isRefusal(key)) return key
  const { owner, parameters: asSent, meant = () => asSent } = once
  const parameters = meant()
  const { method, url } = request
  const path = url.split('?', 1)[0] ?? ''
  const isAll = parameters.length === asSent.length
  const sent = { key, owner, method, path, parameters, ...(isAll ? {} : { asSent }) }
  const keyed = parts.idempotency.keyed(sent)
  return answerKeyed(request, { keyed, once }, parts)
}

/** What became of a request without a key: it adds nothing to a commit that could meet a conflict. */
export function unkeyed(worked: Worked): Answer | Refusal {
  if (!isRefusal(worked) && 'keyInUse' in worked) {
    throw new Error('A request without a key met a conflict of its key')
  }
  return worked
}

async function answerKeyed(
  request: FastifyRequest,
  { keyed, once }: { readonly keyed: KeyedRequest; readonly once: OnceRequest },
  { idempotency }: OnceParts,
): Promise<AnswerText | Refusal> {
  const { answerOf = noPayment } = once
  const render = (payment: PaymentRow) => answerOf(payment, request.ndc)
  const known = await idempotency.recall(keyed, render)
  if (known.kind !== 'new') return recalled(known)
  const worked = await once.work(known.entry)
  if (!isRefusal(worked) && !('keyInUse' in worked)) {
    const made = textOf(told(request, worked))
    // If one commit has written everything, its answer is the stored one.
    return known.entry.wasOpened ? conclude(request, { keyed, made }, idempotency) : made
  }
  // A refusal may be the effect of another request with this key: the stored answer of that request
  // is used first.
  const again = await idempotency.recall(keyed, render)
  if (again.kind !== 'new') return recalled(again)
  return isRefusal(worked) ? worked : stillRunning
}

/**
 * Answers what was made; a refusal and a conflict stay what they are. What was made is committed, so it is answered
 * as done also where its answer cannot be made (R-AFTER-1).
 */
export function answerTo<Made extends object>(
  made: Made | Refusal | KeyInUse,
  answerOf: (made: Made) => Answer,
): Worked {
  if (isRefusal(made) || 'keyInUse' in made) return made
  try {
    return answerOf(made)
  } catch (error) {
    return plainAnswer(made, error)
  }
}

function noPayment(): never {
  throw new Error('The key of a request that makes no payment names one')
}

/** The effect is durable, so it is answered even when the store does not take the answer now. */
async function conclude(
  request: FastifyRequest,
  { keyed, made }: { readonly keyed: KeyedRequest; readonly made: AnswerText },
  idempotency: Idempotency,
): Promise<AnswerText> {
  try {
    return await idempotency.conclude(keyed, made)
  } catch (err) {
    request.log.error({ id: request.logId, err }, 'the answer of a key is not stored')
    return made
  }
}

function recalled(known: Exclude<Recalled, { kind: 'new' }>): AnswerText | Refusal {
  return known.kind === 'refused' ? known.refusal : { ...known.answer, headers: REPLAYED }
}

/**
 * After this time, in milliseconds, a request without an answer counts as lost with its process:
 * the request may arrive for 30 s and a connector may take as long; the rest is for a slow store.
 */
const ABANDONED_AFTER_MS = 120_000

/** What is known of a keyed request: nothing, what was answered, or why it has to be refused. */
type Recalled =
  | { readonly kind: 'new'; readonly entry: KeyEntry }
  | { readonly kind: 'answered'; readonly answer: AnswerText }
  | { readonly kind: 'refused'; readonly refusal: Refusal }

export interface Idempotency {
  keyed(sent: SentRequest): KeyedRequest
  /** Looks a request up under its key; `answerOf` renders an answer that is made now. */
  recall(keyed: KeyedRequest, answerOf: PaymentAnswerOf): Promise<Recalled>
  /**
   * The answer to send for a request that was carried out: the stored one; if none is stored,
   * `made`, which is stored then. They differ when another process was faster, such as recovery.
   */
  conclude(keyed: KeyedRequest, made: AnswerText): Promise<AnswerText>
}

interface IdempotencyParts {
  readonly store: Store
  readonly vault: Pick<Vault, 'keyedHash'>
  readonly clock: Pick<EntityClock, 'now' | 'safeNow'>
  /** Asks for an outcome that is not known; see `PaymentService`. */
  readonly refresh: (payment: PaymentRow) => Promise<PaymentRow>
  /** Whether this process is sending a payment now: its request has not died, whatever the clock says. */
  readonly isUnderWay: (paymentId: string) => boolean
}

/** Keeps what was answered to requests that carry a key (decisions §13). */
export function createIdempotency(parts: IdempotencyParts): Idempotency {
  const { store, vault, clock, refresh, isUnderWay } = parts

  async function conclude({ scope, key }: KeyedRequest, made: AnswerText): Promise<AnswerText> {
    const row = await store.read.idempotency(scope, key)
    if (row === undefined) return made
    if (row.answer !== null) return storedAnswer(row.answer)
    const answer = storedTextOf(made)
    const committed = await store.commit([{ kind: 'answerIdempotency', scope, key, answer }])
    if (committed.applied) return made
    const answered = await store.read.idempotency(scope, key)
    return answered?.answer ? storedAnswer(answered.answer) : made
  }

  /**
   * The answer of a request whose payment was stored but whose answer was not. Its process may have
   * ended; then the answer is made from the stored payment. While the outcome is unknown and the
   * request may still be running, no answer is made.
   */
  async function answerInterrupted(
    keyed: KeyedRequest,
    row: IdempotencyRow,
    answerOf: PaymentAnswerOf,
  ): Promise<AnswerText | undefined> {
    const payment = row.paymentId === null ? undefined : await store.read.payment(row.paymentId)
    if (payment === undefined) return undefined
    const now = await refresh(payment)
    const isOld = clock.now() >= row.createdAtMs + ABANDONED_AFTER_MS
    const isAbandoned = isOld && !isUnderWay(payment.id)
    if (now.state === 'intent' && !isAbandoned) return undefined
    return conclude(keyed, textOf(answerOf(now)))
  }

  return {
    keyed: (sent) => keyedRequest(sent, vault),

    async recall(keyed, answerOf) {
      const nowMs = clock.now()
      const row = await store.read.idempotency(keyed.scope, keyed.key)
      // A key that is forgotten too early pays twice.
      if (row === undefined || row.expiresAtMs <= clock.safeNow()) {
        return { kind: 'new', entry: createEntry(keyed, { expired: row, answerOf, nowMs }) }
      }
      const isSame = [keyed.fingerprint, keyed.fingerprintAsSent].includes(row.fingerprint)
      if (!isSame) return { kind: 'refused', refusal: otherRequest }
      if (row.answer !== null) return { kind: 'answered', answer: storedAnswer(row.answer) }
      const answer = await answerInterrupted(keyed, row, answerOf)
      if (answer === undefined) return { kind: 'refused', refusal: stillRunning }
      return { kind: 'answered', answer }
    },

    conclude,
  }
}

/** R-IDEM-2: one key, one request. */
const otherRequest: Refusal = refuse('200.200.106', {
  description:
    'This Idempotency-Key was sent with another request before: take a new key for a new request',
})

/** The first request with the key has not been answered yet; it is not carried out again. */
const stillRunning: Refusal = refuse('800.600.100', {
  status: 409,
  description:
    'A request with this Idempotency-Key is still running: send it again in a second for its answer',
  retryAfterSeconds: 1,
})

/** How long a key is known, in milliseconds: 72 hours (decisions §13). */
const KEPT_MS = 72 * HOUR_MS

/** Names the changes of an idempotency key. */
const OWNER = 'idempotencyKey'

/** Another request with the same key wrote it first: nothing of this request was written. */
export interface KeyInUse {
  readonly keyInUse: true
}

/** Ends the work of a request if another one has written its key; for `Deciding.onConflict`. */
export function keyInUse({ owner }: PartConflict): KeyInUse | undefined {
  return owner === OWNER ? { keyInUse: true } : undefined
}

/** The entry of a new key: what it adds to the commits of its request's effect (R-IDEM-4). */
export interface KeyEntry {
  /** Names the request: the same for each repetition of it, and for no other. */
  readonly requestName: string
  /** Until when it is known, by the clock of the process. */
  readonly expiresAtMs: number
  /** For an effect that is a payment. */
  readonly participant: CommitParticipant
  /** For an effect that is known at once and is no payment. */
  answered(answer: Answer): ChangePart
  /** Whether the entry was handed over before the outcome of its payment was known. */
  readonly wasOpened: boolean
}

/** Renders the answer to one request whose effect is a payment. */
type PaymentAnswerOf = (payment: PaymentRow) => Answer

interface EntryParts {
  /** An expired row with the same key that is not removed yet; the new one replaces it. */
  readonly expired: IdempotencyRow | undefined
  /** The answer to the request if its effect is a payment. */
  readonly answerOf: PaymentAnswerOf
  readonly nowMs: number
}

/** Makes the entry of a key that is not known yet. Nothing is stored here. */
function createEntry(keyed: KeyedRequest, { expired, answerOf, nowMs }: EntryParts): KeyEntry {
  const { scope, key, fingerprint } = keyed
  const expiresAtMs = nowMs + KEPT_MS
  let wasOpened = false

  function insert(paymentId: string | null, answer: string | null): ChangeSet {
    return [
      ...(expired === undefined ? [] : [removalOf(expired, nowMs)]),
      {
        kind: 'insertIdempotency',
        row: { paymentId, answer, createdAtMs: nowMs, expiresAtMs, ...keyed },
      },
    ]
  }

  const rendered = (payment: PaymentRow) => storedTextOf(textOf(answerOf(payment)))

  const answerWith = (payment: PaymentRow): ChangeSet => [
    { kind: 'answerIdempotency', scope, key, answer: rendered(payment) },
  ]

  return {
    requestName: `${scope} ${key} ${fingerprint}`,
    expiresAtMs,

    participant: {
      owner: OWNER,
      opened(payment) {
        wasOpened = true
        return insert(payment.id, null)
      },
      recorded: (payment, isStored) =>
        isStored ? answerWith(payment) : insert(payment.id, rendered(payment)),
      requestEnded: answerWith,
    },

    answered(answer) {
      const stored = storedTextOf(textOf(repeatable(answer)))
      return { owner: OWNER, changes: insert(null, stored) }
    },

    get wasOpened() {
      return wasOpened
    },
  }
}

/** What a request's key, if it has one, adds to the commit of an effect that is no payment. */
export function keyParts<Row>(
  entry: KeyEntry | undefined,
  answerOf: (row: Row) => Answer,
): (row: Row) => readonly ChangePart[] {
  return (row) => (entry === undefined ? [] : [entry.answered(answerOf(row))])
}

/** The participants of a payment whose request may carry a key. */
export function participantsOf(entry: KeyEntry | undefined): readonly CommitParticipant[] {
  return entry === undefined ? [] : [entry.participant]
}

/** An answer as it goes over the wire. */
function textOf(answer: Answer): AnswerText {
  return { status: answer.status, text: textOfBody(answer) }
}

/**
 * An answer as it is repeated: without the members that are shown once. `alreadyShown` names them in their
 * place, so that nobody takes their absence for a fault.
 */
function repeatable(answer: Answer): Answer {
  const { shownOnce } = answer
  if (shownOnce === undefined) return answer
  const kept = Object.entries(membersOf(answer)).filter(([name]) => !shownOnce.includes(name))
  return { ...answer, body: { ...Object.fromEntries(kept), alreadyShown: shownOnce } }
}

/** What is stored of an answer: its status, and its body as text to keep the bytes. */
interface StoredAnswer {
  readonly status: number
  readonly body: string
}

/** The text under which an answer is stored. */
function storedTextOf({ status, text }: AnswerText): string {
  return JSON.stringify({ status, body: text } satisfies StoredAnswer)
}

/** A stored answer, as it was sent. */
function storedAnswer(stored: string): AnswerText {
  const { status, body } = JSON.parse(stored) as StoredAnswer
  return { status, text: body }
}
