import { ApiError, invalid } from './errors.ts'

/** What a client gets: kept under its key, and repeated as it is. */
export interface Answer {
  readonly status: number
  readonly text: string
  readonly requestId: string
}

interface Kept {
  readonly request: string
  readonly atMs: number
  answer: Answer | undefined
}

const MAX_KEY_LENGTH = 255
/** The oldest are forgotten, as if they had expired. */
const MAX_KEYS = 100_000
/** Stripe removes keys when they are at least 24 hours old; the emulator does it then. */
const KEY_LIVES_MS = 24 * 3_600_000

const conflict = (key: string) =>
  new ApiError(409, {
    type: 'idempotency_error',
    code: 'idempotency_key_in_use',
    message: `There is currently another in-progress request using this Idempotent Key: ${key}`,
  })

const otherRequest = (key: string) =>
  new ApiError(400, {
    type: 'idempotency_error',
    message: `Keys for idempotent requests can only be used with the same parameters and endpoint they were first used with: ${key}`,
  })

/** The first answers of keys (Stripe's reference, "Idempotent requests"). */
export function createIdempotency(now: () => number) {
  const kept = new Map<string, Kept>()

  /** `undefined`: the request is the first one with its key, and is under way until `keep` or `forget`. */
  function begin(key: string, request: string): Answer | undefined {
    if (key.length > MAX_KEY_LENGTH) {
      throw invalid(`The idempotency key may have up to ${MAX_KEY_LENGTH} characters.`)
    }
    const known = kept.get(key)
    if (known === undefined || now() - known.atMs >= KEY_LIVES_MS) {
      kept.delete(key)
      kept.set(key, { request, atMs: now(), answer: undefined })
      const [oldest] = kept.keys()
      if (kept.size > MAX_KEYS && oldest !== undefined) kept.delete(oldest)
      return undefined
    }
    if (known.request !== request) throw otherRequest(key)
    if (known.answer === undefined) throw conflict(key)
    return known.answer
  }

  return {
    begin,
    keep(key: string, answer: Answer) {
      const known = kept.get(key)
      if (known !== undefined) known.answer = answer
    },
    forget: (key: string) => void kept.delete(key),
    conflict,
  }
}

export type Idempotency = ReturnType<typeof createIdempotency>
