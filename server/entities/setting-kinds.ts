import {
  type Static,
  type TObject,
  type TOptional,
  type TProperties,
  type TSchema,
  type TUnsafe,
  Type,
} from 'typebox'
import { isJsonObject, type JsonObject } from '../../common/json-object.ts'
import { brandNames } from '../../common/payment-brands.ts'
import type { FieldOf, SettingField } from '../../common/setting-field.ts'
import {
  brandsFaults,
  choiceFaults,
  type Faults,
  integerFaults,
  listFaults,
  moneyFaults,
  unknownMembers,
} from './settings-faults.ts'

/**
 * Makers of settings and of their parts. Each makes a schema, from which the type follows, with the form that
 * people fill in and what finds the faults of a value.
 */

/** What a schema has beside its type. */
interface Setting {
  readonly field: SettingField
  readonly faultsOf: FaultsOf
}

/** Finds faults, as sentences that begin with the place. */
type FaultsOf = (value: unknown, place: string) => Faults

/** A part that has a value of this type. */
type Part<Value> = TUnsafe<Value>

function part<Value>(field: SettingField, faultsOf: FaultsOf): Part<Value> {
  const setting: Setting = { field, faultsOf }
  return Type.Unsafe<Value>({ setting })
}

function settingIn(schema: TSchema): Setting {
  const { setting } = schema as { readonly setting?: Setting }
  if (setting === undefined) throw new Error('A setting is made by a maker of this file')
  return setting
}

/** The form of a part. */
export function fieldOf(schema: TSchema): SettingField {
  return settingIn(schema).field
}

export function faultsOfPart(schema: TSchema, value: unknown, place: string): Faults {
  return settingIn(schema).faultsOf(value, place)
}

/** The same where it need not be set. `otherwise`: what counts then, in words. */
export function optional<Schema extends TSchema>(
  schema: Schema,
  otherwise?: string,
): TOptional<Part<Static<Schema>>> {
  return Type.Optional(otherwise === undefined ? partOf(schema) : withDefault(schema, otherwise))
}

/** The same that has a default, so that it is always there where settings are in force. */
export function withDefault<Schema extends TSchema>(
  schema: Schema,
  otherwise: string,
): Part<Static<Schema>> {
  const { field, faultsOf } = settingIn(schema)
  return part({ ...field, default: otherwise }, faultsOf)
}

function partOf<Schema extends TSchema>(schema: Schema): Part<Static<Schema>> {
  const { field, faultsOf } = settingIn(schema)
  return part(field, faultsOf)
}

export function yesNo(name: string, help: string): Part<boolean> {
  return part({ kind: 'boolean', name, help }, (value, place) =>
    typeof value === 'boolean' ? [] : [`${place} must be true or false`],
  )
}

export function number(
  name: string,
  help: string,
  [min, max]: readonly [number, number],
): Part<number> {
  return part({ kind: 'number', name, help, min, max }, (value, place) =>
    integerFaults(value, place, [min, max]),
  )
}

/** A text that passes a test, which `words` tell after "must be". */
export function text(
  name: string,
  help: string,
  example: string,
  [fits, words]: readonly [RegExp | ((value: string) => boolean), string],
): Part<string> {
  const isFit = typeof fits === 'function' ? fits : (value: string) => fits.test(value)
  return part({ kind: 'text', name, help, example }, (value, place) =>
    typeof value === 'string' && isFit(value) ? [] : [`${place} must be ${words}`],
  )
}

/** `choiceNames`: the values with what people read for them. `words`: what must be, where that says more. */
export function choice<Value extends string>(
  name: string,
  help: string,
  choiceNames: Readonly<Record<Value, string>>,
  words?: string,
): Part<Value> {
  const choices = Object.keys(choiceNames)
  return part({ kind: 'choice', name, help, choices, choiceNames }, (value, place) => {
    const faults = choiceFaults(value, place, choices)
    return faults.length === 0 || words === undefined ? faults : [`${place} must be ${words}`]
  })
}

export function list(
  name: string,
  help: string,
  example: string,
  faultsOf: FaultsOf,
): Part<string[]> {
  return part({ kind: 'list', name, help, example }, faultsOf)
}

export function brands(name: string, help: string, example = 'VISA'): Part<string[]> {
  const field: SettingField = { kind: 'list', name, help, choices: brandNames, example }
  return part(field, brandsFaults)
}

export function channel(name: string, help: string): Part<string> {
  return part({ kind: 'channel', name, help }, (id, place) => {
    const fits = typeof id === 'string' && /^[0-9a-f]{32}$/.test(id)
    return fits ? [] : [`${place} must be the id of a channel, 32 lowercase hex digits`]
  })
}

/** ISO 4217. What it must be is found with its amounts: `moneyOf`. */
export function currency(name: string, help: string): Part<string> {
  return part({ kind: 'currency', name, help }, () => [])
}

/** As the wire writes amounts. What it must be is found with its currency: `moneyOf`. */
export function amount(name: string, help: string): Part<string> {
  return part({ kind: 'amount', name, help }, () => [])
}

/** Faults of the member `currency` and of the amounts of it, which are members, too. */
export function moneyOf(...amounts: readonly string[]) {
  return ({ currency: sent, ...others }: JsonObject, place: string): Faults => {
    const given = amounts.filter((name) => others[name] !== undefined)
    return moneyFaults(sent, Object.fromEntries(given.map((name) => [name, others[name]])), place)
  }
}

/** One value, which need not be asked for. */
export function constant<Value extends string>(name: string, value: Value): Part<Value> {
  return part({ kind: 'constant', name, value }, (sent, place) =>
    sent === value ? [] : [`${place} must be ${JSON.stringify(value)}`],
  )
}

interface ObjectTexts<Fixed> {
  readonly name: string
  readonly help?: string
  /** What follows where it is no object, such as an example of one. */
  readonly like?: string
  /** Whose texts in other languages its members have. */
  readonly textsAt?: string
  /** Further members, which are always these: they tell its options apart. */
  readonly fixed?: Fixed
  /** Faults that no member has by itself. */
  readonly also?: (value: JsonObject, place: string) => Faults
}

/** Members by name. */
export function object<
  Members extends TProperties,
  const Fixed extends Readonly<Record<string, string>> = Record<never, string>,
>(
  { name, help, like = '', textsAt, fixed, also = () => [] }: ObjectTexts<Fixed>,
  members: Members,
): Part<Fixed & Static<TObject<Members>>> {
  const known = Object.entries<TSchema>(members)
  const names = [...Object.keys(fixed ?? {}), ...known.map(([member]) => member)]
  const field: SettingField = {
    kind: 'object',
    name,
    ...(help && { help }),
    ...(textsAt && { textsAt }),
    ...(fixed && { fixed }),
    members: Object.fromEntries(known.map(([member, schema]) => [member, fieldOf(schema)])),
  }
  return part(field, (value, place) => {
    if (!isJsonObject(value)) return [`${place} must be an object${like}`]
    return [
      ...unknownMembers(value, place, names),
      ...known.flatMap(([member, schema]) => {
        const isLeftOut = value[member] === undefined && '~optional' in schema
        return isLeftOut ? [] : faultsOfPart(schema, value[member], `${place}.${member}`)
      }),
      ...also(value, place),
    ]
  })
}

type OneOf<Options extends TProperties> = Static<Options[keyof Options]>

/** One of several parts. `pick`: which one a value is meant to be, or why it is none of them. */
export function oneOf<Options extends TProperties>(
  { name, help }: { readonly name: string; readonly help: string },
  options: Options,
  pick: (value: unknown, place: string) => keyof Options | Faults,
): Part<OneOf<Options>> {
  const shown = Object.entries<TSchema>(options).map(([option, of]) => [option, fieldOf(of)])
  return part({ kind: 'oneOf', name, help, options: Object.fromEntries(shown) }, (value, place) => {
    const picked = pick(value, place)
    if (typeof picked === 'object') return picked
    return faultsOfPart(options[picked] as TSchema, value, place)
  })
}

/** One of several objects that their fixed members tell apart. */
export function oneOfKinds<Options extends TProperties>(
  texts: { readonly name: string; readonly help: string },
  options: Options,
): Part<OneOf<Options>> {
  return oneOf(texts, options, (value, place) => {
    if (!isJsonObject(value)) return [`${place} must be an object`]
    let left = Object.entries<TSchema>(options).map(
      ([option, of]) => [option, (fieldOf(of) as FieldOf<'object'>).fixed ?? {}] as const,
    )
    for (;;) {
      const [first] = left
      const next = Object.keys(first?.[1] ?? {}).find((name) =>
        left.some(([, fixed]) => fixed[name] !== value[name]),
      )
      if (first === undefined || next === undefined) return first?.[0] ?? []
      const fitting = left.filter(([, fixed]) => fixed[next] === value[next])
      if (fitting.length === 0) {
        const choices = new Set(left.flatMap(([, fixed]) => fixed[next] ?? []))
        return choiceFaults(value[next], `${place}.${next}`, [...choices])
      }
      left = fitting
    }
  })
}

type MapOf<Key extends string, Value> = string extends Key
  ? Record<string, Value>
  : Partial<Record<Key, Value>>

/** Values by keys that people choose. */
export function map<Key extends string, Value extends TSchema>(
  { name, help, like }: { readonly name: string; readonly help: string; readonly like: string },
  { key, keyFaults }: { readonly key: SettingField; readonly keyFaults: FaultsOf },
  value: Value,
): Part<MapOf<Key, Static<Value>>> {
  const field: FieldOf<'map'> & SettingField = {
    kind: 'map',
    name,
    help,
    key,
    value: fieldOf(value),
  }
  return part(field, (entries, place) => {
    if (!isJsonObject(entries)) return [`${place} must be an object, such as ${like}`]
    return Object.entries(entries).flatMap(([one, of]) => [
      ...keyFaults(one, place),
      ...faultsOfPart(value, of, `${place}.${one}`),
    ])
  })
}

/** A list whose order counts. */
export function records<Entry extends TSchema>(
  { name, help, max }: { readonly name: string; readonly help: string; readonly max: number },
  record: Entry,
): Part<Static<Entry>[]> {
  return part({ kind: 'records', name, help, max, record: fieldOf(record) }, (value, place) =>
    listFaults(value, place, [0, max], (one, at) => faultsOfPart(record, one, at)),
  )
}

/** What has a form and faults of its own. */
export function ownKind<Value>(field: SettingField, faultsOf: FaultsOf): Part<Value> {
  return part(field, faultsOf)
}
