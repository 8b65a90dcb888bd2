import type { ChangePart, CommitParticipant, PartConflict } from '../../store/commit-parts.ts'
import type { ChangeSet, IdempotencyRow, PaymentRow } from '../../store/port.ts'
import type { Answer } from '../answer.ts'
import { repeatable, storedTextOf, textOf } from './answer-text.ts'
import { removalOf } from './expired.ts'
import type { KeyedRequest } from './keyed-request.ts'

/** How long a key is known, in milliseconds: 72 hours (decisions §13). */
const KEPT_MS = 72 * 60 * 60 * 1000

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
export type PaymentAnswerOf = (payment: PaymentRow) => Answer

export interface EntryParts {
  /** An expired row with the same key that is not removed yet; the new one replaces it. */
  readonly expired: IdempotencyRow | undefined
  /** The answer to the request if its effect is a payment. */
  readonly answerOf: PaymentAnswerOf
  readonly nowMs: number
}

/** Makes the entry of a key that is not known yet. Nothing is stored here. */
export function createEntry(
  keyed: KeyedRequest,
  { expired, answerOf, nowMs }: EntryParts,
): KeyEntry {
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
      settled: (payment, isStored) =>
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
