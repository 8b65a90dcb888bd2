import type { FastifyRequest } from 'fastify'
import { formatAmount } from '../../common/money.ts'
import { wireTimestamp } from '../kernel/timers/clock.ts'
import { descriptionOf, httpStatusOf } from '../results/catalogue.ts'
import type { Answer } from './answer.ts'
import { buildNumber } from './build-number.ts'

/** "transaction pending": of what is done, and has no code of its own. */
const UNKNOWN = '000.200.000'

/** What rows have that an answer can be made of without anything else. */
interface Facts {
  readonly id?: unknown
  readonly paymentType?: unknown
  readonly amountMinor?: unknown
  readonly currency?: unknown
  readonly resultCode?: unknown
  readonly updatedAtMs?: unknown
}

/**
 * The answer of what is committed, whose own answer could not be made: the columns that say what was done. A row
 * without a code is answered as unknown, and can be read.
 */
export function plainAnswer(made: object, cause: unknown): Answer {
  const { id, paymentType, amountMinor, currency, resultCode, updatedAtMs } = made as Facts
  const hasMoney = typeof amountMinor === 'number' && typeof currency === 'string'
  const hasCode = typeof resultCode === 'string' && resultCode !== ''
  const code = hasCode ? resultCode : UNKNOWN
  const description = hasCode
    ? descriptionOf(code)
    : 'It is done and stored, but its answer could not be made: read it'
  return {
    status: httpStatusOf(code),
    body: {
      ...(typeof id === 'string' ? { id } : {}),
      ...(typeof paymentType === 'string' ? { paymentType } : {}),
      ...(hasMoney ? { amount: formatAmount({ minor: amountMinor, currency }), currency } : {}),
      result: { code, description },
      buildNumber,
      ...(typeof updatedAtMs === 'number' ? { timestamp: wireTimestamp(updatedAtMs) } : {}),
    },
    untold: { cause, id },
  }
}

/** An answer as it is sent: a plain one names the request, and its cause is in the log with what was made. */
export function told(request: FastifyRequest, answer: Answer): Answer {
  if (answer.untold === undefined) return answer
  const { untold, body, ...common } = answer
  const { cause, id } = untold as { readonly cause: unknown; readonly id: unknown }
  const fields = { id: request.logId, err: cause, madeId: id }
  request.log.error(fields, 'what is done could not be shown, and is answered in short')
  return { ...common, body: typeof body === 'string' ? body : { ...body, ndc: request.ndc } }
}
