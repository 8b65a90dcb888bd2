import type { FastifyRequest } from 'fastify'
import { resultGroupOf } from '../results/catalogue.ts'
import { Trace } from '../results/trace.ts'
import { type Answer, type AnswerMembers, membersOf } from './answer.ts'

/**
 * The header that asks for the decisions that led to an answer, in the test environment. An answer to a
 * request with an `Idempotency-Key` carries none, because it must be the same, byte for byte, each time.
 */
const EXPLAIN_HEADER = 'tillgate-explain'

/** The trace of a request that asks for one in the test environment. */
export function traceOf(request: FastifyRequest, environment: 'test' | 'live'): Trace | undefined {
  if (request.headers[EXPLAIN_HEADER] !== '1' || environment !== 'test') return undefined
  request.trace ??= new Trace()
  return request.trace
}

/** The body of an answer with its decisions in `explain`, the last one being its own code. */
export function withExplanation(answer: Answer, trace: Trace): AnswerMembers {
  const { status } = answer
  const body = membersOf(answer)
  const { code } = (body.result ?? {}) as { readonly code?: string }
  if (code !== undefined) {
    trace.note('answer', `${code} is of the group ${resultGroupOf(code)}: HTTP ${status}`)
  }
  return { ...body, explain: trace.steps }
}
