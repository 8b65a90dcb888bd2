/** What the CHECK of a column says of its values. */
export type Taken =
  /** Inclusive; without ends where its range is a money limit, whose CHECK is written by hand. */
  | { readonly least: number; readonly most: number }
  | { readonly values: readonly string[] }
  | { readonly letters: 'A to Z'; readonly count: number }

/**
 * What a column of a table holds: everything that its databases know of it, which migrations are made of
 * (`node run.mjs migration`). By hand are money limits, triggers and indexes.
 */
export interface Column<Value = unknown> {
  readonly kind: 'text' | 'integer' | 'flag'
  /** Whether it may be null. */
  readonly isOptional: boolean
  /** Absent: whatever is of its kind. */
  readonly takes?: Taken
  /** Whether its table takes the value: the same as `takes`, for the memory engine. Money limits are not among it. */
  readonly fits: (value: unknown) => value is Value
  /** The table that has the row whose key this is. */
  readonly refersTo?: string
  /** A text that no locale of a server compares or sorts; a key, and what refers to one, is such without it. */
  readonly isSorted?: true
  /** What rows have that were there before the column, where that is not null. */
  readonly ofOlderRows?: Value
}

export const text: Column<string> = {
  kind: 'text',
  isOptional: false,
  fits: (value) => typeof value === 'string',
}

/** Of indexes and ordered lists: compared byte by byte on every engine. */
export function sorted<Value extends string>(column: Column<Value>): Column<Value> {
  return { ...column, isSorted: true }
}

export const currency: Column<string> = {
  ...text,
  takes: { letters: 'A to Z', count: 3 },
  fits: (value): value is string => typeof value === 'string' && /^[A-Z]{3}$/.test(value),
}

export const flag: Column<boolean> = {
  kind: 'flag',
  isOptional: false,
  fits: (value) => typeof value === 'boolean',
}

export function integerBetween(least: number, most: number): Column<number> {
  return {
    kind: 'integer',
    isOptional: false,
    takes: { least, most },
    fits: (value): value is number =>
      Number.isInteger(value) && Number(value) >= least && Number(value) <= most,
  }
}

/** Its range is a money limit. */
export const integer = integerBetween(-Infinity, Infinity)
export const natural = integerBetween(0, Number.MAX_SAFE_INTEGER)
/** Milliseconds since 1970-01-01T00:00:00Z. */
export const time = integerBetween(0, Number.MAX_SAFE_INTEGER)
/** 1 when a row is inserted, one more with each step. */
export const version = integerBetween(1, Number.MAX_SAFE_INTEGER)

export function oneOf<const Values extends readonly string[]>(
  ...values: Values
): Column<Values[number]> {
  return {
    ...text,
    takes: { values },
    fits: (value): value is Values[number] => values.some((allowed) => allowed === value),
  }
}

/** One of a list that grows with the gateway: the tables take any text. */
export function wordOf<Word extends string>(): Column<Word> {
  return text as unknown as Column<Word>
}

export function optional<Value>(column: Column<Value>): Column<Value | null> {
  const { ofOlderRows: _none, ...of } = column
  return {
    ...of,
    isOptional: true,
    fits: (value): value is Value | null => value === null || column.fits(value),
  }
}

/** The key of a row of another table, or of an earlier row of the same one. */
export function keyOf(table: string): Column<string> {
  return { ...text, refersTo: table }
}
