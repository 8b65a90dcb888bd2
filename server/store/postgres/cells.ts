import { StoreError } from '../errors.ts'

/** What a column holds; `?` lets it hold nothing. */
export type ColumnKind = 'text' | 'text?' | 'integer' | 'integer?' | 'flag' | 'flag?'

/** A value that has been found to fit its column. */
export type Cell = string | number | boolean | null

/** Throws `invalid-change` naming the column when the value is none that it takes. */
export function cellOf(kind: ColumnKind, value: unknown, column: string): Cell {
  if (value === null && kind.endsWith('?')) return null
  switch (kind) {
    case 'text':
    case 'text?':
      if (typeof value === 'string') return storedText(value)
      break
    case 'integer':
    case 'integer?':
      if (typeof value === 'number' && fitsBigint(value)) return value
      break
    case 'flag':
    case 'flag?':
      if (typeof value === 'boolean') return value
  }
  throw new StoreError('invalid-change', `No valid value for ${column}`)
}

/** The tables judge whether it is safe: beyond that a money limit is broken, which is a conflict. */
function fitsBigint(value: number): boolean {
  return Number.isInteger(value) && Math.abs(value) < 2 ** 63
}

/**
 * PostgreSQL's TEXT has no character 0, so that is written as 1 1, and 1 as 1 2: the order of texts
 * stays what it was, and all others stand as they are.
 */
export function storedText(text: string): string {
  if (!NEEDS_ESCAPE.test(text)) return text
  return text.replaceAll('\u0001', '\u0001\u0002').replaceAll('\u0000', '\u0001\u0001')
}

/** The text that `storedText` was given. */
export function restoredText(stored: string): string {
  if (!stored.includes('\u0001')) return stored
  return stored.replaceAll('\u0001\u0001', '\u0000').replaceAll('\u0001\u0002', '\u0001')
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: these two are what it looks for
const NEEDS_ESCAPE = /[\u0000\u0001]/
