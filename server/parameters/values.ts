import { NameLookup } from './name-lookup.ts'
import { keyOf, locate } from './name-tree.ts'
import { structureOf } from './structure-of.ts'
import { isEchoed } from './table.ts'
import { allRows, confidentialNames, type MapName, type ParameterName } from './tables.ts'

/** A name and its value, as one pair. */
export type SentParameter = readonly [name: string, value: string]

/** Accepted parameters of one request, or of a checkout and its submit together. */
export class ParameterValues {
  readonly #values: ReadonlyMap<string, string>
  /** Values of lists: there may be thousands, and code rarely reads one by its name. */
  readonly #items: readonly SentParameter[]
  #itemValues: ReadonlyMap<string, string> | undefined
  readonly #environment: 'test' | 'live'
  readonly #hidden: ReadonlySet<string> | undefined
  /** Of what was sent the first words of its names: `card` of `card.number`. Who needs none of them asks no further. */
  readonly structures: ReadonlySet<string>

  /**
   * Only `validate` may build values that were not validated before: see `of` for the others.
   * `hidden`: names of what answers do not show; looked up in the tables where it is absent.
   */
  constructor(
    values: ReadonlyMap<string, string>,
    items: readonly SentParameter[],
    environment: 'test' | 'live',
    hidden?: ReadonlySet<string>,
  ) {
    this.#hidden = hidden
    this.#values = values
    this.#items = items
    this.#environment = environment
    this.structures = structuresOf(values, items)
  }

  /**
   * Values that have been validated before, from their entries; the later one of a name counts.
   * Defaults that belong to the test environment do not apply.
   */
  static of(entries: Iterable<SentParameter>): ParameterValues {
    return new ParameterValues(new Map(entries), [], 'live')
  }

  /** The same, with one more value that was not sent. */
  and(name: ParameterName, value: string): ParameterValues {
    const values = new Map([...this.#values, [name, value]])
    return new ParameterValues(values, this.#items, this.#environment, this.#hidden)
  }

  /** The value that was sent, else the default of the tables. */
  get(name: ParameterName): string | undefined {
    return this.sent(name) ?? this.#defaultOf(name)
  }

  /** Whether it was sent. */
  has(name: ParameterName): boolean {
    return this.sent(name) !== undefined
  }

  /** The value that was sent under any name. */
  sent(name: string): string | undefined {
    const value = this.#values.get(name)
    if (value !== undefined || this.#items.length === 0 || !name.includes('[')) return value
    this.#itemValues ??= new Map(this.#items)
    return this.#itemValues.get(name)
  }

  /** All that was sent of a map, by key. */
  map(name: MapName): Readonly<Record<string, string>> {
    const within = `${name}[`
    const entries: [string, string][] = []
    this.#values.forEach((value, sent) => {
      if (sent.startsWith(within)) entries.push([keyOf(sent), value])
    })
    return Object.fromEntries(entries)
  }

  /** Names and values in the order in which they were sent, those of lists last, secrets included. */
  entries(): readonly SentParameter[] {
    return [...this.#values, ...this.#items]
  }

  /** What an answer shows of the request, as flat names and values: nothing secret. */
  echo(): Record<string, string> {
    const hidden = this.#hidden ?? this.#hiddenByTables()
    const shown: Record<string, string> = {}
    // Not `for … of`, which makes a pair for each.
    this.#values.forEach((value, name) => {
      if (!hidden.has(name)) shown[name] = value
    })
    for (const [name, value] of this.#items) if (!hidden.has(name)) shown[name] = value
    return shown
  }

  #hiddenByTables(): ReadonlySet<string> {
    const lookup = new NameLookup(allRows)
    const hidden = new Set<string>()
    for (const [name] of this.entries()) {
      const row = lookup.find(name)
      if (typeof row !== 'object' || !isEchoed(row)) hidden.add(name)
    }
    return hidden
  }

  /** What is sent to the acquirer but must not be stored or shown, as wire names and values. */
  confidential(): Readonly<Record<string, string>> {
    let found: Record<string, string> | undefined
    for (const name of confidentialNames) {
      const value = this.#values.get(name)
      if (value === undefined) continue
      found ??= {}
      found[name] = value
    }
    return found ?? NOTHING
  }

  #defaultOf(name: string): string | undefined {
    const row = name.includes('[') ? locate(allRows, name) : DEFAULTED.get(name)
    return row?.testOnly && this.#environment === 'live' ? undefined : row?.default
  }
}

/** The rows of plain names that have a default: few, so that a name without one is not looked for in the tables. */
const DEFAULTED = new Map(
  allRows.leaves.flatMap(({ name, entry }) =>
    entry.default === undefined ? [] : [[name, entry] as const],
  ),
)

const NOTHING = Object.freeze({})

function structuresOf(
  values: ReadonlyMap<string, string>,
  items: readonly SentParameter[],
): ReadonlySet<string> {
  const structures = new Set<string>()
  values.forEach((_value, name) => {
    structures.add(STRUCTURES.get(name) ?? structureOf(name))
  })
  for (const [name] of items) structures.add(STRUCTURES.get(name) ?? structureOf(name))
  return structures
}

/** Of the names of the tables: a name is looked up faster than it is cut. */
const STRUCTURES: ReadonlyMap<string, string> = new Map(
  allRows.leaves.map(({ name }) => [name, structureOf(name)]),
)

/**
 * The accepted parameters of a refused request. `has` is also true for wrongly sent parameters,
 * which have no value: a check for further faults must not report them as missing.
 */
export class PartlyAccepted extends ParameterValues {
  readonly #rejected: ReadonlyMap<string, string>
  override readonly structures: ReadonlySet<string>

  constructor(
    values: ReadonlyMap<string, string>,
    items: readonly SentParameter[],
    environment: 'test' | 'live',
    rejected: ReadonlyMap<string, string>,
  ) {
    super(values, items, environment)
    this.#rejected = rejected
    this.structures = new Set([...structuresOf(values, items), ...structuresOf(rejected, [])])
  }

  override has(name: ParameterName): boolean {
    return this.#rejected.has(name) || super.has(name)
  }

  /** What was sent wrongly under a name. */
  rejected(name: ParameterName): string | undefined {
    return this.#rejected.get(name)
  }
}
