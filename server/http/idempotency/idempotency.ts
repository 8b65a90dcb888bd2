import type { Clock } from '../../kernel/timers/clock.ts'
import type { Vault } from '../../kernel/vault/vault.ts'
import { type Refusal, refuse } from '../../results/refusal.ts'
import type { IdempotencyRow, PaymentRow, Store } from '../../store/port.ts'
import type { AnswerText } from '../answer.ts'
import { storedAnswer, storedTextOf, textOf } from './answer-text.ts'
import { createEntry, type KeyEntry, type PaymentAnswerOf } from './entry.ts'
import { type KeyedRequest, keyedRequest, type SentRequest } from './keyed-request.ts'

/**
 * After this time, in milliseconds, a request without an answer counts as lost with its process:
 * the request may arrive for 30 s and a connector may take as long; the rest is for a slow store.
 */
const ABANDONED_AFTER_MS = 120_000

/** What is known of a keyed request: nothing, what was answered, or why it has to be refused. */
export type Recalled =
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

export interface IdempotencyParts {
  readonly store: Store
  readonly vault: Pick<Vault, 'keyedHash'>
  readonly clock: Clock
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
      if (row === undefined || row.expiresAtMs <= nowMs) {
        return { kind: 'new', entry: createEntry(keyed, { expired: row, answerOf, nowMs }) }
      }
      if (row.fingerprint !== keyed.fingerprint) return { kind: 'refused', refusal: otherRequest }
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
export const stillRunning: Refusal = refuse('800.600.100', {
  status: 409,
  description:
    'A request with this Idempotency-Key is still running: send it again in a second for its answer',
  retryAfterSeconds: 1,
})
