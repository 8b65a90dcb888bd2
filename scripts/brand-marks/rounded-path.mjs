/** How many numbers each command of a path takes (SVG 2, 9.3). */
const COUNTS = { m: 2, l: 2, h: 1, v: 1, c: 6, s: 4, q: 4, t: 2, a: 7, z: 0 }
const NUMBER = /^[\s,]*([-+]?(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?)/
/** Flags of an arc may stand without anything between them. */
const FLAG = /^[\s,]*([01])/

/**
 * Where the path is, as it was drawn and as it is written.
 *
 * @typedef {{ x: number, y: number }} Point
 * @typedef {{ drawn: Point, written: Point }} Pen
 */

/**
 * A path whose numbers have one decimal. What rounding moves, the next command moves back: without that the end
 * of a long path would be far from its place, as most commands count from the last point.
 *
 * @param {string} path
 */
export function roundedPath(path) {
  /** @type {Pen} */
  let pen = { drawn: { x: 0, y: 0 }, written: { x: 0, y: 0 } }
  let start = pen
  let text = ''
  let last = ''
  for (const { command, numbers } of commandsOf(path)) {
    const { shown, next } = rounded(command, numbers, pen)
    const isClosing = command === 'z' || command === 'Z'
    pen = isClosing ? start : next
    if (/m/i.test(command)) start = pen
    text = withNumbers(command === last ? text : text + command, shown, /a/i.test(command))
    last = isClosing ? '' : command.replace('m', 'l').replace('M', 'L')
  }
  return text
}

/** @param {string} path */
function* commandsOf(path) {
  for (const [, letter = '', rest = ''] of path.matchAll(/([a-df-z])([^a-df-z]*)/gi)) {
    let command = letter
    let left = rest
    do {
      const { numbers, after } = takeNumbers(command, left)
      yield { command, numbers }
      left = after
      // Further points of a move are lines.
      command = command.replace('m', 'l').replace('M', 'L')
    } while (left.trim() !== '')
  }
}

/** @param {string} command @param {string} text */
function takeNumbers(command, text) {
  const kind = /** @type {keyof typeof COUNTS} */ (command.toLowerCase())
  /** @type {number[]} */
  const numbers = []
  let after = text
  while (numbers.length < COUNTS[kind]) {
    const isFlag = kind === 'a' && (numbers.length === 3 || numbers.length === 4)
    const found = (isFlag ? FLAG : NUMBER).exec(after)
    if (found === null) throw new Error(`No number of ${command} in ${text}`)
    numbers.push(Number(found[1]))
    after = after.slice(found[0].length)
  }
  return { numbers, after }
}

/** @param {string} command @param {readonly number[]} numbers @param {Pen} pen */
function rounded(command, numbers, pen) {
  const kind = command.toLowerCase()
  const isRelative = command === kind
  const drawn = { ...pen.drawn }
  const written = { ...pen.written }
  const shown = numbers.map((number, at) => {
    if (kind === 'a' && at < 5) return round(number)
    // The end of an arc follows five numbers, which are no places.
    const isY = kind === 'v' || (kind !== 'h' && (kind === 'a' ? at - 5 : at) % 2 === 1)
    const axis = isY ? 'y' : 'x'
    drawn[axis] = isRelative ? pen.drawn[axis] + number : number
    written[axis] = round(drawn[axis])
    return isRelative ? round(written[axis] - pen.written[axis]) : written[axis]
  })
  return { shown, next: { drawn, written } }
}

/** @param {number} number */
function round(number) {
  return Math.round(number * 10) / 10
}

/**
 * Adds numbers with no more between them than a path needs.
 *
 * @param {string} text
 * @param {readonly number[]} numbers
 * @param {boolean} isArc
 */
function withNumbers(text, numbers, isArc) {
  return numbers.reduce((written, number, at) => {
    const next = String(number === 0 ? 0 : number).replace(/^(-?)0\./, '$1.')
    const isAfterFlag = isArc && (at === 4 || at === 5)
    const isApart =
      isAfterFlag || /[a-z]$/i.test(written) || next.startsWith('-') || isNewDecimal(written, next)
    return written + (isApart ? '' : ' ') + next
  }, text)
}

/** A second point begins a new number. @param {string} written @param {string} next */
function isNewDecimal(written, next) {
  return next.startsWith('.') && /\.\d+$/.test(written)
}
