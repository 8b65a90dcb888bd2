import { alreadyProcessed, misbuilt } from './errors.ts'

/** What a client gets: kept under its key, and repeated as it is. */
export interface Answer {
  readonly status: number
  readonly text: string
  /** Of the request, or of the error: Adyen sends it as a header as well. */
  readonly pspReference: string
  readonly isTransient: boolean
}

interface Kept {
  readonly request: string
  readonly atMs: number
  answer: Answer | undefined
}

const MAX_KEY_LENGTH = 64
/** The oldest are forgotten, as if they had expired. */
const MAX_KEYS = 100_000
/** Adyen keeps keys for at least seven days; the emulator forgets them then. */
const KEY_LIVES_MS = 7 * 24 * 3_600_000

/** The first answers of keys (docs.adyen.com, "API idempotency"). */
export function createIdempotency(now: () => number) {
  const kept = new Map<string, Kept>()

  /** `undefined`: the request is the first one with its key, and is under way until `keep`. */
  function begin(key: string, request: string): Answer | undefined {
    if (key.length > MAX_KEY_LENGTH || key === '') {
      throw misbuilt(`Idempotency-Key has 1 to ${MAX_KEY_LENGTH} characters.`)
    }
    const known = kept.get(key)
    if (known === undefined || now() - known.atMs >= KEY_LIVES_MS) {
      kept.delete(key)
      kept.set(key, { request, atMs: now(), answer: undefined })
      const [oldest] = kept.keys()
      if (kept.size > MAX_KEYS && oldest !== undefined) kept.delete(oldest)
      return undefined
    }
    // It never comes to another end: the key belongs to the other request.
    if (known.request !== request) throw alreadyProcessed(422)
    if (known.answer === undefined) throw alreadyProcessed(409, true)
    return known.answer
  }

  return {
    begin,
    /** A transient error leaves the key as if it had never been used. */
    keep(key: string, answer: Answer): void {
      const known = kept.get(key)
      if (answer.isTransient) kept.delete(key)
      else if (known !== undefined) known.answer = answer
    },
    forget: (key: string) => void kept.delete(key),
  }
}

export type Idempotency = ReturnType<typeof createIdempotency>
