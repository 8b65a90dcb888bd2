/** Room for words on a plate of 48 × 32. */
const ROOM = 41

const MAX_SIZE = 14

/** Two lines of this size fill the height. */
const MAX_SIZE_OF_TWO = 12

/** A line that is smaller in one line is broken. */
const MIN_SIZE_OF_ONE = 9.5

/** The words of a brand on its plate, in one line or two; its letters are as wide as is said here with every font. */
export function drawWords(words: string, ink: string): string {
  const { lines, size } = fitWords(words)
  const middle = 16 + size * 0.35
  return lines
    .map((line, at) => {
      const y = middle + (at - (lines.length - 1) / 2) * size * 1.05
      const width = widthOf(line) * size
      return `<text x="24" y="${y.toFixed(1)}" font-size="${size}" textLength="${width.toFixed(1)}" lengthAdjust="spacingAndGlyphs" text-anchor="middle" direction="ltr" font-family="system-ui,sans-serif" font-weight="700" fill="${ink}">${line}</text>`
    })
    .join('')
}

/** The lines of words that fit a plate, and the size of their letters there. */
export function fitWords(words: string): {
  readonly lines: readonly string[]
  readonly size: number
} {
  const whole = fitLines([words], MAX_SIZE)
  if (whole.size >= MIN_SIZE_OF_ONE || !words.includes(' ')) return whole
  const breaks = [...words.matchAll(/ /g)].map(({ index }) =>
    fitLines([words.slice(0, index), words.slice(index + 1)], MAX_SIZE_OF_TWO),
  )
  return breaks.reduce((best, each) => (each.size > best.size ? each : best), whole)
}

function fitLines(lines: readonly string[], maxSize: number) {
  const size = Math.min(maxSize, ROOM / Math.max(...lines.map(widthOf)))
  // Rounded down: what is drawn must not be wider than the room.
  return { lines, size: Math.floor(size * 10) / 10 }
}

/** In sizes of the font, by what bold letters without serifs take on average. */
function widthOf(line: string): number {
  return [...line].reduce((sum, letter) => sum + letterWidth(letter), 0)
}

function letterWidth(letter: string): number {
  if (/[fijlrtI1 .'-]/.test(letter)) return 0.36
  if (/[mwMW]/.test(letter)) return 0.9
  return /[A-Z]/.test(letter) ? 0.69 : 0.58
}
