import { invalid, missingParameter } from './errors.ts'
import type { Raw, RawGroup } from './form-body.ts'

/** What a parameter may be. `clearable`: an empty text counts as if it was not sent. */
export type Field = (
  | { readonly kind: 'text'; readonly max: number; readonly form?: RegExp }
  | { readonly kind: 'integer'; readonly min?: number; readonly max?: number }
  | { readonly kind: 'flag' }
  | { readonly kind: 'choice'; readonly of: readonly string[] }
  | { readonly kind: 'flagOrChoice'; readonly of: readonly string[] }
  | { readonly kind: 'group'; readonly fields: Fields }
  | { readonly kind: 'integerOrGroup'; readonly fields: Fields }
  | { readonly kind: 'list'; readonly of: Field; readonly max: number }
  | { readonly kind: 'metadata' }
  /** A parameter of older versions, with the error that it gets now. */
  | { readonly kind: 'removed'; readonly code: string }
) & { readonly required?: true; readonly clearable?: true; readonly mayBeEmpty?: true }

export type Fields = Readonly<Record<string, Field>>

type ValueOf<F> = F extends { kind: 'text' }
  ? string
  : F extends { kind: 'integer' }
    ? number
    : F extends { kind: 'flag' }
      ? boolean
      : F extends { kind: 'choice'; of: readonly (infer C)[] }
        ? C
        : F extends { kind: 'flagOrChoice' }
          ? boolean | string
          : F extends { kind: 'group'; fields: infer G }
            ? ValuesOf<G>
            : F extends { kind: 'integerOrGroup'; fields: infer G }
              ? number | ValuesOf<G>
              : F extends { kind: 'list'; of: infer L }
                ? readonly ValueOf<L>[]
                : Readonly<Record<string, string>>

/** What a description makes of a body. */
export type ValuesOf<Fs> = {
  readonly [N in keyof Fs as Fs[N] extends { required: true } ? N : never]: ValueOf<Fs[N]>
} & {
  readonly [N in keyof Fs as Fs[N] extends { required: true } ? never : N]?: ValueOf<Fs[N]>
}

/** Reads a body by its description, which is closed. Throws what Stripe answers about the first fault. */
export function readFields<const Fs extends Fields>(raw: RawGroup, fields: Fs): ValuesOf<Fs> {
  return readGroup(raw, fields, (name) => name) as ValuesOf<Fs>
}

type Naming = (name: string) => string

function readGroup(raw: RawGroup, fields: Fields, naming: Naming): Record<string, unknown> {
  for (const name of Object.keys(raw)) {
    if (Object.hasOwn(fields, name)) continue
    const param = naming(name)
    throw invalid(`Received unknown parameter: ${param}`, { code: 'parameter_unknown', param })
  }
  const read: Record<string, unknown> = {}
  for (const [name, field] of Object.entries(fields)) {
    const value = raw[name]
    if (value === undefined || (value === '' && field.clearable)) {
      if (field.required) throw missingParameter(naming(name))
    } else read[name] = readValue(value, field, naming(name))
  }
  return read
}

function readValue(raw: Raw, field: Field, param: string): unknown {
  const { kind } = field
  if (kind === 'removed') {
    throw invalid(`${param} is no longer supported.`, { code: field.code, param })
  }
  if (kind === 'group') return readGroup(groupOf(raw, param), field.fields, inside(param))
  if (kind === 'metadata') return readMetadata(groupOf(raw, param), param)
  if (kind === 'list') return readList(groupOf(raw, param), field, param)
  if (kind === 'integerOrGroup' && typeof raw !== 'string') {
    return readGroup(groupOf(raw, param), field.fields, inside(param))
  }
  if (typeof raw !== 'string') throw invalid(`Invalid string: ${param}`, { param })
  if (raw === '' && !field.mayBeEmpty) throw emptyFault(param)
  switch (kind) {
    case 'text':
      return readText(raw, field, param)
    case 'integer':
    case 'integerOrGroup':
      return readInteger(raw, kind === 'integer' ? field : {}, param)
    case 'flag':
      return readFlag(raw, param)
    case 'choice':
      return readChoice(raw, field.of, param)
    case 'flagOrChoice':
      return raw === 'true' || raw === 'false' ? raw === 'true' : readChoice(raw, field.of, param)
  }
}

const inside =
  (param: string): Naming =>
  (name) =>
    `${param}[${name}]`

const emptyFault = (param: string) =>
  invalid(`You passed an empty string for '${param}'. Unset it by leaving it out.`, {
    code: 'parameter_invalid_empty',
    param,
  })

function groupOf(raw: Raw, param: string): RawGroup {
  if (raw === '') throw emptyFault(param)
  if (typeof raw === 'string') throw invalid(`Invalid object: ${param}`, { param })
  return raw as RawGroup
}

function readText(raw: string, { max, form }: { max: number; form?: RegExp }, param: string) {
  if (raw.length > max) {
    throw invalid(`Invalid string: ${param} must be at most ${max} characters`, {
      code: 'parameter_invalid_string',
      param,
    })
  }
  // Never with the value: it may be a card number.
  if (form !== undefined && !form.test(raw)) throw invalid(`Invalid string: ${param}`, { param })
  return raw
}

function readInteger(raw: string, { min, max }: { min?: number; max?: number }, param: string) {
  const value = /^-?\d{1,15}$/.test(raw) ? Number(raw) : Number.NaN
  if (Number.isNaN(value) || (max !== undefined && value > max)) {
    throw invalid(`Invalid integer: ${param}`, { code: 'parameter_invalid_integer', param })
  }
  if (min !== undefined && value < min) {
    throw invalid(`This value must be greater than or equal to ${min}.`, {
      code: 'parameter_invalid_integer',
      param,
    })
  }
  return value
}

function readFlag(raw: string, param: string): boolean {
  if (raw === 'true' || raw === 'false') return raw === 'true'
  throw invalid(`Invalid boolean: ${param}`, { param })
}

function readChoice(raw: string, choices: readonly string[], param: string): string {
  if (choices.includes(raw)) return raw
  throw invalid(`Invalid ${param}: must be one of ${choices.join(', ')}`, { param })
}

function readList(
  raw: RawGroup,
  { of, max }: { of: Field; max: number },
  param: string,
): readonly unknown[] {
  const names = Object.keys(raw)
  if (names.length > max || names.some((name, at) => name !== String(at))) {
    throw invalid(`Invalid array: ${param}`, { param })
  }
  return names.map((name) => readValue(raw[name] as Raw, of, `${param}[${name}]`))
}

const MAX_METADATA = { keys: 50, keyLength: 40, valueLength: 500 }

function readMetadata(raw: RawGroup, param: string): Record<string, string> {
  const entries = Object.entries(raw)
  if (entries.length > MAX_METADATA.keys) {
    throw invalid('Metadata can only have up to 50 keys.', { param })
  }
  for (const [key, value] of entries) {
    const isText = typeof value === 'string' && value.length <= MAX_METADATA.valueLength
    if (!isText || key.length > MAX_METADATA.keyLength) {
      throw invalid(`Metadata has a key over 40 characters, or a value over 500: ${key}`, {
        param: `${param}[${key}]`,
      })
    }
  }
  // An empty value removes a key; of a new object there is nothing to remove.
  return Object.fromEntries(entries.filter(([, value]) => value !== '')) as Record<string, string>
}
