/**
 * The type codes of the interface document ("Conventions"), as data. What a type accepts is written
 * in `value-reader.ts`; tables use the constructors and constants below.
 */
export type ValueType =
  /** `len a-b` and `AN`: any characters, counted as Unicode characters. */
  | { readonly kind: 'text'; readonly min: number; readonly max: number }
  | { readonly kind: 'pattern'; readonly pattern: RegExp; readonly example: string | undefined }
  | {
      readonly kind: 'choice'
      readonly values: readonly string[]
      /** What to say to somebody who sent one of these other values. */
      readonly hints: Readonly<Record<string, string>>
    }
  | { readonly kind: 'integer'; readonly min: number; readonly max: number }
  | { readonly kind: 'boolean' }
  /** A boolean that also arrives as a ticked box of an HTML form sends it: `on`. */
  | { readonly kind: 'checkbox' }
  /** `N10.N2` and `N13, two decimals`: ten integer digits, two decimals or none. */
  | { readonly kind: 'amount' }
  /** `+` or a digit, then `min` to `max` of: digit, blank, `.`, `(`, `)`, `/`, `-`. */
  | { readonly kind: 'phone'; readonly min: number; readonly max: number }
  | { readonly kind: 'date' }
  /** ISO 4217 code with a known number of minor digits. */
  | { readonly kind: 'currency' }
  /** ISO 3166-1 alpha-2 code, or a numeric code where the table says so. */
  | { readonly kind: 'country'; readonly numeric: boolean }
  /** Absolute, with a scheme that a browser does not run as a script. */
  | { readonly kind: 'url'; readonly min: number; readonly max: number }

export const boolean: ValueType = { kind: 'boolean' }
export const checkbox: ValueType = { kind: 'checkbox' }
export const amount: ValueType = { kind: 'amount' }
export const date: ValueType = { kind: 'date' }
export const currency: ValueType = { kind: 'currency' }
export const country: ValueType = { kind: 'country', numeric: false }
export const countryOrNumber: ValueType = { kind: 'country', numeric: true }

export function text(min: number, max: number): ValueType {
  return { kind: 'text', min, max }
}

/**
 * The pattern must be anchored at both ends; error messages show it, with an example that matches.
 * Secrets have no example: whoever searches answers for card numbers must find none.
 */
export function pattern(shape: RegExp, example?: string): ValueType {
  return { kind: 'pattern', pattern: shape, example }
}

export function choice(
  values: readonly string[],
  hints: Readonly<Record<string, string>> = {},
): ValueType {
  return { kind: 'choice', values, hints }
}

export function integer(min: number, max: number): ValueType {
  return { kind: 'integer', min, max }
}

export function phone(min: number, max: number): ValueType {
  return { kind: 'phone', min, max }
}

export function url(min: number, max: number): ValueType {
  return { kind: 'url', min, max }
}
