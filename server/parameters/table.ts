import type { Rule } from './rules.ts'
import type { ValueType } from './value-types.ts'

/** One row of a table of the interface document. */
export interface ParameterRow {
  readonly type: ValueType
  /** `required`: in every operation that takes the table, unless the operation says otherwise. */
  readonly requirement: 'required' | 'conditional' | 'optional'
  /** Shape of the key, for rows of maps (`customParameters[key]`). */
  readonly key?: { readonly pattern: RegExp; readonly example: string }
  /** Never shown: a card number shows its first six and last four digits, a code nothing. */
  readonly secret?: 'number' | 'code'
  /** `false`: not part of the echo, because it is secret, an instruction, or composed elsewhere. */
  readonly echoed?: false
  /** Taken when the parameter is absent. */
  readonly default?: string
  /** Has a meaning in the test environment only; so has its default. */
  readonly testOnly?: true
}

/**
 * A structure of the interface document. Names are written as the document writes them: `[n]` is the
 * index of a list, `[key]` the key of a map. No name may be the beginning of another one's path.
 */
export interface ParameterTable {
  /** The section where all rows of the table stand. */
  readonly source: string
  readonly rows: Readonly<Record<string, ParameterRow>>
  readonly rules: readonly Rule[]
}

type Optional<Row> = Omit<Row, 'requirement'> & { readonly requirement: 'optional' }

/**
 * Rows of one structure inside another, all optional there: `shipping.customer.*` is "all customer
 * fields, Optional, same formats".
 */
export function nestedRows<
  const Prefix extends string,
  Rows extends Readonly<Record<string, ParameterRow>>,
>(prefix: Prefix, rows: Rows) {
  const nested = Object.entries(rows).map(([name, row]) => [
    `${prefix}.${name}`,
    { ...row, requirement: 'optional' },
  ])
  return Object.fromEntries(nested) as {
    readonly [Name in keyof Rows & string as `${Prefix}.${Name}`]: Optional<Rows[Name]>
  }
}
