import type { Change, QuotaRow } from '../port.ts'
import { TABLES } from '../tables/tables.ts'
import { claimOf } from '../unique-claims.ts'
import type { Cell } from './cells.ts'
import type { Write } from './write-statements.ts'

/** The rows that one change touches. */
export interface RowKeys {
  /** The row that it inserts, steps or deletes, then what the row claims beside its key. */
  readonly changed: readonly string[]
  /** Rows that must be there, and stay as they are. */
  readonly referred: readonly string[]
}

export function rowKeysOf(change: Change, { statement, cells }: Write): RowKeys {
  const { of: kind, keyLength, references } = statement
  if (kind === undefined) return { changed: [], referred: [] }
  const { table, action, onlyReads } = kind
  const own = rowKey(table.name, cells.slice(0, keyLength))
  if (action !== 'insert') {
    return onlyReads ? { changed: [], referred: [own] } : { changed: [own], referred: [] }
  }
  const referred: string[] = []
  for (const { at, table: other } of references) {
    const cell = cells[at] ?? null
    if (cell !== null) referred.push(rowKey(other, [cell]))
  }
  // Rows without a key never conflict with single rows, but all of them may be deleted at once.
  if (keyLength === 0) return { changed: [], referred: [...referred, own] }
  const claim = claimOf(table, (change as Extract<Change, { readonly row: unknown }>).row)
  const claimed = claim === undefined ? [] : [`claim ${table.name} ${claim}`]
  return { changed: [own, ...claimed], referred }
}

export function quotaKey({ key }: Pick<QuotaRow, 'key'>): string {
  return rowKey(TABLES.quotas.name, [key])
}

/** Values may hold blanks: their lengths keep two keys apart. */
function rowKey(table: string, key: readonly Cell[]): string {
  let text = table
  for (const value of key) text += ` ${String(value).length} ${value}`
  return text
}
