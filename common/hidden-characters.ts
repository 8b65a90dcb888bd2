/**
 * What changes the order in which others are shown, or ends a line: control characters, breaks of lines, and the
 * embeddings, overrides and isolates of Unicode's bidirectional algorithm.
 */
const HIDDEN = '\\p{Cc}\\u2028\\u2029\\u202a-\\u202e\\u2066-\\u2069'

/**
 * What has no width, or no shape: soft hyphens, spaces and fillers without a width, tags, and halves of characters.
 * With them two names look alike. Marks, joiners and variants, which names in some scripts need, are none of them.
 */
const INVISIBLE =
  '\\p{Cs}\\u00ad\\u115f\\u1160\\u180e\\u200b\\u2060-\\u2064\\u206a-\\u206f\\u2800\\u3164\\ufeff\\uffa0\\u{e0000}-\\u{e007f}'

/** One line of so many characters without a hidden one, and with one that is seen. */
export function plainLine(min: number, max: number): RegExp {
  const seen = min === 0 ? '' : '(?=.*[\\p{L}\\p{N}\\p{P}\\p{S}])'
  return new RegExp(`^${seen}[^${HIDDEN}${INVISIBLE}]{${min},${max}}$`, 'u')
}

/** Each hidden character of a text. */
export const EACH_HIDDEN = new RegExp(`[${HIDDEN}]`, 'gu')

const HIDDEN_IN_LINES = /[^\P{Cc}\t\n\r]|[\u2028\u2029\u202a-\u202e\u2066-\u2069]/gu

/** The text with a sign (U+FFFD) for each hidden character; it keeps tabs and breaks of lines. */
export function withHiddenShown(text: string): string {
  return text.replace(HIDDEN_IN_LINES, '\ufffd')
}
