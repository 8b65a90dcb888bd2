import { bodyOf } from '../../http/answer.ts'
import { ndcOf } from '../../kernel/ids.ts'

/** Numbers with the same ten digits of which there are too many. */
export interface ReachedGuesses {
  /** Of the event. */
  readonly id: string
  readonly entityId: string
  readonly code: string
  readonly description: string
  readonly bin: string
  readonly last4Digits: string
  readonly limit: number
  /** Until when further numbers are refused. */
  readonly endsAtMs: number
  readonly nowMs: number
}

/** What webhooks are told of it: no payment exists. */
export function guessPayload(reached: ReachedGuesses): string {
  const { id, entityId, code, description, bin, last4Digits, limit, endsAtMs, nowMs } = reached
  const numbersAlike = { limit, refusedUntil: new Date(endsAtMs).toISOString() }
  const before = { id, card: { bin, last4Digits }, numbersAlike }
  const meta = { ndc: ndcOf(entityId, id), atMs: nowMs }
  return JSON.stringify(bodyOf(code, meta, { description, before }))
}
