/**
 * The type codes of the interface document ("Conventions"), as data. What a type accepts is written
 * in `value-reader.ts`; tables use the constructors and constants below.
 */
export type ValueType =
  /** `len a-b` and `AN`: any characters, counted as Unicode characters. */
  | {
      readonly kind: 'text'
      readonly min: number
      readonly max: number
      readonly word?: Keyword
    }
  | {
      readonly kind: 'pattern'
      readonly pattern: RegExp
      readonly example: string | undefined
      /** What it is in words, after "must be"; absent: they follow from the pattern. */
      readonly words?: string | undefined
      /** Shorter values get zeros before them, up to this length. */
      readonly paddedTo?: number
      /** So many digits; a number of JSON has lost the zeros that it began with. */
      readonly width?: number
      /** `false` where showing the pattern would explain nothing. */
      readonly showsPattern?: false
    }
  | {
      readonly kind: 'choice'
      readonly values: readonly string[]
      /** What to say to somebody who sent one of these other values. */
      readonly hints: Readonly<Record<string, string>>
    }
  /** Some of the values, with commas between them, each once. */
  | { readonly kind: 'list'; readonly values: readonly string[] }
  | { readonly kind: 'integer'; readonly min: number; readonly max: number }
  | { readonly kind: 'boolean' }
  /** A boolean that also arrives as a ticked box of an HTML form sends it: `on`. */
  | { readonly kind: 'checkbox' }
  /** `N10.N2` and `N13, two decimals`: ten integer digits, two decimals or none. */
  | { readonly kind: 'amount'; readonly integerDigits: number }
  /** `+` or a digit, then `min` to `max` of: digit, blank, `.`, `(`, `)`, `/`, `-`. */
  | { readonly kind: 'phone'; readonly min: number; readonly max: number }
  /** `yyyy-MM-dd`, a day of the calendar. */
  | { readonly kind: 'date'; readonly firstYear: number; readonly lastYear: number }
  /** `yyyy-MM-dd HH:mm:ss`, followed by an offset such as `+0000` where the table allows one. */
  | { readonly kind: 'timestamp'; readonly offset: boolean }
  /** ISO 4217 code with a known number of minor digits. */
  | { readonly kind: 'currency' }
  /** ISO 3166-1 code. */
  | {
      readonly kind: 'country'
      readonly code: 'alpha-2' | 'alpha-3' | 'numeric' | 'alpha-2 or numeric'
    }
  /** Absolute, with a scheme that a browser does not run as a script. */
  | {
      readonly kind: 'url'
      readonly min: number
      readonly max: number
      /** Whether it must be URL-encoded, because it is copied into headers unchanged. */
      readonly encoded?: true
    }

/** The only value of a text that has an effect. */
export interface Keyword {
  /** In capitals. */
  readonly value: string
  /** Words that clients send by mistake instead. */
  readonly synonyms: readonly string[]
}

export const boolean: ValueType = { kind: 'boolean' }
export const checkbox: ValueType = { kind: 'checkbox' }
export const amount: ValueType = amountOf(10)
export const date: ValueType = { kind: 'date', firstYear: 0, lastYear: 9999 }
/** "year 19xx/20xx". */
export const modernDate: ValueType = { kind: 'date', firstYear: 1900, lastYear: 2099 }
export const timestamp: ValueType = { kind: 'timestamp', offset: false }
export const offsetTimestamp: ValueType = { kind: 'timestamp', offset: true }
export const currency: ValueType = { kind: 'currency' }
export const country: ValueType = { kind: 'country', code: 'alpha-2' }
export const country3: ValueType = { kind: 'country', code: 'alpha-3' }
export const countryNumber: ValueType = { kind: 'country', code: 'numeric' }
export const countryOrNumber: ValueType = { kind: 'country', code: 'alpha-2 or numeric' }
/** "N2, 01-12". */
export const month: ValueType = digitsOf(2, /^(?:0[1-9]|1[0-2])$/, '05', 'a month, 01 to 12')
/** "N4, 19xx or 20xx". */
export const year: ValueType = pattern(/^(?:19|20)[0-9]{2}$/, '2034', 'a year, 19xx or 20xx')

export function text(min: number, max: number): ValueType {
  return { kind: 'text', min, max }
}

/**
 * A text with one value that has an effect. A value that is nearly that word, or one of `synonyms`,
 * is refused: it would be accepted without effect.
 */
export function textWithKeyword(
  min: number,
  max: number,
  value: string,
  synonyms: readonly string[],
): ValueType {
  return { kind: 'text', min, max, word: { value, synonyms } }
}

/**
 * The pattern must be anchored at both ends; error messages show it after `words`, with an example that
 * matches. `words` may be absent for characters of one kind: see `value-words.ts`. Secrets have no
 * example: a search of answers for card numbers must find none.
 */
export function pattern(shape: RegExp, example?: string, words?: string): ValueType {
  return { kind: 'pattern', pattern: shape, example, words }
}

/** A number of so many digits, zeros at its beginning included. */
export function digitsOf(width: number, shape: RegExp, example: string, words: string): ValueType {
  return { kind: 'pattern', pattern: shape, example, words, width }
}

/**
 * How many digits a value has that may begin with zeros; `undefined` for all others. JSON writes such a value as
 * a number without them.
 */
export function widthOf(type: ValueType): number | undefined {
  switch (type.kind) {
    case 'pattern':
      return type.paddedTo ?? type.width
    case 'country':
      return type.code.includes('numeric') ? 3 : undefined
    case 'choice': {
      const { length } = type.values[0] ?? ''
      const isNumber = type.values.every((one) => one.length === length && /^[0-9]+$/.test(one))
      return isNumber ? length : undefined
    }
    default:
      return undefined
  }
}

/** Two digits, of which senders may leave out a zero at the beginning. */
export function twoDigits(shape: RegExp, example: string, words: string): ValueType {
  return { kind: 'pattern', pattern: shape, example, words, paddedTo: 2 }
}

/** A pattern that error messages do not show. */
export function patternInWords(
  shape: RegExp,
  example: string | undefined,
  words: string,
): ValueType {
  return { kind: 'pattern', pattern: shape, example, words, showsPattern: false }
}

/** `N` with a range of lengths. Without an example where the value is a secret. */
export function digits(min: number, max: number, example?: string): ValueType {
  return pattern(new RegExp(`^[0-9]{${min},${max}}$`), example)
}

export function choice(
  values: readonly string[],
  hints: Readonly<Record<string, string>> = {},
): ValueType {
  return { kind: 'choice', values, hints }
}

/** The words of a text, for long lists of values. */
export function words(text: string): readonly string[] {
  return text.trim().split(/\s+/)
}

export function list(values: readonly string[]): ValueType {
  return { kind: 'list', values }
}

export function integer(min: number, max: number): ValueType {
  return { kind: 'integer', min, max }
}

export function amountOf(integerDigits: number): ValueType {
  return { kind: 'amount', integerDigits }
}

export function phone(min: number, max: number): ValueType {
  return { kind: 'phone', min, max }
}

/** A telephone or fax number of digits alone. */
export const phoneDigits = digits(1, 25, '4930123456')

export function url(min: number, max: number): ValueType {
  return { kind: 'url', min, max }
}

export function encodedUrl(min: number, max: number): ValueType {
  return { kind: 'url', min, max, encoded: true }
}

/** "letters, digits, dot", letters of any script: a code such as `CA` or `DE.BY`, or one word. */
export const state = pattern(/^[\p{L}\p{M}\p{N}.]{1,50}$/u, 'CA')

/** "letters/digits"; decisions §1: a blank or hyphen is accepted in every profile. */
export const postcode = pattern(/^[A-Za-z0-9 -]{1,16}$/, 'SW1A 1AA')

/** "letters": of any script, with the blanks and marks that names of towns are written with. */
export const cityLetters = pattern(/^[\p{L}\p{M} .,'’()/-]{1,80}$/u, "L'Aquila")

/** "letters/digits/space", letters of any script: networks take nothing else of senders and recipients. */
export function nameOf(longest: number): ValueType {
  return pattern(new RegExp(`^[\\p{L}\\p{M}\\p{N} ]{1,${longest}}$`, 'u'), 'Ada Byron')
}

/** "letters/space". */
export const nationality = pattern(/^[\p{L}\p{M} ]{1,50}$/u, 'German')
