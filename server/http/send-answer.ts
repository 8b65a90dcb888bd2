import type { FastifyReply, FastifyRequest } from 'fastify'
import { isRefusal, type Refusal } from '../results/refusal.ts'
import type { Trace } from '../results/trace.ts'
import { type Answer, type AnswerText, refusalAnswer, textOfBody } from './answer.ts'
import { type AnsweringClock, timeOf } from './entity-time.ts'
import { withExplanation } from './explain.ts'

/** Sends an answer as JSON, with how it came about where the request has asked for that. */
export function send(reply: FastifyReply, answer: Answer): FastifyReply {
  return sendText(reply, withTrace(answer, reply.request.trace))
}

/** Sends an answer as it was written before, byte for byte. */
export function sendText(reply: FastifyReply, { status, headers, text }: AnswerText): FastifyReply {
  if (headers !== undefined) reply.headers(headers)
  return reply.code(status).header('content-type', 'application/json; charset=utf-8').send(text)
}

/** What is sent as the outcome of a request. */
export function answerTextOf(
  request: FastifyRequest,
  outcome: Answer | AnswerText | Refusal,
  clock: AnsweringClock,
): AnswerText {
  if (isRefusal(outcome)) {
    const meta = { ndc: request.ndc, atMs: timeOf(request, clock) }
    return withTrace(refusalAnswer(outcome, meta), request.trace)
  }
  return isWritten(outcome) ? outcome : withTrace(outcome, request.trace)
}

function isWritten(answer: Answer | AnswerText): answer is AnswerText {
  return 'text' in answer
}

function withTrace(answer: Answer, trace: Trace | undefined): AnswerText {
  const { status, headers } = answer
  const text =
    trace === undefined ? textOfBody(answer) : JSON.stringify(withExplanation(answer, trace))
  return headers === undefined ? { status, text } : { status, text, headers }
}

/** Sends the answer that a refusal of this request becomes. */
export function sendRefusal(
  request: FastifyRequest,
  reply: FastifyReply,
  refusal: Refusal,
  clock: AnsweringClock,
): FastifyReply {
  return sendText(reply, answerTextOf(request, refusal, clock))
}
