import { invalid, misbuilt } from './errors.ts'

/** The error of a member that is missing, where Adyen has one of its own. */
export interface Missing {
  readonly code: string
  readonly message: string
}

/** What a member of a body may be. */
export type Field = (
  | { readonly kind: 'text'; readonly max: number; readonly form?: RegExp }
  | { readonly kind: 'choice'; readonly of: readonly string[] }
  | { readonly kind: 'integer'; readonly min: number; readonly max: number }
  | { readonly kind: 'flag' }
  | { readonly kind: 'group'; readonly fields: Fields }
  | { readonly kind: 'list'; readonly of: Field; readonly max: number }
  /** Texts under names; `names`: which there are. */
  | {
      readonly kind: 'texts'
      readonly names: RegExp
      readonly maxNames: number
      readonly max: number
    }
) & { readonly required?: true; readonly missing?: Missing }

export type Fields = Readonly<Record<string, Field>>

type ValueOf<F> = F extends { kind: 'text' }
  ? string
  : F extends { kind: 'choice'; of: readonly (infer C)[] }
    ? C
    : F extends { kind: 'integer' }
      ? number
      : F extends { kind: 'flag' }
        ? boolean
        : F extends { kind: 'group'; fields: infer G }
          ? ValuesOf<G>
          : F extends { kind: 'list'; of: infer L }
            ? readonly ValueOf<L>[]
            : Readonly<Record<string, string>>

/** What a description makes of a body. */
export type ValuesOf<Fs> = {
  readonly [N in keyof Fs as Fs[N] extends { required: true } ? N : never]: ValueOf<Fs[N]>
} & {
  readonly [N in keyof Fs as Fs[N] extends { required: true } ? never : N]?: ValueOf<Fs[N]>
}

/** Checks a body by its description, which is closed. Throws what Adyen answers about the first fault. */
export function readFields<const Fs extends Fields>(
  body: unknown,
  fields: Fs,
  name: string,
): ValuesOf<Fs> {
  checkGroup(body, fields, name, '')
  return body as ValuesOf<Fs>
}

/** @param at names of the members around it, each with a point behind it */
function checkGroup(value: unknown, fields: Fields, name: string, at: string): void {
  const group = groupOf(value, name)
  const unknown = Object.keys(group).filter((member) => !Object.hasOwn(fields, member))
  if (unknown.length > 0) {
    throw misbuilt(
      `Structure of ${name} contains the following unknown fields: [${unknown.join(', ')}]`,
    )
  }
  for (const [member, field] of Object.entries(fields)) {
    const inner = group[member]
    if (inner !== undefined) checkValue(inner, field, `${at}${member}`)
    else if (field.required) throw missingFault(field, `${at}${member}`)
  }
}

const missingFault = ({ kind, missing }: Field, name: string) =>
  missing === undefined
    ? misbuilt(`Required ${kind === 'group' ? 'object' : 'field'} '${name}' is not provided.`)
    : invalid(missing.code, missing.message)

function groupOf(value: unknown, name: string): Readonly<Record<string, unknown>> {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) {
    return value as Readonly<Record<string, unknown>>
  }
  throw unexpected(name)
}

/** Never with the value: it may be a card number. */
const unexpected = (name: string) => misbuilt(`Unexpected input: ${name}`)

function checkValue(value: unknown, field: Field, name: string): void {
  switch (field.kind) {
    case 'text':
      if (typeof value !== 'string' || value === '') throw unexpected(name)
      if (value.length > field.max) throw misbuilt(`${name} is longer than ${field.max}.`)
      if (field.form !== undefined && !field.form.test(value)) throw unexpected(name)
      return
    case 'choice':
      if (typeof value !== 'string' || !field.of.includes(value)) throw unexpected(name)
      return
    case 'integer': {
      const isInteger = typeof value === 'number' && Number.isSafeInteger(value)
      if (!isInteger) throw unexpected(name)
      if (value < field.min || value > field.max) throw unexpected(name)
      return
    }
    case 'flag':
      if (typeof value !== 'boolean') throw unexpected(name)
      return
    case 'group':
      checkGroup(value, field.fields, name, `${name}.`)
      return
    case 'list':
      if (!Array.isArray(value) || value.length > field.max) throw unexpected(name)
      for (const [at, one] of value.entries()) checkValue(one, field.of, `${name}[${at}]`)
      return
    case 'texts':
      checkTexts(value, field, name)
  }
}

function checkTexts(
  value: unknown,
  { names, maxNames, max }: Extract<Field, { kind: 'texts' }>,
  name: string,
): void {
  const texts = Object.entries(groupOf(value, name))
  if (texts.length > maxNames) throw unexpected(name)
  for (const [key, text] of texts) {
    if (!names.test(key)) throw misbuilt(`${name} contains the unknown entry ${key}`)
    if (typeof text !== 'string' || text.length > max) throw unexpected(`${name}.${key}`)
  }
}
