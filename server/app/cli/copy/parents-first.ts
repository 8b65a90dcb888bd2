import { CommandFault } from '../../../cli/command.ts'
import type { ScanTable, ScanValue } from '../../../store/scan.ts'

type Values = readonly ScanValue[]

/** How many rows may wait for another one; more would mean that the ids have no order at all. */
const MAX_WAITING = 10_000

/**
 * Brings rows of a table that refers to itself into an order in which each comes after the one that
 * it refers to. Keys are ids in the order of time, so few have to wait: where the clocks of two
 * servers differed, or an id was given by hand.
 */
export class ParentsFirst {
  readonly #table: ScanTable
  readonly #idAt: number
  readonly #parentAt: number
  /** By the id that they wait for. */
  readonly #waiting = new Map<string, Values[]>()
  readonly #waitingIds = new Set<string>()

  constructor(table: ScanTable) {
    this.#table = table
    this.#idAt = table.columns.indexOf('id')
    this.#parentAt = table.parent === undefined ? -1 : table.columns.indexOf(table.parent)
  }

  /** Takes the next row in the order of keys; answers the rows that may be written now. */
  next(row: Values): readonly Values[] {
    if (this.#parentAt === -1) return [row]
    const parent = row[this.#parentAt]
    if (typeof parent === 'string' && this.#isStillToCome(parent, row)) {
      this.#wait(row, parent)
      return []
    }
    return this.#withWaiting(row)
  }

  /** Throws if rows wait for a row that is missing. */
  end(): void {
    const [missing] = this.#waiting.keys()
    if (missing === undefined) return
    throw new CommandFault(
      1,
      `${this.#table.name} refers to ${missing}, which is not there: run tillgate check`,
    )
  }

  #isStillToCome(parent: string, row: Values): boolean {
    return parent > String(row[this.#idAt]) || this.#waitingIds.has(parent)
  }

  #wait(row: Values, parent: string): void {
    this.#waitingIds.add(String(row[this.#idAt]))
    this.#waiting.set(parent, [...(this.#waiting.get(parent) ?? []), row])
    if (this.#waitingIds.size <= MAX_WAITING) return
    throw new CommandFault(
      1,
      `${this.#table.name} has more than ${MAX_WAITING} rows that refer to later ones`,
    )
  }

  #withWaiting(first: Values): Values[] {
    const ready = [first]
    for (const row of ready) {
      const id = String(row[this.#idAt])
      this.#waitingIds.delete(id)
      ready.push(...(this.#waiting.get(id) ?? []))
      this.#waiting.delete(id)
    }
    return ready
  }
}
