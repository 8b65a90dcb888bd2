/** A class of characters in brackets, or one property of Unicode that stands alone. */
const CLASS = /\[(?:\\.|[^\]\\])*\]|\\[pP]\{[^}]*\}/g
const UNICODE = /\\[pP]\{|\\u\{/
/** What is only looked at stands at the beginning, and has a class, but no group, inside. */
const LOOKAHEAD = /\(\?=(?:\[(?:\\.|[^\]\\])*\]|[^()])*\)/g
const BEYOND_ASCII = '\\u0080-\\uffff'

/**
 * A pattern as readers of JSON Schema take it, whether they read it with the flag `u` or without: no properties of
 * Unicode, where all letters beyond ASCII stand for them, and no look-ahead. It takes all that the gateway takes,
 * and may take more.
 */
export function portablePattern(pattern: RegExp): string {
  // A group that captures nothing is noise to a reader.
  const source = pattern.source
    .replaceAll('(?:', '(')
    .replaceAll('\\/', '/')
    .replaceAll(LOOKAHEAD, '')
  return source.replaceAll(CLASS, (found) =>
    UNICODE.test(found) || pattern.unicode ? portableClass(found) : found,
  )
}

/** The lengths that a pattern looks for at its beginning, as `(?=.{28,32}$)`, which a portable one does not have. */
export function lengthsOf(
  pattern: RegExp,
): { readonly min: number; readonly max: number } | undefined {
  const [, min, max] = /\(\?=\.\{(\d+),(\d+)\}\$\)/.exec(pattern.source) ?? []
  return max === undefined ? undefined : { min: Number(min), max: Number(max) }
}

function portableClass(found: string): string {
  const isNegated = found.startsWith('[^')
  const member = new RegExp(`^${found}$`, 'u')
  const ascii = Array.from({ length: 128 }, (_, code) => String.fromCharCode(code))
  const listed = ascii.filter((character) => member.test(character) !== isNegated)
  const beyond = member.test('é') && !isNegated ? BEYOND_ASCII : ''
  return `[${isNegated ? '^' : ''}${rangesOf(listed)}${beyond}]`
}

/** Characters one after the other as ranges: `0-9A-Z`. */
function rangesOf(characters: readonly string[]): string {
  const ranges: [first: number, last: number][] = []
  for (const code of characters.map((one) => one.charCodeAt(0))) {
    const open = ranges.at(-1)
    if (open !== undefined && open[1] === code - 1) open[1] = code
    else ranges.push([code, code])
  }
  return ranges.map(([first, last]) => rangeOf(first, last)).join('')
}

function rangeOf(first: number, last: number): string {
  if (last - first < 2) {
    return Array.from({ length: last - first + 1 }, (_, at) => written(first + at)).join('')
  }
  return `${written(first)}-${written(last)}`
}

const NEEDS_ESCAPE = /[\\\]^-]/

function written(code: number): string {
  if (code < 0x20 || code === 0x7f) return `\\x${code.toString(16).padStart(2, '0')}`
  const character = String.fromCharCode(code)
  return NEEDS_ESCAPE.test(character) ? `\\${character}` : character
}
