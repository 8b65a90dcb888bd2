import type { JsonObject } from '../../../../common/json-object.ts'

/** Versions of EMV 3-D Secure that the tables describe, oldest first. */
export const MESSAGE_VERSIONS = ['2.1.0', '2.2.0', '2.3.1'] as const
export type MessageVersion = (typeof MESSAGE_VERSIONS)[number]

/** `01` app, `02` browser, `03` 3DS requestor initiated (the shopper is absent). */
export type DeviceChannel = '01' | '02' | '03'

/** A JSON string of some length and alphabet. */
export interface TextFormat {
  readonly kind: 'text'
  readonly min: number
  readonly max: number
  /** Ends the sentence "must be …". */
  readonly expected: string
  readonly matches?: (text: string) => boolean
  /** A well-formed code that is not assigned has an error code of its own (304). */
  readonly isAssigned?: (text: string) => boolean
}

/** A JSON string out of a list. */
export interface ChoiceFormat<Value extends string = string> {
  readonly kind: 'choice'
  readonly values: readonly Value[]
  /** Values that a later version adds. */
  readonly later?: Partial<Readonly<Record<MessageVersion, readonly Value[]>>>
  /** Whether directory servers may define their own values, 80 to 99. */
  readonly hasDirectoryValues?: true
}

export interface FlagFormat {
  readonly kind: 'flag'
}

export interface ListFormat<Item extends Format = Format> {
  readonly kind: 'list'
  readonly of: Item
  readonly max: number
}

export interface GroupFormat<Fields extends FieldTable = FieldTable> {
  readonly kind: 'group'
  readonly fields: Fields
}

/** A JSON object whose members the message does not define, of at most `max` characters as text. */
export interface ObjectFormat {
  readonly kind: 'object'
  readonly max: number
}

export type Format =
  | TextFormat
  | ChoiceFormat
  | FlagFormat
  | ListFormat
  // Not `GroupFormat`: the type of a table would then refer to itself.
  | { readonly kind: 'group'; readonly fields: FieldTable }
  | ObjectFormat

/**
 * Names of fields with the values that all of them must have; `present` means any value, `absent` none.
 * A condition may name fields that only the exchange has, not the message.
 */
export type Condition = Readonly<
  Record<string, readonly (string | boolean)[] | 'present' | 'absent'>
>

/** One row of the field tables of EMV 3-D Secure, table A.1. */
export interface Field<Of extends Format = Format> {
  readonly format: Of
  /** `true`: required in each message of its versions and channels; else when one of the conditions holds. */
  readonly required?: true | readonly Condition[]
  /** The first version that has it. */
  readonly since?: MessageVersion
  /** The last version that has it. */
  readonly until?: MessageVersion
  /** AReq: the device channels that have it; all where absent. */
  readonly channels?: readonly DeviceChannel[]
  /** AReq: only in payment authentications, or only in others. */
  readonly categories?: readonly ('01' | '02')[]
  /** A different format from a later version on. */
  readonly changed?: { readonly since: MessageVersion; readonly format: Format }
}

export type FieldTable = Readonly<Record<string, Field>>

type FormatValue<Of extends Format> = Of extends {
  kind: 'choice'
  values: readonly (infer Value)[]
}
  ? Value
  : Of extends { kind: 'text' }
    ? string
    : Of extends { kind: 'flag' }
      ? boolean
      : Of extends { kind: 'list'; of: infer Item extends Format }
        ? readonly FormatValue<Item>[]
        : Of extends { kind: 'group'; fields: infer Fields extends FieldTable }
          ? FieldValues<Fields>
          : JsonObject

type FieldValue<Of extends Field> = Of extends { changed: { format: infer Later extends Format } }
  ? FormatValue<Of['format']> | FormatValue<Later>
  : FormatValue<Of['format']>

type RequiredNames<Fields extends FieldTable> = {
  [Name in keyof Fields]: Fields[Name] extends { required: true }
    ? Fields[Name] extends
        | { since: MessageVersion }
        | { until: MessageVersion }
        | { channels: object }
      ? never
      : Name
    : never
}[keyof Fields]

/** The object that a table describes. */
export type FieldValues<Fields extends FieldTable> = {
  readonly [Name in RequiredNames<Fields>]: FieldValue<Fields[Name]>
} & {
  readonly [Name in Exclude<keyof Fields, RequiredNames<Fields>>]?: FieldValue<Fields[Name]>
}

type FieldDetails = Omit<Field, 'format' | 'required' | 'changed'>

export function required<const Of extends Format, const Details extends FieldDetails = object>(
  format: Of,
  details?: Details,
): { readonly format: Of; readonly required: true } & NoInfer<Details> {
  return { format, required: true, ...details } as ReturnType<typeof required<Of, Details>>
}

export function optional<
  const Of extends Format,
  const Details extends Omit<Field, 'format' | 'required'> = object,
>(format: Of, details?: Details): { readonly format: Of } & NoInfer<Details> {
  return { format, ...details } as ReturnType<typeof optional<Of, Details>>
}

/** Required when one of the conditions holds. */
export function requiredWhen<const Of extends Format, const Details extends FieldDetails = object>(
  format: Of,
  conditions: readonly Condition[],
  details?: Details,
): { readonly format: Of; readonly required: readonly Condition[] } & NoInfer<Details> {
  return { format, required: conditions, ...details } as ReturnType<
    typeof requiredWhen<Of, Details>
  >
}
