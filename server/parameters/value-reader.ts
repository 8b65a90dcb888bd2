import { minorDigitsOf } from '../../common/currencies.ts'
import { isCountryCode } from './iso-3166.ts'
import type { ValueType } from './value-types.ts'

/** Why a value is refused, as the end of a sentence that begins with the parameter's name. */
interface ValueFault {
  readonly message: string
}

/** The accepted value (normalised where the type has several spellings), or why there is none. */
export type ValueReader = (value: string) => string | ValueFault

/** `N10.N2` to the letter: two decimals or none. */
const AMOUNT = /^[0-9]{1,10}(?:\.[0-9]{2})?$/
const DATE = /^[0-9]{4}-[0-9]{2}-[0-9]{2}$/
const CURRENCY = /^[A-Z]{3}$/
/** Control characters but tab and line ends, and halves of surrogate pairs. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const UNPRINTABLE = /[\0-\x08\x0b\x0c\x0e-\x1f\x7f\p{Cs}]/u
/** An absolute address in one piece: scheme, two slashes, something. */
const ADDRESS = /^[A-Za-z][A-Za-z0-9+.-]*:\/\/[^\s\\]+$/
/** Schemes with which a browser runs or shows what the address itself contains. */
const SCRIPTING = /^(?:javascript|vbscript|data|blob|file|about|view-source):/i

/** Builds the reader of a type once, so that reading a value builds nothing but its fault. */
export function valueReader(type: ValueType): ValueReader {
  switch (type.kind) {
    case 'text':
      return (value) => readText(value, type.min, type.max)
    case 'pattern':
      return patternReader(type.pattern, type.example)
    case 'choice':
      return choiceReader(type.values, type.hints)
    case 'integer':
      return integerReader(type.min, type.max)
    case 'boolean':
      return readBoolean
    case 'checkbox':
      return (value) => readBoolean(value === 'on' ? 'true' : value)
    case 'amount':
      return patternReader(AMOUNT, '92.00')
    case 'phone':
      return patternReader(phonePattern('+0-9', type.min, type.max), '+49 30 123456')
    case 'date':
      return readDate
    case 'currency':
      return readCurrency
    case 'country':
      return countryReader(type.numeric)
    case 'url':
      return (value) => readUrl(value, type.min, type.max)
  }
}

/** `first` is the character class of the leading character, without brackets. */
export function phonePattern(first: string, min: number, max: number): RegExp {
  return new RegExp(`^[${first}][0-9 .()/-]{${min},${max}}$`)
}

export function patternReader(pattern: RegExp, example?: string): ValueReader {
  // The `(?:` of a group that captures nothing is noise to somebody who reads an error message.
  const shape = pattern.source.replaceAll('(?:', '(').replaceAll('\\/', '/')
  const suffix = example === undefined ? '' : `, for example ${example}`
  const fault = { message: `must match ${shape}${suffix}` }
  return (value) => (pattern.test(value) ? value : fault)
}

function readText(value: string, min: number, max: number): string | ValueFault {
  // Only a text near a limit has to be counted: a character is one or two UTF-16 units.
  if (value.length < 2 * min || value.length > max) {
    const length = value.length > 2 * max ? value.length : [...value].length
    if (length < min || length > max) {
      return { message: `must have ${min} to ${max} characters, has ${length}` }
    }
  }
  return UNPRINTABLE.test(value) ? { message: 'must not contain control characters' } : value
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

function readDate(value: string): string | ValueFault {
  if (!DATE.test(value)) return { message: `must match ${DATE.source}, for example 2031-05-27` }
  const day = new Date(`${value}T00:00:00Z`)
  const exists = !Number.isNaN(day.getTime()) && day.toISOString().startsWith(value)
  return exists ? value : { message: 'is not a day of the calendar' }
}

function readCurrency(value: string): string | ValueFault {
  if (!CURRENCY.test(value)) return { message: `must match ${CURRENCY.source}, for example EUR` }
  return minorDigitsOf(value) === undefined
    ? { message: 'is not a currency code of ISO 4217' }
    : value
}

function countryReader(numeric: boolean): ValueReader {
  const shape = numeric ? /^([A-Z]{2}|[0-9]{3})$/ : /^[A-Z]{2}$/
  return (value) => {
    if (!shape.test(value)) return { message: `must match ${shape.source}, for example DE` }
    if (value.length === 3 || isCountryCode(value)) return value
    return { message: 'is not a country code of ISO 3166-1 alpha-2' }
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
