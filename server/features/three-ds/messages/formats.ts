import { isIP } from 'node:net'
import { currencyOfNumber, isNumericCountryCode } from '../../../parameters/iso-codes.ts'
import type {
  ChoiceFormat,
  FieldTable,
  FlagFormat,
  Format,
  GroupFormat,
  ListFormat,
  MessageVersion,
  ObjectFormat,
  TextFormat,
} from './field.ts'

/** Text of one line: no control characters. */
const LINE = /^[^\p{Cc}]*$/u

export function text(max: number, min = 1): TextFormat {
  const expected = `${min} to ${max} characters without control characters`
  return { kind: 'text', min, max, expected, matches: (value) => LINE.test(value) }
}

/** Text of a fixed shape. */
export function shaped(pattern: RegExp, min: number, max: number, expected: string): TextFormat {
  return { kind: 'text', min, max, expected, matches: (value) => pattern.test(value) }
}

export function digits(max: number, min = 1): TextFormat {
  return shaped(/^[0-9]+$/, min, max, min === max ? `${max} digits` : `${min} to ${max} digits`)
}

export function choice<const Value extends string, const Later extends string = never>(
  values: readonly Value[],
  later?: Partial<Readonly<Record<MessageVersion, readonly Later[]>>>,
): ChoiceFormat<NoInfer<Value | Later>> {
  return { kind: 'choice', values, ...(later && { later }) }
}

/** Two digits out of a list to which a directory server may add 80 to 99. */
export function code(
  values: readonly string[],
  later?: ChoiceFormat['later'],
): ChoiceFormat<string> {
  return { kind: 'choice', values, ...(later && { later }), hasDirectoryValues: true }
}

/** The codes of two digits from one number to another: `01`, `02`, … */
export function codesFrom(first: number, last: number): readonly string[] {
  return Array.from({ length: last - first + 1 }, (_, at) => `${first + at}`.padStart(2, '0'))
}

export function list<const Item extends Format>(of: Item, max: number): ListFormat<Item> {
  return { kind: 'list', of, max }
}

export function group<const Fields extends FieldTable>(fields: Fields): GroupFormat<Fields> {
  return { kind: 'group', fields }
}

export function object(max: number): ObjectFormat {
  return { kind: 'object', max }
}

export const flag: FlagFormat = { kind: 'flag' }
export const yesOrNo = choice(['Y', 'N'])

/** RFC 4122, any version. */
export const uuid = shaped(
  /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i,
  36,
  36,
  'a UUID of 36 characters',
)

export const cardNumber = digits(19, 13)

const WEB_ADDRESS = /^https?:\/\/[^\s\p{Cc}]+$/iu

/** Web addresses only, because browsers and this gateway open them. */
export function webAddress(max: number): TextFormat {
  // The last valid origin is cached, because parsing an address takes 1 µs and addresses of this gateway
  // have the same origin each time. What follows the origin cannot make an address invalid.
  let knownOrigin = ''
  return {
    kind: 'text',
    min: 8,
    max,
    expected: `an http or https address of at most ${max} characters`,
    matches(value) {
      if (!WEB_ADDRESS.test(value)) return false
      const pathAt = value.indexOf('/', value.indexOf('//') + 2)
      const origin = value.slice(0, pathAt === -1 ? undefined : pathAt)
      if (origin === knownOrigin) return true
      if (!URL.canParse(value)) return false
      knownOrigin = origin
      return true
    },
  }
}

export const ipAddress: TextFormat = {
  kind: 'text',
  min: 2,
  max: 45,
  expected: 'an IPv4 or IPv6 address',
  matches: (value) => isIP(value) !== 0,
}

export const country: TextFormat = {
  ...digits(3, 3),
  expected: 'three digits of ISO 3166-1',
  isAssigned: isNumericCountryCode,
}

export const currency: TextFormat = {
  ...digits(3, 3),
  expected: 'three digits of ISO 4217',
  isAssigned: (number) => currencyOfNumber(number) !== undefined,
}

export const yearMonth = shaped(/^[0-9]{2}(?:0[1-9]|1[0-2])$/, 4, 4, 'a month as YYMM')

export const date: TextFormat = {
  ...digits(8, 8),
  expected: 'a date as YYYYMMDD',
  matches: isDate,
}

/** A date and the time, in UTC. */
export const minute: TextFormat = {
  ...digits(12, 12),
  expected: 'a time as YYYYMMDDHHMM',
  matches: (value) =>
    isDate(value.slice(0, 8)) && /^(?:[01][0-9]|2[0-3])[0-5][0-9]$/.test(value.slice(8)),
}

export const second: TextFormat = {
  ...digits(14, 14),
  expected: 'a time as YYYYMMDDHHMMSS',
  matches: (value) =>
    minute.matches?.(value.slice(0, 12)) === true && /^[0-5][0-9]$/.test(value.slice(12)),
}

/** CAVV or AAV: 20 bytes in base64. */
export const authenticationValue = shaped(
  /^[A-Za-z0-9+/]{26}(?:==|[A-Za-z0-9+/][A-Za-z0-9+/=])$/,
  28,
  28,
  '28 characters of base64',
)

function isDate(value: string): boolean {
  if (!/^[0-9]{8}$/.test(value)) return false
  const [year, month] = [Number(value.slice(0, 4)), Number(value.slice(4, 6))]
  const day = Number(value.slice(6))
  return month >= 1 && month <= 12 && day >= 1 && day <= daysOf(year, month)
}

function daysOf(year: number, month: number): number {
  if (month !== 2) return month === 4 || month === 6 || month === 9 || month === 11 ? 30 : 31
  return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0) ? 29 : 28
}
