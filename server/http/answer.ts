import { wireTimestamp } from '../kernel/timers/clock.ts'
import { descriptionOf } from '../results/catalogue.ts'
import type { Refusal } from '../results/refusal.ts'
import { buildNumber } from './build-number.ts'

/** The members of a body. */
export type AnswerMembers = Readonly<Record<string, unknown>>

/** An answer: an HTTP status and a body of the common response shape. */
export interface Answer {
  readonly status: number
  /** Its members, or the JSON text of them where that is stored. */
  readonly body: AnswerMembers | string
  readonly headers?: Readonly<Record<string, string | string[]>>
  /** Members that no repeated answer shows again: secrets, which are not stored with the others. */
  readonly shownOnce?: readonly string[]
}

/** An answer as it is sent, and as it is stored to be repeated: nothing is added to it later. */
export interface AnswerText {
  readonly status: number
  readonly text: string
  readonly headers?: Answer['headers']
}

/** The JSON text of a body. */
export function textOfBody({ body }: Answer): string {
  return typeof body === 'string' ? body : JSON.stringify(body)
}

/** The members of a body. */
export function membersOf({ body }: Answer): AnswerMembers {
  return typeof body === 'string' ? (JSON.parse(body) as AnswerMembers) : body
}

/** What the last members of every answer are made from (interface document, Payment response). */
export interface AnswerMeta {
  readonly ndc: string
  readonly atMs: number
}

/** A body of the common response shape with the route's own members before and after the result. */
export function bodyOf(
  code: string,
  meta: AnswerMeta,
  members: {
    readonly before?: Readonly<Record<string, unknown>>
    readonly after?: Readonly<Record<string, unknown>>
    readonly description?: string | undefined
    readonly result?: Readonly<Record<string, unknown>>
  } = {},
): AnswerMembers {
  const { before, description = descriptionOf(code), result, after } = members
  // A literal that begins with a spread costs 7 µs here on Node 20, this 0.2 µs.
  return Object.assign({}, before, { result: { code, description, ...result } }, after, {
    buildNumber,
    timestamp: wireTimestamp(meta.atMs),
    ndc: meta.ndc,
  })
}

/** The answer that a refusal becomes. */
export function refusalAnswer(refusal: Refusal, meta: AnswerMeta): Answer {
  const { status, code, description, parameterErrors, echo, leadsTo } = refusal
  const headers = headersOf(refusal)
  return {
    status,
    body: bodyOf(code, meta, {
      description,
      ...(echo === undefined ? {} : { before: echo }),
      ...(parameterErrors === undefined ? {} : { result: { parameterErrors } }),
      ...(leadsTo === undefined ? {} : { after: leadsTo }),
    }),
    ...(headers === undefined ? {} : { headers }),
  }
}

/** RFC 9110, 11.6.1: every 401 names the scheme that it asks for. */
const CHALLENGE = { 'www-authenticate': 'Bearer realm="tillgate"' }

function headersOf({ status, retryAfterSeconds }: Refusal): Answer['headers'] {
  if (status === 401) return CHALLENGE
  return retryAfterSeconds === undefined ? undefined : { 'retry-after': String(retryAfterSeconds) }
}
