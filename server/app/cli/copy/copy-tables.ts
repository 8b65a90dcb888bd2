import { CommandFault } from '../../../cli/command.ts'
import type { Store } from '../../../store/port.ts'
import { SCAN_TABLES, type Scan, type ScanTable, type ScanValue } from '../../../store/scan.ts'
import { Digest, type TableDigest } from './digest.ts'
import { pagesOf, rowsOfPage } from './walk.ts'

/** Writes every row of a scan into a store; answers what was read, table by table. */
export async function copyTables(from: Scan, to: Store): Promise<readonly TableDigest[]> {
  const digests: TableDigest[] = []
  for (const table of SCAN_TABLES) digests.push(await copyTable(table, from, to))
  return digests
}

/** What every table of a scan holds. */
export async function digestTables(scan: Scan): Promise<readonly TableDigest[]> {
  const digests: TableDigest[] = []
  for (const table of SCAN_TABLES) {
    const digest = new Digest(table)
    for await (const page of pagesOf(scan, table)) for (const { values } of page) digest.add(values)
    digests.push(digest.end())
  }
  return digests
}

async function copyTable(table: ScanTable, from: Scan, to: Store): Promise<TableDigest> {
  const digest = new Digest(table)
  const order = new ParentsFirst(table)
  const sets = new BalancedSets(table)
  for await (const page of pagesOf(from, table)) {
    for (const { values } of page) {
      digest.add(values)
      for (const row of order.next(values)) {
        const full = sets.add(row)
        if (full !== undefined) await write(table, full, to)
      }
    }
  }
  order.end()
  await write(table, sets.end(), to)
  return digest.end()
}

async function write(
  table: ScanTable,
  rows: readonly (readonly ScanValue[])[],
  to: Store,
): Promise<void> {
  if (rows.length === 0) return
  const result = await to.commit(rows.map(table.insert))
  if (result.applied) return
  throw new CommandFault(
    1,
    `the target did not take a row of ${table.name} (${result.reason}): run tillgate check on the source`,
  )
}

type Values = readonly ScanValue[]

/** How many postings of other payments may lie between those of one payment, because several servers write. */
const MAX_UNBALANCED = 20_000

/**
 * Cuts rows into sets that a store takes. Those of postings must sum to zero in each currency
 * (R-INV-2), those of the general ledger in each entry, so they end where that is so.
 */
class BalancedSets {
  readonly #table: ScanTable
  readonly #amountAt: number
  readonly #currencyAt: number
  readonly #entryAt: number
  readonly #open = new Map<string, bigint>()
  #rows: Values[] = []

  constructor(table: ScanTable) {
    this.#table = table
    const isLedger = table.name === 'posting' || table.name === 'journal_posting'
    this.#amountAt = isLedger ? table.columns.indexOf('amountMinor') : -1
    this.#currencyAt = isLedger ? table.columns.indexOf('currency') : -1
    this.#entryAt = table.columns.indexOf('entryId')
  }

  /** Takes a row; answers a set when one is full. */
  add(row: Values): readonly Values[] | undefined {
    this.#rows.push(row)
    if (this.#amountAt !== -1) this.#weigh(row)
    if (this.#rows.length < rowsOfPage(this.#table)) return undefined
    if (this.#open.size === 0) return this.#take()
    if (this.#rows.length >= MAX_UNBALANCED) throw this.#unbalanced()
    return undefined
  }

  /** The rows that are left, perhaps none. */
  end(): readonly Values[] {
    if (this.#open.size > 0) throw this.#unbalanced()
    return this.#take()
  }

  #take(): readonly Values[] {
    const rows = this.#rows
    this.#rows = []
    return rows
  }

  #weigh(row: Values): void {
    const legs = `${row[this.#entryAt] ?? ''} ${row[this.#currencyAt]}`
    const sum = (this.#open.get(legs) ?? 0n) + BigInt(Number(row[this.#amountAt]))
    if (sum === 0n) this.#open.delete(legs)
    else this.#open.set(legs, sum)
  }

  #unbalanced(): CommandFault {
    return new CommandFault(
      1,
      `the rows of ${this.#table.name} do not sum to zero: run tillgate check on the source`,
    )
  }
}

/** How many rows may wait for another one; more would mean that the ids have no order at all. */
const MAX_WAITING = 10_000

/**
 * Brings rows of a table that refers to itself into an order in which each comes after the one that
 * it refers to. Keys are ids in the order of time, so few have to wait: where the clocks of two
 * servers differed, or an id was given by hand.
 */
class ParentsFirst {
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
