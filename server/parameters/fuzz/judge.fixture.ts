import { isJsonObject } from '../../../common/json-object.ts'
import { isResultCode } from '../../results/catalogue.ts'
import { flattenJson, isBodyFault, parseFormBody } from '../flat-body.ts'
import { MAX_BODY_BYTES, MAX_ERRORS } from '../limits.ts'
import type { Profile } from '../plan.ts'
import type { FuzzedAnswer } from './fuzzed-gateway.fixture.ts'
import type { FuzzedRequest } from './fuzzed-request.fixture.ts'
import { CARD_NUMBERS } from './hostile-texts.fixture.ts'

/**
 * An accepted request comes back in its answer, once, each byte as an escape of two at the most; the
 * rest is of the gateway's making.
 */
export const LARGEST_ANSWER_BYTES = 2 * MAX_BODY_BYTES + 64 * 1024

/** Longest name or value that an error may show, with the mark that says it was cut. */
const MAX_SHOWN = 101
/** The longest list of choices there is fits in, with the name of a result in front. */
const MAX_MESSAGE = 1000

/** What the interface answers to bodies. 503 only with the time after which to try again. */
const STATUSES: ReadonlySet<number> = new Set([200, 400, 401, 403, 404, 409, 413, 415, 429])

/** What an answer broke, in words, or what it was. */
export type Verdict =
  | { readonly fault: string }
  | {
      readonly kind: string
      /** A text field of an accepted request held a card number, and gave it back as it was sent. */
      readonly carriedNumber: boolean
    }

interface ReadAnswer {
  readonly result?: {
    readonly code?: unknown
    readonly description?: unknown
    readonly parameterErrors?: unknown
  }
  readonly [member: string]: unknown
}

/** Compares one answer, and the log lines of its request, with the rules for every answer. */
export function judge(request: FuzzedRequest, answer: FuzzedAnswer): Verdict {
  const bytes = Buffer.byteLength(answer.text)
  if (bytes > LARGEST_ANSWER_BYTES) return { fault: `the answer has ${bytes} bytes` }
  if (holdsCardNumber(answer.log)) return { fault: `a card number in the log: ${answer.log}` }
  const fault = statusFault(answer)
  if (fault !== undefined) return { fault }
  const body = bodyOf(answer)
  const shape = body === undefined ? 'is no JSON object' : shapeFault(body, request.profile)
  if (body === undefined || shape !== undefined) return { fault: `the answer ${shape}` }
  const carriedNumber = holdsCardNumber(answer.text)
  if (carriedNumber && !isCarried(request, body)) return { fault: 'a card number in the answer' }
  return { kind: kindOf(answer.status, body), carriedNumber }
}

function statusFault({ status, headers }: FuzzedAnswer): string | undefined {
  if (status === 503 && headers['retry-after'] !== undefined) return undefined
  return STATUSES.has(status) ? undefined : `the status is ${status}`
}

function bodyOf({ headers, text }: FuzzedAnswer): ReadAnswer | undefined {
  if (!`${headers['content-type']}`.startsWith('application/json')) return undefined
  try {
    const body: unknown = JSON.parse(text)
    return isJsonObject(body) ? body : undefined
  } catch {
    return undefined
  }
}

/** In the profile `legacy` a checkout's id stands as it is, with its dot (decisions §1). */
const NDC: Readonly<Record<Profile, RegExp>> = {
  strict: /^[0-9A-Za-z-]{32,}$/,
  legacy: /^[0-9A-Za-z.-]{32,}$/,
}

/** The common response shape (interface document, Payment response; decisions §4). */
function shapeFault(body: ReadAnswer, profile: Profile): string | undefined {
  const { result, buildNumber, timestamp, ndc } = body
  if (!isJsonObject(result)) return 'has no result'
  if (typeof result.code !== 'string' || !isResultCode(result.code)) return 'has an unknown code'
  if (typeof result.description !== 'string' || result.description === '') return 'says nothing'
  if (!/^[0-9a-f]{40}@/.test(`${buildNumber}`)) return 'has no buildNumber'
  if (!/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\+0000$/.test(`${timestamp}`)) return 'has no timestamp'
  if (!NDC[profile].test(`${ndc}`)) return 'has no ndc'
  const { parameterErrors = [] } = result
  if (!Array.isArray(parameterErrors)) return 'has parameterErrors that are no list'
  // The one beyond says how many more there are.
  if (parameterErrors.length > MAX_ERRORS + 1) return `lists ${parameterErrors.length} errors`
  return parameterErrors.map(errorFault).find((fault) => fault !== undefined)
}

function errorFault(error: unknown): string | undefined {
  if (!isJsonObject(error)) return 'has an error that is no object'
  const { name, value, message } = error
  for (const text of [name, value]) {
    if (typeof text !== 'string') return 'has an error without name or value'
    if (text.length > MAX_SHOWN) return `shows ${text.length} characters of what was sent`
  }
  if (typeof message !== 'string' || message === '') return 'has an error without message'
  return message.length > MAX_MESSAGE ? `has a message of ${message.length} letters` : undefined
}

const DIGITS: readonly RegExp[] = [/[٠-٩]/g, /[۰-۹]/g, /[०-९]/g, /[０-９]/g]

/** Digits further apart than this are not one number to any reader. */
const FAR_APART = /[^0-9A-Za-z]{9,}/

/** Whether a text holds one of our card numbers, however its digits are written and set apart. */
export function holdsCardNumber(text: string): boolean {
  let plain = text
  for (const digits of DIGITS) {
    plain = plain.replace(digits, (digit) => String(digitOf(digit)))
  }
  // Escapes of JSON and of log lines have letters, which would stand between the digits.
  const pieces = plain.replace(/\\u[0-9a-f]{4}|\\./g, ' ').split(FAR_APART)
  return pieces.some((piece) => {
    const letters = piece.replace(/[^0-9A-Za-z]/g, '')
    return CARD_NUMBERS.some((number) => letters.includes(number))
  })
}

/** Ten digits of a script stand in a row; each row begins at its zero. */
function digitOf(digit: string): number {
  const zeros = [0x660, 0x6f0, 0x966, 0xff10]
  const code = digit.charCodeAt(0)
  return code - (zeros.findLast((zero) => zero <= code) ?? code)
}

/**
 * The answer of an accepted request repeats the values of its text fields. From digits alone nobody
 * can know that a field was not meant for a card number; but a number must not come from the card,
 * nor appear under another name.
 */
function isCarried(request: FuzzedRequest, body: ReadAnswer): boolean {
  if (body.id === undefined || body.result?.parameterErrors !== undefined) return false
  const answered = flattenJson(body)
  if (isBodyFault(answered)) return false
  const sent = new Map(sentParameters(request))
  return answered.every(
    ([name, value]) =>
      !holdsCardNumber(`${name} ${value}`) ||
      (!name.startsWith('card.') && sent.get(sentAs.get(name) ?? name)?.trim() === value),
  )
}

/** A registration that is moved here goes on under the reference that its first payment had elsewhere. */
const sentAs: ReadonlyMap<string, string> = new Map([
  ['standingInstruction.initialTransactionId', 'recurringMigration.connectorTxId1'],
])

function sentParameters({ format, body }: FuzzedRequest): readonly (readonly [string, string])[] {
  const flat = format === 'form' ? parseFormBody(body) : flattenJson(JSON.parse(body.toString()))
  return isBodyFault(flat) ? [] : flat.map(([name, value]) => [name, value] as const)
}

/** How answers are counted: by status, code, and why the request was refused. */
function kindOf(status: number, { result }: ReadAnswer): string {
  const why = result?.parameterErrors === undefined ? '' : ' parameterErrors'
  return `${status} ${result?.code}${why}`
}
