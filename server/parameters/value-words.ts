import type { ValueType } from './value-types.ts'

/** The form of a value in a few words: the end of "Takes …" and of "must be …". */
export function valueWords(type: ValueType): string {
  switch (type.kind) {
    case 'text':
      return `${type.min > 1 ? `${type.min} to` : 'up to'} ${counted(type.max)} characters`
    case 'pattern':
      return type.words ?? patternWords(type.pattern)
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

/** Alphabets that people read more easily than their pattern. */
const alphabets: Readonly<Record<string, string>> = {
  '[0-9]': 'digits',
  '[A-Z]': 'capital letters',
  '[A-Za-z0-9]': 'letters and digits',
  '[A-Za-z0-9_]': 'letters, digits and underscores',
  '[A-Za-z0-9._]': 'letters, digits, dots and underscores',
  '[A-Za-z-]': 'letters and hyphens',
  '[\\p{L}\\p{M}\\p{N} ]': 'letters, digits and blanks',
  '[\\p{L}\\p{M} ]': 'letters and blanks',
  '[\\p{L}\\p{M}\\p{N}.]': 'letters, digits and dots',
  "[\\p{L}\\p{M} .,'’()/-]": "letters, blanks and . , ' ’ ( ) / -",
  '[A-Za-z0-9 -]': 'letters, digits, blanks and hyphens',
}

const REPEATED = /^\^(\[[^\]]+\])(?:\{(\d+)(?:,(\d+))?\})?\$$/

function patternWords(pattern: RegExp): string {
  const [, alphabet = '', first = '1', last = first] = REPEATED.exec(pattern.source) ?? []
  const known = alphabets[alphabet]
  if (known === undefined) throw new Error(`${pattern} has no words`)
  if (first === last) return `${first} ${known}`
  return `${first === '0' ? 'up to' : `${first} to`} ${counted(Number(last))} ${known}`
}

function counted(count: number): string {
  return count.toLocaleString('en')
}

function named(values: readonly string[]): string {
  return values.join(', ')
}
