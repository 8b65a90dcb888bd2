import type { Field, Fields } from '../wire/describe.ts'

/** Maximum length of a text of which Stripe's reference names none: it takes 5,000 characters. */
const ANY_LENGTH = 5_000

const anyText = { kind: 'text', max: ANY_LENGTH } as const
export const text = (max = ANY_LENGTH) => ({ kind: 'text', max }) as const
export const clearableText = { kind: 'text', max: ANY_LENGTH, clearable: true } as const
export const integer = { kind: 'integer' } as const
export const flag = { kind: 'flag' } as const
export const choice = <const C extends readonly string[]>(...of: C) =>
  ({ kind: 'choice', of }) as const
export const group = <const Fs extends Fields>(fields: Fs) => ({ kind: 'group', fields }) as const
export const list = <const F extends Field>(of: F, max: number) =>
  ({ kind: 'list', of, max }) as const
export const required = <const F extends Field>(field: F) => ({ ...field, required: true }) as const
export const clearable = <const F extends Field>(field: F) =>
  ({ ...field, clearable: true }) as const

export const metadata = { kind: 'metadata', clearable: true } as const
export const expand = list(anyText, 20)

/** What every list takes. */
export const pagination = {
  limit: { kind: 'integer', min: 1, max: 100 },
  starting_after: anyText,
  ending_before: anyText,
  expand,
} as const

/** A time, or what it is before and after. */
export const timeRange = {
  kind: 'integerOrGroup',
  fields: { gt: integer, gte: integer, lt: integer, lte: integer },
} as const

export const address = group({
  city: anyText,
  country: anyText,
  line1: anyText,
  line2: anyText,
  postal_code: anyText,
  state: anyText,
})

export const shipping = group({
  address: required(address),
  name: required(anyText),
  carrier: anyText,
  phone: anyText,
  tracking_number: anyText,
})

export const billingDetails = group({
  address: clearable(address),
  email: clearableText,
  name: clearableText,
  phone: clearableText,
  tax_id: anyText,
})

/** Lists and objects are read with nothing but what to expand. */
export const readOnly = { expand } as const
