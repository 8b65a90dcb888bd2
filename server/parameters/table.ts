import type { Rule } from './rules.ts'
import type { ValueType } from './value-types.ts'

/**
 * The kind of field that holds a card number. In a `text` about people it is always refused. In a
 * `reference`, such as an order number, 15 or more digits that pass the check digit and fit a brand are
 * nearly always a card: the legacy profile and channels with `cardLikeReferences` accept them. In what a person
 * looks for it is always refused, because addresses are kept by browsers and logs.
 */
export type CardNumberPlace = 'text' | 'reference' | 'search'

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
  /** What it is for, where its route describes it. */
  readonly meaning?: string
  /** Of a described one: its value must hold no card number, because it is such a place. */
  readonly guarded?: CardNumberPlace
  /** Secret, but the acquirer needs it: in memory until it has been sent, and nowhere else. */
  readonly confidential?: true
  /** Of a described one: says who a customer is, or of a customer. The audit log, which keeps for good, leaves it out. */
  readonly personal?: true
  /** Taken when the parameter is absent. */
  readonly default?: string
  /** Has a meaning in the test environment only; so has its default. */
  readonly testOnly?: true
  /** Of an address: whether the gateway sends requests there, or the shopper's browser goes there. */
  readonly address?: 'called' | 'visited'
}

/** Names by which operations know an instrument. */
export interface InstrumentNames {
  /** How its names begin, or a whole name, where no card is needed beside it. */
  readonly inPlaceOfCard: readonly string[]
  /** Names that tell one account from another: a request sends one of them at most. */
  readonly accounts: readonly string[]
  /** Names that prove the shopper as a security code does. */
  readonly proofs: readonly string[]
  readonly isStorable: boolean
  /** Whether only the merchant's server may send it, never the page of the shop. */
  readonly isOnlyServers: boolean
}

/**
 * A structure of the interface document. Names are written as the document writes them: `[n]` is the
 * index of a list, `[key]` the key of a map. No name may be the beginning of another one's path.
 */
export interface ParameterTable {
  /** The section where all rows of the table stand. */
  readonly source: string
  /** Of a table that is none of the interface document, in the reference. */
  readonly title?: string
  /** How the names of a structure begin that may be absent as a whole: an instrument, a terminal. */
  readonly within?: string
  /** If this name is sent, its required rows may be missing: their values are stored. */
  readonly unless?: string
  /** So may they for a brand whose shopper names the account on another page. */
  readonly unlessRedirectBrand?: boolean
  /** Of what is paid with; absent in a table of anything else. */
  readonly paysWith?: InstrumentNames
  readonly rows: Readonly<Record<string, ParameterRow>>
  /** Rows that are only forwarded, reported or returned: the gateway itself never acts on them. */
  readonly passedOn?: readonly string[] | { readonly allExcept: readonly string[] }
  readonly rules: readonly Rule[]
}

/** Whether answers show what was sent under a row. */
export function isEchoed({ echoed, secret }: ParameterRow): boolean {
  return echoed !== false && secret === undefined
}

/** The names that a table requires of a request that sends any of its parameters. */
export function requiredNamesOf({ rows }: ParameterTable): string[] {
  return Object.keys(rows).filter((name) => rows[name]?.requirement === 'required')
}

/** What a row says beside its type and requirement. */
type RowDetails = Omit<ParameterRow, 'type' | 'requirement'>

export function required(type: ValueType, details?: RowDetails): ParameterRow {
  return { type, requirement: 'required', ...details }
}

export function conditional(type: ValueType, details?: RowDetails): ParameterRow {
  return { type, requirement: 'conditional', ...details }
}

export function optional(type: ValueType, details?: RowDetails): ParameterRow {
  return { type, requirement: 'optional', ...details }
}

type RowsOf<Name extends string> = Readonly<Record<Name, ParameterRow>>

/** Rows that several structures have, with the name of one of them in front. */
export function prefixedRows<const Prefix extends string, Name extends string>(
  prefix: Prefix,
  rows: RowsOf<Name>,
) {
  return mapRows(rows, (name, row) => [`${prefix}.${name}`, row]) as RowsOf<`${Prefix}.${Name}`>
}

/**
 * Rows of one structure inside another, all optional there: `shipping.customer.*` is "all customer
 * fields, Optional, same formats".
 */
export function nestedRows<const Prefix extends string, Name extends string>(
  prefix: Prefix,
  rows: RowsOf<Name>,
) {
  return mapRows(rows, (name, row) => [
    `${prefix}.${name}`,
    { ...row, requirement: 'optional' },
  ]) as RowsOf<`${Prefix}.${Name}`>
}

function mapRows(
  rows: RowsOf<string>,
  change: (name: string, row: ParameterRow) => readonly [string, ParameterRow],
): RowsOf<string> {
  return Object.fromEntries(Object.entries(rows).map(([name, row]) => change(name, row)))
}

/** Rows of one type, all optional. */
export function optionalRows<const Name extends string>(type: ValueType, names: readonly Name[]) {
  return Object.fromEntries(names.map((name) => [name, optional(type)])) as RowsOf<Name>
}

/** Rows of one type, all of which are required in some circumstances. */
export function conditionalRows<const Name extends string>(
  type: ValueType,
  names: readonly Name[],
) {
  return Object.fromEntries(names.map((name) => [name, conditional(type)])) as RowsOf<Name>
}

/** The rows of a table that are only passed on, reported or shown in answers. */
export function passedOnRows({ rows, passedOn = [] }: ParameterTable): readonly string[] {
  if (!('allExcept' in passedOn)) return passedOn
  return Object.keys(rows).filter((name) => !passedOn.allExcept.includes(name))
}

/**
 * One sent parameter: decoded name, decoded and trimmed value, never empty. A number of a JSON body
 * says so: it could not keep the trailing zero of `92.50`.
 */
export type FlatParameter = readonly [name: string, value: string, origin?: 'number']

/** Parameters in the order in which they were sent; empty ones are absent (decisions §1). */
export type FlatBody = readonly FlatParameter[]
