import { entityIdType } from '../parameters/access.ts'
import { amountPattern, phonePattern } from '../parameters/pattern-reader.ts'
import { month, type ValueType, year } from '../parameters/value-types.ts'
import type { JsonSchema } from './json-schema.ts'

/**
 * What a value of a request must look like. Texts of forms and JSON bodies alike; JSON may also say
 * amounts and whole numbers as numbers, and booleans as booleans.
 */
export function valueSchema(type: ValueType): JsonSchema {
  switch (type.kind) {
    case 'text':
      return { type: 'string', ...lengths(type) }
    case 'pattern':
      return { type: 'string', ...shape(type.pattern), ...example(type.example) }
    case 'choice':
      return { type: 'string', enum: type.values }
    case 'list':
      return { type: 'string', ...shape(listPattern(type.values)) }
    case 'integer':
      return {
        type: ['string', 'integer'],
        pattern: `^[0-9]{1,${String(type.max).length}}$`,
        minimum: type.min,
        maximum: type.max,
      }
    case 'boolean':
      return { type: ['string', 'boolean'], enum: ['true', 'false', true, false] }
    case 'checkbox':
      return { type: ['string', 'boolean'], enum: ['true', 'false', 'on', true, false] }
    case 'amount': {
      const decimals = amountPattern(type.integerDigits, '{2}')
      return { type: ['string', 'number'], ...shape(decimals), minimum: 0, ...example('92.00') }
    }
    case 'phone':
      return {
        type: 'string',
        ...shape(phonePattern('+0-9', type.min, type.max)),
        ...example('+49 30 123456'),
      }
    case 'date':
      return { type: 'string', format: 'date', ...example('2031-05-27') }
    case 'timestamp':
      return { type: 'string', ...shape(timestampPattern(type.offset)) }
    case 'currency':
      return { type: 'string', ...shape(/^[A-Z]{3}$/), ...example('EUR') }
    case 'country':
      return { type: 'string', ...countryShapes[type.code] }
    case 'url':
      return {
        type: 'string',
        format: 'uri',
        ...lengths(type),
        ...example('https://shop.example/result'),
      }
  }
}

/** The same in a few words, as the end of a sentence that begins with "Takes". */
export function valueWords(type: ValueType): string {
  switch (type.kind) {
    case 'text':
      return `${type.min > 1 ? `${type.min} to` : 'up to'} ${counted(type.max)} characters`
    case 'pattern':
      // Said of a fault as the end of a sentence that begins with the name.
      return type.words?.replace(/^must be /, '') ?? patternWords(type.pattern)
    case 'choice':
      return type.values.length === 1 ? `only ${type.values[0]}` : `one of ${named(type.values)}`
    case 'list':
      return `some of ${named(type.values)}, with commas between them`
    case 'integer':
      return `a whole number from ${type.min} to ${type.max}`
    case 'boolean':
      return 'true or false'
    case 'checkbox':
      return 'true, false or on'
    case 'amount':
      return `an amount: up to ${type.integerDigits} digits, then a dot and two more, or neither`
    case 'phone':
      return `a phone number of ${type.min + 1} to ${type.max + 1} characters: + or a digit, then digits, blanks and . ( ) / -`
    case 'date':
      return 'a day of the calendar, yyyy-MM-dd'
    case 'timestamp':
      return `a time, yyyy-MM-dd HH:mm:ss${type.offset ? ', with an offset such as +0000' : ''}`
    case 'currency':
      return 'a currency code of ISO 4217'
    case 'country':
      return `a country code of ISO 3166-1 ${type.code}`
    case 'url':
      return `${type.encoded ? 'a URL-encoded' : 'an'} absolute address of ${Math.max(type.min, 1)} to ${counted(type.max)} characters`
  }
}

function lengths({ min, max }: { readonly min: number; readonly max: number }): JsonSchema {
  return min === 0 ? { maxLength: max } : { minLength: min, maxLength: max }
}

/** A group that captures nothing is noise to a reader. */
function shape(pattern: RegExp): JsonSchema {
  return { pattern: pattern.source.replaceAll('(?:', '(').replaceAll('\\/', '/') }
}

function example(value: string | undefined): JsonSchema {
  return value === undefined ? {} : { examples: [value] }
}

function listPattern(values: readonly string[]): RegExp {
  const one = `(${values.join('|')})`
  return new RegExp(`^${one}( *, *${one})*$`)
}

function timestampPattern(offset: boolean): RegExp {
  const zone = offset ? '([+-][0-9]{2}:?[0-9]{2})?' : ''
  return new RegExp(`^[0-9]{4}-[0-9]{2}-[0-9]{2} [0-9]{2}:[0-9]{2}:[0-9]{2}${zone}$`)
}

const countryShapes: Readonly<Record<string, JsonSchema>> = {
  'alpha-2': { pattern: '^[A-Z]{2}$', ...example('DE') },
  'alpha-3': { pattern: '^[A-Z]{3}$', ...example('DEU') },
  numeric: { pattern: '^[0-9]{3}$', ...example('276') },
  'alpha-2 or numeric': { pattern: '^([A-Z]{2}|[0-9]{3})$', ...example('DE') },
}

/** Alphabets that people read more easily than their pattern. */
const alphabets: Readonly<Record<string, string>> = {
  '[0-9]': 'digits',
  '[A-Z]': 'capital letters',
  '[A-Za-z0-9]': 'letters and digits',
  '[A-Za-z0-9_]': 'letters, digits and underscores',
  '[A-Za-z0-9.]': 'letters, digits and dots',
  '[\\p{L}\\p{M}\\p{N} ]': 'letters, digits and blanks',
  '[\\p{L}\\p{M} ]': 'letters and blanks',
  '[\\p{L}\\p{M}\\p{N}.]': 'letters, digits and dots',
  "[\\p{L}\\p{M} .,'’()/-]": "letters, blanks and . , ' ’ ( ) / -",
  '[A-Za-z0-9 -]': 'letters, digits, blanks and hyphens',
}

/** Shapes that are more than an alphabet and a length. */
const knownShapes: ReadonlyMap<string, string> = new Map([
  [sourceOf(month), 'a month, 01 to 12'],
  [sourceOf(year), 'a year, 19xx or 20xx'],
  [sourceOf(entityIdType), '32 hex digits in lower case'],
])

function sourceOf(type: ValueType): string {
  return type.kind === 'pattern' ? type.pattern.source : ''
}

const REPEATED = /^\^(\[[^\]]+\])(?:\{(\d+)(?:,(\d+))?\})?\$$/

function patternWords(pattern: RegExp): string {
  const [, alphabet = '', first = '1', last = first] = REPEATED.exec(pattern.source) ?? []
  const known = alphabets[alphabet]
  if (known === undefined) {
    return knownShapes.get(pattern.source) ?? `text that matches \`${shape(pattern).pattern}\``
  }
  if (first === last) return `${first} ${known}`
  return `${first === '0' ? 'up to' : `${first} to`} ${counted(Number(last))} ${known}`
}

function counted(count: number): string {
  return count.toLocaleString('en')
}

function named(values: readonly string[]): string {
  return values.join(', ')
}
