/**
 * What nobody sees in a line of text, and what changes the order in which others are shown: control characters,
 * breaks of lines, and the embeddings, overrides and isolates of Unicode's bidirectional algorithm. Marks and
 * joiners, which names in some scripts need, are none of them.
 */
const HIDDEN = '\\p{Cc}\\u2028\\u2029\\u202a-\\u202e\\u2066-\\u2069'

/** One line of so many characters without a hidden one. */
export function plainLine(min: number, max: number): RegExp {
  return new RegExp(`^[^${HIDDEN}]{${min},${max}}$`, 'u')
}

/** Each hidden character of a text. */
export const EACH_HIDDEN = new RegExp(`[${HIDDEN}]`, 'gu')

const HIDDEN_IN_LINES = /[^\P{Cc}\t\n\r]|[\u2028\u2029\u202a-\u202e\u2066-\u2069]/gu

/** The text with a sign (U+FFFD) for each hidden character; it keeps tabs and breaks of lines. */
export function withHiddenShown(text: string): string {
  return text.replace(HIDDEN_IN_LINES, '\ufffd')
}
