import { editDistance } from '../../common/edit-distance.ts'
import { minorDigitsOf } from '../../common/money.ts'
import { isAlpha3CountryCode, isCountryCode, isNumericCountryCode } from './iso-codes.ts'
import type { Keyword, ValueType } from './value-types.ts'
import { valueWords } from './value-words.ts'

const CURRENCY = /^[A-Z]{3}$/
/** Control characters but tab and line ends. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const CONTROL = /[\0-\x08\x0b\x0c\x0e-\x1f\x7f]/
/** An absolute address in one piece: scheme, two slashes, something. */
const ADDRESS = /^[A-Za-z][A-Za-z0-9+.-]*:\/\/[^\s\\]+$/
/** All that is left when an address is encoded. */
const VISIBLE_ASCII = /^[\x21-\x7e]*$/
/** Schemes with which a browser runs or shows what the address itself contains. */
const SCRIPTING = /^(?:javascript|vbscript|data|blob|file|about|view-source):/i

/** Builds the reader of a type once, so that reading a value builds nothing but its fault. */
export function valueReader(type: ValueType): ValueReader {
  switch (type.kind) {
    case 'text':
      return textReader(type)
    case 'pattern':
      return paddedReader(
        patternReader(type.pattern, { ...type, words: valueWords(type) }),
        type.paddedTo,
      )
    case 'choice':
      return choiceReader(type.values, type.hints)
    case 'list':
      return listReader(type.values)
    case 'integer':
      return integerReader(type.min, type.max)
    case 'boolean':
      return readBoolean
    case 'checkbox':
      return (value) => readBoolean(value === 'on' ? 'true' : value)
    case 'amount':
      // `N10.N2` to the letter: two decimals or none.
      return patternReader(amountPattern(type.integerDigits, '{2}'), {
        words: valueWords(type),
        example: '92.00',
      })
    case 'phone':
      return patternReader(phonePattern('+0-9', type.min, type.max), {
        words: valueWords(type),
        example: '+49 30 123456',
      })
    case 'date':
      return dateReader(type)
    case 'timestamp':
      return timestampReader(type)
    case 'currency':
      return currencyReader(type)
    case 'country':
      return countryReader(type)
    case 'url':
      return type.encoded
        ? (value) => readEncodedUrl(value, type.min, type.max)
        : (value) => readUrl(value, type.min, type.max)
  }
}

function paddedReader(read: ValueReader, length: number | undefined): ValueReader {
  return length === undefined ? read : (value) => read(value.padStart(length, '0'))
}

function textReader({ min, max, word }: Extract<ValueType, { kind: 'text' }>): ValueReader {
  if (word === undefined) return (value) => readText(value, min, max)
  const near = keywordReader(word)
  return (value) => {
    const read = readText(value, min, max)
    return typeof read === 'string' ? near(read) : read
  }
}

function readText(value: string, min: number, max: number): string | ValueFault {
  // Only a text near a limit has to be counted: a character is up to four UTF-16 units.
  if (value.length < MAX_DECOMPOSED * min || value.length > max) {
    const length = value.length > MAX_DECOMPOSED * max ? value.length : seenLength(value)
    if (length < min || length > max) {
      return { message: `must have ${min} to ${max} characters, has ${length}` }
    }
  }
  // Half a surrogate pair is no character; as `\p{Cs}` of one expression it costs a second search.
  const unprintable = CONTROL.test(value) || !value.isWellFormed()
  return unprintable ? { message: 'must not contain control characters' } : value
}

/** The longest canonical decomposition of one character in UTF-16 units. */
const MAX_DECOMPOSED = 4

/** Each of these is one character, and no other one changes it. Most texts have no others. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are counted too
const ASCII = /^[\0-\x7f]*$/

/** A letter with its mark is one character, whether it is sent as one or as two. */
function seenLength(value: string): number {
  if (ASCII.test(value)) return value.length
  return [...value.normalize('NFC')].length
}

function choiceReader(
  values: readonly string[],
  hints: Readonly<Record<string, string>>,
): ValueReader {
  const allowed = new Set(values)
  const message = `must be one of ${values.join(', ')}`
  const hintOf = new Map(Object.entries(hints))
  return (value) => {
    if (allowed.has(value)) return value
    const hint = hintOf.get(value)
    return { message: hint === undefined ? message : `${message}: ${hint}` }
  }
}

const readBoolean = choiceReader(['true', 'false'], {})

function integerReader(min: number, max: number): ValueReader {
  const digits = new RegExp(`^[0-9]{1,${String(max).length}}$`)
  const fault = { message: `must be a whole number from ${min} to ${max}` }
  return (value) =>
    digits.test(value) && Number(value) >= min && Number(value) <= max ? value : fault
}

function listReader(values: readonly string[]): ValueReader {
  const allowed = new Set(values)
  const everything = values.join(', ')
  const fault = { message: `must be some of ${everything}, with commas between them` }
  return (value) => {
    if (value.length > everything.length) return fault
    const parts = value.split(',').map((part) => part.trim())
    if (!parts.every((part) => allowed.has(part))) return fault
    return new Set(parts).size === parts.length ? parts.join(',') : { message: 'repeats a value' }
  }
}

function currencyReader(type: ValueType): ValueReader {
  const read = patternReader(CURRENCY, { words: valueWords(type), example: 'EUR' })
  return (value) => {
    if (minorDigitsOf(value) !== undefined) return value
    const shaped = read(value)
    return typeof shaped === 'string' ? { message: 'is not a currency code of ISO 4217' } : shaped
  }
}

function readUrl(value: string, min: number, max: number): string | ValueFault {
  const read = readText(value, min, max)
  if (typeof read !== 'string') return read
  if (!ADDRESS.test(value) || SCRIPTING.test(value) || !URL.canParse(value)) {
    return { message: 'must be an absolute address, for example https://shop.example/result' }
  }
  return value
}

function readEncodedUrl(value: string, min: number, max: number): string | ValueFault {
  const read = readUrl(value, min, max)
  if (typeof read !== 'string' || VISIBLE_ASCII.test(read)) return read
  return {
    message:
      'must be URL-encoded: letters beyond ASCII as percent signs and digits, for example https://shop.example/r%C3%A9sultat',
  }
}

/** Why a value is refused, as the end of a sentence that begins with the parameter's name. */
export interface ValueFault {
  readonly message: string
}

/** The accepted value (normalised where the type has several spellings), or why there is none. */
export type ValueReader = (value: string) => string | ValueFault

/** `first` is the character class of the leading character, without brackets. */
export function phonePattern(first: string, min: number, max: number): RegExp {
  return new RegExp(`^[${first}][0-9 .()/-]{${min},${max}}$`)
}

/** `decimals` is the quantifier of the digits after the dot, which may be left out with them; `sign` may stand first. */
export function amountPattern(integerDigits: number, decimals: string, sign = ''): RegExp {
  return new RegExp(`^${sign}[0-9]{1,${integerDigits}}(?:\\.[0-9]${decimals})?$`)
}

/** What a pattern reader says of a value that does not match. */
export interface PatternWords {
  /** The end of a sentence that begins with "must be". */
  readonly words: string
  readonly example?: string | undefined
  /** `false` where the pattern would explain nothing. */
  readonly showsPattern?: boolean
}

/** The fault says it in words first; existing clients look for "must match" and the pattern. */
export function patternReader(pattern: RegExp, said: PatternWords): ValueReader {
  const { words, example, showsPattern = true } = said
  // The `(?:` of a group that captures nothing is noise to somebody who reads an error message.
  const shape = pattern.source.replaceAll('(?:', '(').replaceAll('\\/', '/')
  const exact = showsPattern ? ` (must match ${shape})` : ''
  const suffix = example === undefined ? '' : `, for example ${example}`
  const fault = { message: `must be ${words}${exact}${suffix}` }
  // A letter with its mark counts as one character, as it is seen.
  return (value) => (pattern.test(value) || pattern.test(value.normalize('NFC')) ? value : fault)
}

type Country = Extract<ValueType, { kind: 'country' }>

const countryShapes: Readonly<Record<Country['code'], readonly [shape: RegExp, example: string]>> =
  {
    'alpha-2': [/^[A-Z]{2}$/, 'DE'],
    'alpha-3': [/^[A-Z]{3}$/, 'DEU'],
    numeric: [/^[0-9]{3}$/, '276'],
    'alpha-2 or numeric': [/^([A-Z]{2}|[0-9]{3})$/, 'DE'],
  }

/** A code that is assigned to a country or territory. */
export function countryReader(type: Country): ValueReader {
  const { code } = type
  const [shape, example] = countryShapes[code]
  const read = patternReader(shape, { words: valueWords(type), example })
  const unassigned = { message: `is not a country code of ISO 3166-1 ${code}` }
  return (value) => {
    const shaped = read(value)
    if (typeof shaped !== 'string' || isAssigned(value)) return shaped
    return unassigned
  }
}

function isAssigned(code: string): boolean {
  return isCountryCode(code) || isAlpha3CountryCode(code) || isNumericCountryCode(code)
}

const DATE = /^[0-9]{4}-[0-9]{2}-[0-9]{2}$/
const CLOCK_TIME = '(?:[01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9]'

/** `yyyy-MM-dd`. */
export function dateReader(type: Extract<ValueType, { kind: 'date' }>): ValueReader {
  const { firstYear, lastYear } = type
  const read = patternReader(DATE, { words: valueWords(type), example: '2031-05-27' })
  const years = `must be of a year from ${firstYear} to ${lastYear}`
  return (value) => {
    const shaped = read(value)
    if (typeof shaped !== 'string') return shaped
    if (!isCalendarDay(value)) return { message: 'is not a day of the calendar' }
    const year = Number(value.slice(0, 4))
    return year >= firstYear && year <= lastYear ? value : { message: years }
  }
}

/** `yyyy-MM-dd HH:mm:ss`, with an offset after it where one is allowed. */
export function timestampReader(type: Extract<ValueType, { kind: 'timestamp' }>): ValueReader {
  const zone = type.offset ? '(?:[+-][0-9]{2}:?[0-9]{2})?' : ''
  const pattern = new RegExp(`^[0-9]{4}-[0-9]{2}-[0-9]{2} ${CLOCK_TIME}${zone}$`)
  const example = `2031-05-27 15:53:26${type.offset ? '+0000' : ''}`
  const read = patternReader(pattern, { words: valueWords(type), example })
  return (value) => {
    const shaped = read(value)
    if (typeof shaped !== 'string' || isCalendarDay(value.slice(0, 10))) return shaped
    return { message: 'is not a day of the calendar' }
  }
}

function isCalendarDay(day: string): boolean {
  const found = new Date(`${day}T00:00:00Z`)
  return !Number.isNaN(found.getTime()) && found.toISOString().startsWith(day)
}

/** As many edits still make a misspelling of the word, such as `FINALE` or `finl`. */
const MAX_EDITS = 2

/** Refuses what was probably meant to be the word and is not; leaves every other text alone. */
export function keywordReader({ value: word, synonyms }: Keyword): ValueReader {
  const fault = {
    message: `means nothing: did you mean ${word}?`,
  }
  const others = new Set(synonyms)
  return (value) => {
    if (value === word) return value
    const bare = value.toUpperCase().replaceAll(/[^A-Z]/g, '')
    const isMeant = others.has(bare) || editDistance(bare, word, MAX_EDITS + 1) <= MAX_EDITS
    return isMeant ? fault : value
  }
}
