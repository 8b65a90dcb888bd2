import type { FastifyRequest } from 'fastify'
import type { FlatBody } from '../../parameters/flat-body.ts'
import { isRefusal, type Refusal } from '../../results/refusal.ts'
import type { PaymentRow } from '../../store/port.ts'
import type { Answer, AnswerText } from '../answer.ts'
import { textOf } from './answer-text.ts'
import type { KeyEntry, KeyInUse } from './entry.ts'
import { type Idempotency, type Recalled, stillRunning } from './idempotency.ts'
import { KEY_HEADER, type KeyedRequest, readKey } from './keyed-request.ts'

/** Marks a stored answer. */
const REPLAYED = { 'idempotent-replayed': 'true' }

/** What became of a request's work. */
export type Worked = Answer | Refusal | KeyInUse

/** A request that is carried out once per key. */
export interface OnceRequest {
  /** Whose keys these are. */
  readonly owner: readonly string[]
  readonly parameters: FlatBody
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
  const { owner, parameters } = once
  const { method, url } = request
  const path = url.split('?', 1)[0] ?? ''
  const keyed = parts.idempotency.keyed({ key, owner, method, path, parameters })
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
    const made = textOf(worked)
    // If one commit has written everything, its answer is the stored one.
    return known.entry.wasOpened ? conclude(request, { keyed, made }, idempotency) : made
  }
  // A refusal may be the effect of another request with this key: the stored answer of that request
  // is used first.
  const again = await idempotency.recall(keyed, render)
  if (again.kind !== 'new') return recalled(again)
  return isRefusal(worked) ? worked : stillRunning
}

/** Answers what was made; a refusal and a conflict stay what they are. */
export function answerTo<Made extends object>(
  made: Made | Refusal | KeyInUse,
  answerOf: (made: Made) => Answer,
): Worked {
  return isRefusal(made) || 'keyInUse' in made ? made : answerOf(made)
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
