import { CommandFault } from '../../../cli/command.ts'
import type { ScanTable, ScanValue } from '../../../store/scan.ts'
import { rowsOfPage } from './walk.ts'

type Values = readonly ScanValue[]

/** How many postings of other payments may lie between those of one payment, because several servers write. */
const MAX_UNBALANCED = 20_000

/**
 * Cuts rows into sets that a store takes. Those of postings must sum to zero in each currency
 * (R-INV-2), those of the general ledger in each entry, so they end where that is so.
 */
export class BalancedSets {
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
