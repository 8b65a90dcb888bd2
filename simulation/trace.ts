import { createHash } from 'node:crypto'

/** How many of its last steps a failed run reports. */
const STORY_LINES = 40
/** How many lines wait to be hashed together: a call costs more than its bytes. */
const MAX_LINES = 400

/**
 * The steps of a run. Ids are random, so lines name objects by the order of their appearance: the
 * same seed gives the same lines, byte for byte.
 */
export class Trace {
  readonly #aliases = new Map<string, string>()
  readonly #numbers = new Map<string, number>()
  readonly #hash = createHash('sha256')
  #lines: string[] = []

  line(text: string): void {
    this.#lines.push(text)
    if (this.#lines.length > MAX_LINES) this.#digestAllBut(STORY_LINES)
  }

  /** `p7` for the seventh payment that was seen; checkouts are `c`, registrations `r`, hours `h`, files `f`. */
  alias(kind: 'p' | 'c' | 'r' | 's' | 'h' | 'd' | 'f' | 't' | 'e' | 'm', id: string): string {
    const known = this.#aliases.get(id)
    if (known !== undefined) return known
    const number = (this.#numbers.get(kind) ?? 0) + 1
    this.#numbers.set(kind, number)
    const alias = `${kind}${number}`
    this.#aliases.set(id, alias)
    return alias
  }

  get lastSteps(): readonly string[] {
    return this.#lines.slice(-STORY_LINES)
  }

  /** SHA-256 over all lines. The trace ends with it. */
  digest(): string {
    this.#digestAllBut(0)
    return this.#hash.digest('hex')
  }

  #digestAllBut(kept: number): void {
    const digested = this.#lines.splice(0, this.#lines.length - kept)
    this.#hash.update(digested.join('\n'))
  }
}
