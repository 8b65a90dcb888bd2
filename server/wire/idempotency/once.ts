import type { FastifyReply, FastifyRequest } from 'fastify'
import type { EntityClock } from '../../engine/timers/clock.ts'
import type { Answer } from '../http/answer.ts'
import { type Caller, type CallParts, readCaller } from '../http/call.ts'
import { type AnswerText, send, sendRefusal, sendText } from '../http/errors.ts'
import type { FlatBody } from '../parameters/flat-body.ts'
import { isRefusal, type Refusal } from '../results/refusal.ts'
import { textOf } from './answer-text.ts'
import type { KeyEntry, KeyInUse, PaymentAnswerOf } from './entry.ts'
import { type Idempotency, type Recalled, stillRunning } from './idempotency.ts'
import { KEY_HEADER, readKey } from './key.ts'
import type { KeyedRequest } from './keyed-request.ts'

/** Tells a stored answer from a fresh one. */
const REPLAYED_HEADER = 'idempotent-replayed'

/** What became of a request's work. */
export type Worked = Answer | Refusal | KeyInUse

/** A request that is carried out once per key. */
export interface OnceRequest {
  /** Whose keys these are. */
  readonly owner: readonly string[]
  readonly parameters: FlatBody
  /** Carries the request out. Its effect commits what `entry`, there for a request with a key, adds. */
  readonly work: (entry: KeyEntry | undefined) => Promise<Worked>
  /** What it answers when its effect is a payment; absent: all of the payment. */
  readonly answerOf?: PaymentAnswerOf
}

export interface OnceParts {
  readonly idempotency: Idempotency
  readonly clock: EntityClock
}

/** Answers a request of a merchant's server, once per `Idempotency-Key` of its token and entity. */
export async function answerCallerOnce(
  request: FastifyRequest,
  reply: FastifyReply,
  work: (caller: Caller, entry: KeyEntry | undefined) => Promise<Worked>,
  parts: OnceParts & CallParts,
): Promise<FastifyReply> {
  const caller = await readCaller(request, parts)
  if (isRefusal(caller)) return sendRefusal(request, reply, caller, parts.clock)
  const { token, usable, flat } = caller
  const once = {
    owner: ['token', token.hash, usable?.entity.id ?? token.entityId],
    parameters: flat,
    work: (entry: KeyEntry | undefined) => work(caller, entry),
  }
  return answerOnce(request, reply, once, parts)
}

/** Answers a request whose sender is known: from its key if it was answered before, else by its work. */
export async function answerOnce(
  request: FastifyRequest,
  reply: FastifyReply,
  once: OnceRequest,
  parts: OnceParts,
): Promise<FastifyReply> {
  const header = request.headers[KEY_HEADER]
  if (header === undefined) return sendWorked(request, reply, await once.work(undefined), parts)
  const key = readKey(header)
  if (isRefusal(key)) return sendRefusal(request, reply, key, parts.clock)
  const { owner, parameters } = once
  const { method, url } = request
  const path = url.split('?', 1)[0] ?? ''
  const keyed = parts.idempotency.keyed({ key, owner, method, path, parameters })
  return answerKeyed(request, reply, { keyed, once }, parts)
}

async function answerKeyed(
  request: FastifyRequest,
  reply: FastifyReply,
  { keyed, once }: { readonly keyed: KeyedRequest; readonly once: OnceRequest },
  parts: OnceParts,
): Promise<FastifyReply> {
  const { idempotency, clock } = parts
  const { ndc } = request
  const { answerOf = (payment) => idempotency.paymentAnswer(payment, ndc) } = once
  const known = await idempotency.recall(keyed, answerOf)
  if (known.kind !== 'new') return sendRecalled(request, reply, known, clock)
  const worked = await once.work(known.entry)
  if (!isRefusal(worked) && !('keyInUse' in worked)) {
    const made = textOf(worked)
    // What was written whole in one commit is the answer that is stored.
    if (!known.entry.wasOpened) return sendText(reply, made)
    return sendText(reply, await conclude(request, { keyed, made }, idempotency))
  }
  // A refusal may come of what another request with this key did meanwhile: its answer goes first.
  const again = await idempotency.recall(keyed, answerOf)
  if (again.kind !== 'new') return sendRecalled(request, reply, again, clock)
  return sendRefusal(request, reply, isRefusal(worked) ? worked : stillRunning, clock)
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

function sendRecalled(
  request: FastifyRequest,
  reply: FastifyReply,
  known: Exclude<Recalled, { kind: 'new' }>,
  clock: EntityClock,
): FastifyReply {
  if (known.kind === 'refused') return sendRefusal(request, reply, known.refusal, clock)
  return sendText(reply.header(REPLAYED_HEADER, 'true'), known.answer)
}

function sendWorked(
  request: FastifyRequest,
  reply: FastifyReply,
  worked: Worked,
  { clock }: OnceParts,
): FastifyReply {
  if (isRefusal(worked)) return sendRefusal(request, reply, worked, clock)
  if ('keyInUse' in worked) throw new Error('A request without a key met a conflict of its key')
  return send(reply, worked)
}
