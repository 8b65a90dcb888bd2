/** What a column of a table holds. */
export interface Column<Value = unknown> {
  readonly kind: 'text' | 'integer' | 'flag'
  /** Whether it may be null. */
  readonly isOptional: boolean
  /**
   * Whether its table takes the value, as the CHECKs of the migrations say: written a second time on
   * purpose, for the memory engine. Money limits are not among them.
   */
  readonly fits: (value: unknown) => value is Value
  /** The table that has the row whose key this is. */
  readonly refersTo?: string
}

export const text: Column<string> = {
  kind: 'text',
  isOptional: false,
  fits: (value) => typeof value === 'string',
}

export const currency: Column<string> = {
  ...text,
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
    fits: (value): value is Values[number] => values.some((allowed) => allowed === value),
  }
}

/** One of a list that grows with the gateway: the tables take any text. */
export function wordOf<Word extends string>(): Column<Word> {
  return text as unknown as Column<Word>
}

export function optional<Value>(column: Column<Value>): Column<Value | null> {
  return {
    ...column,
    isOptional: true,
    fits: (value): value is Value | null => value === null || column.fits(value),
  }
}

/** The key of a row of another table, or of an earlier row of the same one. */
export function keyOf(table: string): Column<string> {
  return { ...text, refersTo: table }
}
