import { keyOf, locate } from './name-tree.ts'
import { allRows, type MapName, type ParameterName } from './tables.ts'

/** Accepted parameters of one request, or of a checkout and its submit together. */
export class ParameterValues {
  readonly #values: ReadonlyMap<string, string>
  readonly #environment: 'test' | 'live'

  /** Only `validate` may build values that were not validated before: see `of` for the others. */
  constructor(values: ReadonlyMap<string, string>, environment: 'test' | 'live') {
    this.#values = values
    this.#environment = environment
  }

  /**
   * Values that have been validated before, from their entries; the later one of a name counts.
   * Defaults that belong to the test environment do not apply.
   */
  static of(entries: Iterable<readonly [name: string, value: string]>): ParameterValues {
    return new ParameterValues(new Map(entries), 'live')
  }

  /** The value that was sent, else the default of the tables. */
  get(name: ParameterName): string | undefined {
    return this.#values.get(name) ?? this.#defaultOf(name)
  }

  /** Whether it was sent. */
  has(name: ParameterName): boolean {
    return this.#values.has(name)
  }

  /** All that was sent of a map, by key. */
  map(name: MapName): Readonly<Record<string, string>> {
    const within = `${name}[`
    const entries: [string, string][] = []
    for (const [sent, value] of this.#values) {
      if (sent.startsWith(within)) entries.push([keyOf(sent), value])
    }
    return Object.fromEntries(entries)
  }

  /** Names and values as they were sent, in order, secrets included. */
  entries(): IterableIterator<[string, string]> {
    return this.#values.entries()
  }

  /** What an answer shows of the request, as flat names and values: nothing secret. */
  echo(): Record<string, string> {
    const shown: [string, string][] = []
    for (const parameter of this.#values) {
      const row = locate(allRows, parameter[0])
      if (row === undefined || row.echoed === false || row.secret !== undefined) continue
      shown.push(parameter)
    }
    return Object.fromEntries(shown)
  }

  #defaultOf(name: string): string | undefined {
    const row = locate(allRows, name)
    return row?.testOnly && this.#environment === 'live' ? undefined : row?.default
  }
}
