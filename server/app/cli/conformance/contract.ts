import type { AskedServer } from './asked-server.ts'

/** One thing that the interface demands of a server. */
export interface Check {
  /** Of the topic and what is asked, such as `payments.debit`. */
  readonly id: string
  /** Where it is written, as our documents cite it. */
  readonly section: string
  /** A sentence that is true of a server as it should be. */
  readonly title: string
  run(see: Observer, server: AskedServer): Promise<void>
}

export interface Difference {
  readonly what: string
  /** Shortened; the words `nothing` where there is nothing. */
  readonly got: string
  readonly wanted: string
}

/** Ends a check that cannot go on without what is missing. */
class CannotGoOn extends Error {}

const MAX_SHOWN = 200

/** Writes down what a check finds. */
export class Observer {
  readonly differences: Difference[] = []
  /** How often it has looked: a check that never looks finds nothing by mistake. */
  looks = 0

  equal(what: string, got: unknown, wanted: string | number | boolean): void {
    this.#look(got === wanted, { what, got, wanted: shown(wanted) })
  }

  matches(what: string, got: unknown, wanted: RegExp): void {
    const isMatch = typeof got === 'string' && wanted.test(got)
    this.#look(isMatch, { what, got, wanted: `like ${wanted.source}` })
  }

  /** `wanted`: what should have been found, in words. */
  holds(what: string, isTrue: boolean, { got, wanted }: { got: unknown; wanted: string }): void {
    this.#look(isTrue, { what, got, wanted })
  }

  /** A text that the rest of the check needs. */
  text(what: string, got: unknown): string {
    const isText = typeof got === 'string' && got !== ''
    this.#look(isText, { what, got, wanted: 'a text' })
    if (!isText) throw new CannotGoOn()
    return got
  }

  #look(isRight: boolean, { what, got, wanted }: { what: string; got: unknown; wanted: string }) {
    this.looks++
    if (!isRight) this.differences.push({ what, got: shown(got), wanted })
  }
}

function shown(value: unknown): string {
  if (value === undefined) return 'nothing'
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  return text.length > MAX_SHOWN ? `${text.slice(0, MAX_SHOWN)}…` : text
}

export interface CheckResult extends Pick<Check, 'id' | 'section' | 'title'> {
  readonly differences: readonly Difference[]
}

/** What a check finds; what it throws is a difference too, also an answer that does not come. */
export async function runCheck(check: Check, server: AskedServer): Promise<CheckResult> {
  const see = new Observer()
  try {
    await check.run(see, server)
  } catch (error) {
    if (!(error instanceof CannotGoOn)) see.holds('the check', false, broken(error))
  }
  const { id, section, title } = check
  return { id, section, title, differences: see.differences }
}

function broken(error: unknown): { got: string; wanted: string } {
  return { got: error instanceof Error ? error.message : String(error), wanted: 'an answer' }
}
