import { webAddress } from '../messages/formats.ts'
import type { MessageOf } from '../messages/messages.ts'

type Areq = MessageOf<'AReq'>
type Phone = NonNullable<Areq['homePhone']>
type ColorDepth = NonNullable<Areq['browserColorDepth']>

type Values = Readonly<Record<string, string>>

/** Most texts: nothing is to be cut off, nothing to be replaced. */
const ONE_LINE = /^[!-~](?:[ -~]*[!-~])?$/

/** A text of one line that is at most as long as a field: an address is better cut than left out. */
export function cut(text: string | undefined, max: number): string | undefined {
  if (text !== undefined && text.length <= max && ONE_LINE.test(text)) return text
  const line = text?.replaceAll(/\p{Cc}+/gu, ' ').trim() ?? ''
  // Half of a pair of surrogates is no character.
  const short = line.slice(0, max).replace(/[\uD800-\uDBFF]$/, '')
  return short === '' ? undefined : short.trimEnd()
}

const LETTERS: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  Æ: 'AE',
  ø: 'o',
  Ø: 'O',
  œ: 'oe',
  Œ: 'OE',
  đ: 'd',
  Đ: 'D',
  ł: 'l',
  Ł: 'L',
  '’': "'",
}

/** A name in ASCII, without the marks of its letters; nothing for a name in another alphabet. */
export function asciiName(name: string | undefined): string | undefined {
  if (name !== undefined && name.length > 1 && name.length <= 45 && ONE_LINE.test(name)) return name
  const plain = name
    ?.normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[ßæÆøØœŒđĐłŁ’]/g, (letter) => LETTERS[letter] ?? letter)
  const line = cut(plain, 45)
  return line !== undefined && /^[ -~]{2,}$/.test(line) ? line : undefined
}

/** Country calling codes of one and two digits (ITU-T E.164); all others have three. */
const SHORT_CALLING_CODES = /^(?:1|7|20|27|3[0-469]|4[013-9]|5[1-8]|6[0-6]|8[1246]|9[0-58])/

/** A phone number with its country code in front; a national one does not say whose it is. */
export function phoneOf(text: string | undefined): Phone | undefined {
  const international = /^\s*(?:\+|00)\s*([0-9][0-9\s()./-]*)$/.exec(text ?? '')?.[1]
  const digits = international?.replaceAll(/[^0-9]/g, '') ?? ''
  const cc = SHORT_CALLING_CODES.exec(digits)?.[0] ?? digits.slice(0, 3)
  const subscriber = digits.slice(cc.length)
  return cc.length > 0 && /^[0-9]{1,15}$/.test(subscriber) ? { cc, subscriber } : undefined
}

/** The lines of an address: with a house number the street is its name alone, and has no second line. */
export function addressLines(
  values: Values,
  prefix: 'billing' | 'shipping',
): readonly (string | undefined)[] {
  const { street1, street2, houseNumber1, houseNumber2 } = ADDRESS_NAMES[prefix]
  const number = values[houseNumber1]
  const lines =
    number === undefined
      ? [values[street1], values[street2]]
      : [[values[street1], number].filter(Boolean).join(' '), values[houseNumber2]]
  return lines.map((line) => cut(line, 50))
}

/** Written out, because a test searches the code for the parameters that are acted on. */
export const ADDRESS_NAMES = {
  billing: {
    street1: 'billing.street1',
    street2: 'billing.street2',
    houseNumber1: 'billing.houseNumber1',
    houseNumber2: 'billing.houseNumber2',
    city: 'billing.city',
    state: 'billing.state',
    postcode: 'billing.postcode',
    country: 'billing.country',
  },
  shipping: {
    street1: 'shipping.street1',
    street2: 'shipping.street2',
    houseNumber1: 'shipping.houseNumber1',
    houseNumber2: 'shipping.houseNumber2',
    city: 'shipping.city',
    state: 'shipping.state',
    postcode: 'shipping.postcode',
    country: 'shipping.country',
  },
} as const

/** The part of ISO 3166-2 behind the country: `CA` of `US-CA`; nothing for a name of a state. */
export function subdivision(state: string | undefined): string | undefined {
  return /^(?:[A-Za-z]{2}[-.])?([A-Za-z0-9]{1,3})$/.exec(state ?? '')?.[1]?.toUpperCase()
}

/** Whether goods go where the bill goes; nothing where one of the addresses was not sent. */
export function addressesMatch(values: Values): 'Y' | 'N' | undefined {
  const { billing, shipping } = ADDRESS_NAMES
  const names = Object.keys(billing) as (keyof typeof billing)[]
  const isSent = (of: Readonly<Record<string, string>>) =>
    names.some((name) => values[of[name] ?? ''] !== undefined)
  if (!isSent(billing) || !isSent(shipping)) return undefined
  const same = (one = '', other = '') => one.trim().toLowerCase() === other.trim().toLowerCase()
  return names.every((name) => same(values[billing[name]], values[shipping[name]])) ? 'Y' : 'N'
}

const COLOR_DEPTHS: readonly ColorDepth[] = ['48', '32', '24', '16', '15', '8', '4', '1']

/** The deepest of the listed depths that the screen has: 30 bits are sent as 24. */
export function colorDepth(bits: string | undefined): ColorDepth {
  return COLOR_DEPTHS.find((depth) => Number(depth) <= Number(bits ?? '24')) ?? '24'
}

const SHORT_TAG = /^[A-Za-z][A-Za-z0-9-]{0,7}$/

/** The first subtags of a language tag that fit into eight characters: `zh-Hans` of `zh-Hans-CN`. */
export function browserLanguage(...tags: readonly (string | undefined)[]): string {
  for (const tag of tags) {
    if (tag !== undefined && SHORT_TAG.test(tag)) return tag
    const subtags = (tag ?? '').split('-')
    while (subtags.join('-').length > 8) subtags.pop()
    const short = subtags.join('-')
    if (/^[A-Za-z][A-Za-z0-9-]*$/.test(short)) return short
  }
  return 'en'
}

const address = webAddress(2_048)

/** An absolute web address; `shop.example` is one without its scheme. */
export function webAddressOf(text: string | undefined): string | undefined {
  if (text === undefined || text === '') return undefined
  const url = /^[a-z][a-z0-9+.-]*:/i.test(text) ? text : `https://${text}`
  return url.length <= address.max && address.matches?.(url) === true ? url : undefined
}
