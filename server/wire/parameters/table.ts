import type { Rule } from './rules.ts'
import type { ValueType } from './value-types.ts'

/** One row of a table of the interface document. */
export interface ParameterRow {
  readonly type: ValueType
  /**
   * `required`: in every operation that takes the table, unless the operation says otherwise; in a
   * table that is `within` something, as soon as anything of it is sent.
   */
  readonly requirement: 'required' | 'conditional' | 'optional'
  /** Shape of the key, for rows of maps (`customParameters[key]`). */
  readonly key?: { readonly pattern: RegExp; readonly example: string }
  /** Never shown: a card number shows its first six and last four digits, a code nothing. */
  readonly secret?: 'number' | 'code'
  /** `false`: not part of the echo, because it is secret, an instruction, or composed elsewhere. */
  readonly echoed?: false
  /** Secret, but the acquirer needs it: in memory until it has been sent, and nowhere else. */
  readonly confidential?: true
  /** Taken when the parameter is absent. */
  readonly default?: string
  /** Has a meaning in the test environment only; so has its default. */
  readonly testOnly?: true
  /**
   * What will act on it, and is not there yet: until then it is taken and given back, and whoever
   * sends it is told so. Not for what is only carried.
   */
  readonly waitsFor?: WaitedFor
}

/** A part of the gateway that parameters wait for. */
export type WaitedFor = 'webhooks' | '3-D Secure'

/**
 * A structure of the interface document. Names are written as the document writes them: `[n]` is the
 * index of a list, `[key]` the key of a map. No name may be the beginning of another one's path.
 */
export interface ParameterTable {
  /** The section where all rows of the table stand. */
  readonly source: string
  /** How the names of a structure begin that may be absent as a whole: an instrument, a terminal. */
  readonly within?: string
  /** Beside this name its required rows may be absent all the same: what they say is stored. */
  readonly unless?: string
  /** So may they for a brand whose shopper names the account on another page. */
  readonly unlessPaidElsewhere?: boolean
  readonly rows: Readonly<Record<string, ParameterRow>>
  /**
   * Rows that are by nature only passed on, reported or given back: the gateway itself acts on none
   * of them, and need not.
   */
  readonly carried?: readonly string[] | { readonly allBut: readonly string[] }
  readonly rules: readonly Rule[]
}

/** Whether answers show what was sent under a row. */
export function isEchoed({ echoed, secret }: ParameterRow): boolean {
  return echoed !== false && secret === undefined
}

/** What a table requires of whoever sends it. */
export function requiredNamesOf({ rows }: ParameterTable): string[] {
  return Object.keys(rows).filter((name) => rows[name]?.requirement === 'required')
}

type Prefixed<Prefix extends string, Rows> = {
  readonly [Name in keyof Rows & string as `${Prefix}.${Name}`]: Rows[Name]
}

/** Rows that several structures have, with the name of one of them in front. */
export function prefixedRows<
  const Prefix extends string,
  Rows extends Readonly<Record<string, ParameterRow>>,
>(prefix: Prefix, rows: Rows) {
  const entries = Object.entries(rows).map(([name, row]) => [`${prefix}.${name}`, row])
  return Object.fromEntries(entries) as Prefixed<Prefix, Rows>
}

type Optional<Rows> = {
  readonly [Name in keyof Rows]: Omit<Rows[Name], 'requirement' | 'waitsFor'> & {
    readonly requirement: 'optional'
  }
}

/**
 * Rows of one structure inside another, all optional there: `shipping.customer.*` is "all customer
 * fields, Optional, same formats". What waits for a feature in the one is only carried in the other.
 */
export function nestedRows<
  const Prefix extends string,
  Rows extends Readonly<Record<string, ParameterRow>>,
>(prefix: Prefix, rows: Rows) {
  const entries = Object.entries(rows).map(([name, { waitsFor: _, ...row }]) => [
    `${prefix}.${name}`,
    { ...row, requirement: 'optional' },
  ])
  return Object.fromEntries(entries) as Prefixed<Prefix, Optional<Rows>>
}

type Waiting<Rows, Feature extends WaitedFor> = {
  readonly [Name in keyof Rows]: Rows[Name] & { readonly waitsFor: Feature }
}

/** Rows that all wait for the same feature. */
export function waiting<
  const Feature extends WaitedFor,
  const Rows extends Readonly<Record<string, ParameterRow>>,
>(waitsFor: Feature, rows: Rows) {
  const entries = Object.entries(rows).map(([name, row]) => [name, { ...row, waitsFor }])
  return Object.fromEntries(entries) as Waiting<Rows, Feature>
}

/** Rows of one type, all optional. */
export function optionalRows<const Name extends string>(type: ValueType, names: readonly Name[]) {
  return rowsOfType(type, names, 'optional')
}

/** Rows of one type, all of which are required in some circumstances. */
export function conditionalRows<const Name extends string>(
  type: ValueType,
  names: readonly Name[],
) {
  return rowsOfType(type, names, 'conditional')
}

function rowsOfType<Name extends string, Requirement extends ParameterRow['requirement']>(
  type: ValueType,
  names: readonly Name[],
  requirement: Requirement,
) {
  return Object.fromEntries(names.map((name) => [name, { type, requirement }])) as {
    readonly [Each in Name]: { readonly type: ValueType; readonly requirement: Requirement }
  }
}
