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

/** `decimals` is the quantifier of the digits after the dot, which may be left out with them. */
export function amountPattern(integerDigits: number, decimals: string): RegExp {
  return new RegExp(`^[0-9]{1,${integerDigits}}(?:\\.[0-9]${decimals})?$`)
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
  return (value) => (pattern.test(value) ? value : fault)
}
