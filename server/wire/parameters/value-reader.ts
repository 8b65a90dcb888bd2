import { minorDigitsOf } from '../../../common/currencies.ts'
import { countryReader } from './country-reader.ts'
import { dateReader, timestampReader } from './date-reader.ts'
import { nearWordReader } from './near-word-reader.ts'
import {
  amountPattern,
  patternReader,
  phonePattern,
  type ValueFault,
  type ValueReader,
} from './pattern-reader.ts'
import type { ValueType } from './value-types.ts'
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
      return patternReader(type.pattern, { ...type, words: valueWords(type) })
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

function textReader({ min, max, word }: Extract<ValueType, { kind: 'text' }>): ValueReader {
  if (word === undefined) return (value) => readText(value, min, max)
  const near = nearWordReader(word)
  return (value) => {
    const read = readText(value, min, max)
    return typeof read === 'string' ? near(read) : read
  }
}

function readText(value: string, min: number, max: number): string | ValueFault {
  // Only a text near a limit has to be counted: a character is one or two UTF-16 units.
  if (value.length < 2 * min || value.length > max) {
    const length = value.length > 2 * max ? value.length : [...value].length
    if (length < min || length > max) {
      return { message: `must have ${min} to ${max} characters, has ${length}` }
    }
  }
  // Half a surrogate pair is no character; as `\p{Cs}` of one expression it costs a second search.
  const unprintable = CONTROL.test(value) || !value.isWellFormed()
  return unprintable ? { message: 'must not contain control characters' } : value
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
