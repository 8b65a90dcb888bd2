/** How a setting of an entity, or a part of one, is typed in a form, and what people read of it. */
export type SettingField = FieldTexts & FieldKind

/** For people, in English. */
interface FieldTexts {
  readonly name: string
  readonly help?: string
  /** What counts where nothing is set. Absent: the part has to be set. */
  readonly default?: string
  /** Where translations of its parts are, if not below its own place: several fields can share them. */
  readonly textsAt?: string
}

type FieldKind =
  | { readonly kind: 'boolean' }
  | { readonly kind: 'number'; readonly min: number; readonly max: number }
  | { readonly kind: 'text'; readonly example: string }
  /** As the wire writes amounts, such as `500.00`. */
  | { readonly kind: 'amount' }
  /** ISO 4217. */
  | { readonly kind: 'currency' }
  /** The name of a payment brand. */
  | { readonly kind: 'brand' }
  /** The id of a channel at or below the entity. */
  | { readonly kind: 'channel' }
  | ChoiceKind
  | ListKind
  | ObjectKind
  /** An object whose members have names that people choose. */
  | { readonly kind: 'map'; readonly key: SettingField; readonly value: SettingField }
  /** A list whose order counts. */
  | { readonly kind: 'records'; readonly record: SettingField; readonly max: number }
  /** A value of one of several shapes. */
  | { readonly kind: 'oneOf'; readonly options: Readonly<Record<string, SettingField>> }
  /** Always this value: an option of `oneOf`. */
  | { readonly kind: 'constant'; readonly value: string | boolean }

interface ChoiceKind {
  readonly kind: 'choice'
  readonly choices: readonly string[]
  /** What people read for each of them. */
  readonly choiceNames: Readonly<Record<string, string>>
}

interface ListKind {
  readonly kind: 'list'
  readonly example: string
  /** Brands that are ticked. Absent: texts. */
  readonly choices?: readonly string[]
  /** Absent: it has at least one entry. */
  readonly mayBeEmpty?: true
}

interface ObjectKind {
  readonly kind: 'object'
  readonly members: Readonly<Record<string, SettingField>>
  /** Further members, which are always these: they tell its options apart. */
  readonly fixed?: Readonly<Record<string, string>>
}

/** Every kind of a field. */
export const FIELD_KINDS = [
  'boolean',
  'number',
  'text',
  'amount',
  'currency',
  'brand',
  'channel',
  'choice',
  'list',
  'object',
  'map',
  'records',
  'oneOf',
  'constant',
] as const satisfies readonly SettingField['kind'][]

/** The field of one kind. */
export type FieldOf<Kind extends SettingField['kind']> = Extract<SettingField, { kind: Kind }>

/** The parts of a field that have texts of their own, by the last step of their place. */
export function partsOf(field: SettingField): Readonly<Record<string, SettingField>> {
  switch (field.kind) {
    case 'object':
      return field.members
    case 'map':
      return { key: field.key, value: field.value }
    case 'records':
      return { record: field.record }
    case 'oneOf':
      return field.options
    default:
      return {}
  }
}

/** The same field with other parts. */
export function withParts(
  field: SettingField,
  partOf: (name: string, part: SettingField) => SettingField,
): SettingField {
  const each = (parts: Readonly<Record<string, SettingField>>) =>
    Object.fromEntries(Object.entries(parts).map(([name, part]) => [name, partOf(name, part)]))
  switch (field.kind) {
    case 'object':
      return { ...field, members: each(field.members) }
    case 'map':
      return { ...field, key: partOf('key', field.key), value: partOf('value', field.value) }
    case 'records':
      return { ...field, record: partOf('record', field.record) }
    case 'oneOf':
      return { ...field, options: each(field.options) }
    default:
      return field
  }
}
