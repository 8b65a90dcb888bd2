import { createHash } from 'node:crypto'
import type { ScanTable, ScanValue } from '../../../store/scan.ts'

/** What a table holds, in a form in which two databases can be compared. */
export interface TableDigest {
  readonly rows: number
  /** SHA-256 over all rows in the order of their keys, as hex. */
  readonly hash: string
  /** Of postings: for each currency all that was moved and what remains, which should be nothing. */
  readonly sums: readonly string[]
}

/** Takes the rows of one table in the order of their keys. */
export class Digest {
  readonly #table: ScanTable
  readonly #hash = createHash('sha256')
  readonly #sums = new Map<string, { moved: bigint; balance: bigint }>()
  #rows = 0

  constructor(table: ScanTable) {
    this.#table = table
  }

  add(values: readonly ScanValue[]): void {
    this.#rows += 1
    this.#hash.update(`${JSON.stringify(values)}\n`)
    if (this.#table.name === 'posting') this.#addPosting(values)
  }

  end(): TableDigest {
    const sums = [...this.#sums].map(
      ([currency, { moved, balance }]) => `${currency} ${moved} moved, balance ${balance}`,
    )
    return { rows: this.#rows, hash: this.#hash.digest('hex'), sums: sums.sort() }
  }

  #addPosting(values: readonly ScanValue[]): void {
    const currency = String(values[this.#table.columns.indexOf('currency')])
    const amount = BigInt(Number(values[this.#table.columns.indexOf('amountMinor')]))
    const { moved, balance } = this.#sums.get(currency) ?? { moved: 0n, balance: 0n }
    this.#sums.set(currency, {
      moved: amount > 0n ? moved + amount : moved,
      balance: balance + amount,
    })
  }
}
