import { StoreError } from '../../server/store/errors.ts'
import type { Conflict } from '../../server/store/port.ts'
import type { RowOf, TableDescription } from '../../server/store/tables/table.ts'
import { type Tables as Descriptions, TABLES } from '../../server/store/tables/tables.ts'
import { claimOf } from '../../server/store/unique-claims.ts'
import { keepsLimits } from './limits.ts'

/** Why a change conflicts. */
export type Reason = Conflict['reason']

/** How to take each change of the running set back, in the order in which they were made. */
export type Undo = (() => void)[]

/** A map whose changes can be undone. */
class UndoableMap<Value> {
  readonly #values = new Map<string, Value>()
  readonly #undo: Undo

  constructor(undo: Undo) {
    this.#undo = undo
  }

  get(key: string): Value | undefined {
    return this.#values.get(key)
  }

  entries(): [key: string, value: Value][] {
    return [...this.#values]
  }

  /** A value that is replaced keeps its place in the order; `undefined` removes it. */
  set(key: string, value: Value | undefined): void {
    const before = this.#values.get(key)
    this.#change(key, value)
    this.#undo.push(() => this.#change(key, before))
  }

  #change(key: string, value: Value | undefined): void {
    if (value === undefined) this.#values.delete(key)
    else this.#values.set(key, value)
  }
}

/** One table: frozen rows by key, in the order in which the keys came. */
export class Table<Row extends object = object> {
  readonly description: TableDescription
  readonly #rows: UndoableMap<Row>
  /** Values besides the key that must be unique, with the key of the row that has them. */
  readonly #claims: UndoableMap<string>
  /** Not undone: an unused number does no harm. */
  #lastNumber = 0

  constructor(description: TableDescription, undo: Undo) {
    this.description = description
    this.#rows = new UndoableMap(undo)
    this.#claims = new UndoableMap(undo)
  }

  get(...key: readonly string[]): Row | undefined {
    return this.#rows.get(keyText(key))
  }

  filter(fits: (row: Row) => boolean): Row[] {
    return this.entries()
      .map(([, row]) => row)
      .filter(fits)
  }

  entries(): [key: string, row: Row][] {
    return this.#rows.entries()
  }

  /** Inserts a row, or answers why not. Throws `invalid-change` for what the table does not take. */
  insert(row: Row): Reason | undefined {
    return this.#put(this.#keyOf(row), row)
  }

  /** Puts a row in the place of another one with its key; see `insert`. */
  replace(before: Row, after: Row): Reason | undefined {
    return this.#put(this.#keyOf(before), after, before)
  }

  remove(...key: readonly string[]): void {
    this.removeEntry(keyText(key))
  }

  removeEntry(key: string): void {
    const before = this.#rows.get(key)
    const claim = before && claimOf(this.description, before)
    if (claim !== undefined) this.#claims.set(claim, undefined)
    this.#rows.set(key, undefined)
  }

  /** Throws `invalid-change` naming the first column that the table would not take. */
  assertShape(row: Row): void {
    for (const [name, { fits }] of Object.entries(this.description.columns)) {
      if (!fits(row[name as keyof Row])) {
        throw new StoreError('invalid-change', `No valid value for ${name}`)
      }
    }
  }

  #put(key: string, after: Row, before?: Row): Reason | undefined {
    this.assertShape(after)
    if (!keepsLimits(this.description, after, before)) return 'limit'
    if (before === undefined && this.#rows.get(key) !== undefined) return 'exists'
    this.#rows.set(key, Object.freeze(after))
    return this.#claim(key, after, before)
  }

  #claim(key: string, after: Row, before: Row | undefined): Reason | undefined {
    const claim = claimOf(this.description, after)
    const claimedBefore = before && claimOf(this.description, before)
    if (claim === claimedBefore) return undefined
    if (claimedBefore !== undefined) this.#claims.set(claimedBefore, undefined)
    if (claim === undefined) return undefined
    if (this.#claims.get(claim) !== undefined) return 'exists'
    this.#claims.set(claim, key)
    return undefined
  }

  #keyOf(row: Row): string {
    const { key } = this.description
    if (key.length > 0) return keyText(key.map((name) => String(row[name as keyof Row])))
    this.#lastNumber += 1
    return keyText([String(this.#lastNumber)])
  }
}

function keyText(key: readonly string[]): string {
  return key.length === 1 ? (key[0] as string) : JSON.stringify(key)
}

export type Tables = {
  readonly [Name in keyof Descriptions]: Table<RowOf<Descriptions[Name]>>
}

/** All tables of a memory store. Lists are found by scanning: it serves tests and simulation. */
export class Memory {
  readonly undo: Undo = []
  readonly tables: Tables
  readonly #byName: ReadonlyMap<string, Table>

  constructor() {
    const tables = Object.entries(TABLES).map(
      ([name, description]) => [name, new Table(description, this.undo)] as const,
    )
    this.tables = Object.fromEntries(tables) as unknown as Tables
    this.#byName = new Map(tables.map(([, table]) => [table.description.name, table]))
  }

  /** By its name in the SQL databases. */
  tableNamed(name: string): Table {
    return this.#byName.get(name) as Table
  }
}
