import { findBrands } from '../../../common/brands.ts'
import { nearBrands, paymentBrand } from '../../../common/payment-brands.ts'
import type { CardClass } from '../../../common/widget-types.ts'

/** What issuers say of the cards of a range. */
export interface BinEntry {
  /** All brands of such a card, best first; two are a choice of the shopper. */
  readonly brands: readonly string[]
  readonly cardClass?: CardClass
}

/** The operator's list of card number ranges. */
export interface BinList {
  /** What the list says of a number by its first six digits or more; undefined while they do not decide. */
  find(digits: string): BinEntry | undefined
  /**
   * What a page may be told: the same for all numbers with these first six digits, which it knows (docs/design).
   * Where ranges are finer, all brands that one of these cards has, and the class if all have it.
   *
   * @returns undefined where the list has none of these numbers
   */
  ofSix(six: string): BinEntry | undefined
}

/** Sentences on what is wrong with a line. */
type Faults = readonly string[]

/** An issuer has eight digits of a number (ISO/IEC 7812-1:2017). */
const PREFIX = 8

/** As many as one process keeps in 12 MB. */
const MAX_ROWS = 1_000_000

const MAX_FAULTS = 20

const CLASSES: readonly string[] = ['CREDIT', 'DEBIT', 'PREPAID'] satisfies CardClass[]

/** `497010`, or `49701000-49701999`: as many digits on both sides. */
const RANGE = /^(\d{6,8})(?:-(\d{6,8}))?$/

interface Row {
  readonly low: number
  readonly high: number
  readonly entry: BinEntry
  readonly line: number
}

/**
 * Reads a list: a line for each range, `range,brands,class`, the brands separated by blanks, the class
 * optional. Empty lines and those that begin with `#` are left out. Throws an error that names the
 * lines that are wrong.
 */
export function readBinList(text: string): BinList {
  const entries = new Map<string, BinEntry | Faults>()
  const rows: Row[] = []
  const faults: string[] = []
  for (const [at, written] of text.split('\n').entries()) {
    const content = written.trim()
    if (content === '' || content.startsWith('#')) continue
    const row = readRow(content, at + 1, entries)
    if (Array.isArray(row)) faults.push(...row.map((fault) => `line ${at + 1}: ${fault}`))
    else rows.push(row as Row)
  }
  if (rows.length > MAX_ROWS) faults.push(`it has ${rows.length} ranges, at most ${MAX_ROWS}`)
  rows.sort((one, other) => one.low - other.low)
  faults.push(...overlapFaults(rows))
  if (faults.length > 0) throw new Error(faults.slice(0, MAX_FAULTS).join('; '))
  return listOf(rows)
}

function readRow(content: string, line: number, known: Map<string, BinEntry | Faults>) {
  const [range = '', ...rest] = content.split(',')
  const meaning = rest.join(',')
  const entry = known.get(meaning) ?? readEntry(rest)
  known.set(meaning, entry)
  const [, first = '', last = first] = RANGE.exec(range.trim()) ?? []
  const low = Number(first.padEnd(PREFIX, '0'))
  const high = Number(last.padEnd(PREFIX, '9'))
  if (first === '' || first.length !== last.length || low > high) {
    return ['the range must be 6 to 8 digits, or two such numbers as in 497010-497019']
  }
  return 'brands' in entry ? { low, high, entry, line } : entry
}

function readEntry([written = '', cardClass = '', ...more]: readonly string[]): BinEntry | Faults {
  const brands = written.trim().split(/\s+/).filter(Boolean)
  const named = cardClass.trim()
  const faults = brandsFaults(brands)
  if (faults.length > 0) return faults
  if (more.length > 0) return ['there are more than three columns: range,brands,class']
  if (named === '') return { brands }
  return CLASSES.includes(named)
    ? { brands, cardClass: named as CardClass }
    : [`the class must be one of ${CLASSES.join(', ')}`]
}

function brandsFaults(brands: readonly string[]): Faults {
  if (brands.length === 0) return ['there is no brand']
  if (new Set(brands).size < brands.length) return ['a brand is there twice']
  return brands
    .filter((name) => paymentBrand(name) === undefined)
    .map((name) => {
      const near = nearBrands(name)
      return `${name} is no payment brand${near.length === 0 ? '' : `: was ${near.join(' or ')} meant?`}`
    })
}

function overlapFaults(rows: readonly Row[]): readonly string[] {
  return rows.flatMap(({ low, line }, at) => {
    const before = rows[at - 1]
    return before !== undefined && before.high >= low
      ? [`line ${line}: its range overlaps that of line ${before.line}`]
      : []
  })
}

/** Two arrays of numbers and one of references: a look-up takes 0.1 µs among a million ranges. */
function listOf(rows: readonly Row[]): BinList {
  const lows = Uint32Array.from(rows, ({ low }) => low)
  const highs = Uint32Array.from(rows, ({ high }) => high)
  const entries = rows.map(({ entry }) => entry)
  return {
    find(digits) {
      if (digits.length < 6) return undefined
      const prefix = digits.slice(0, PREFIX)
      const low = Number(prefix.padEnd(PREFIX, '0'))
      const high = Number(prefix.padEnd(PREFIX, '9'))
      const at = lastNotAbove(lows, low)
      return at >= 0 && (highs[at] ?? 0) >= high ? entries[at] : undefined
    },
    ofSix(six) {
      const low = Number(six.padEnd(PREFIX, '0'))
      const high = Number(six.padEnd(PREFIX, '9'))
      const found: BinEntry[] = []
      let missing = high - low + 1
      for (let at = lastNotAbove(lows, high); at >= 0 && (highs[at] ?? 0) >= low; at--) {
        found.unshift(entries[at] as BinEntry)
        missing -= Math.min(highs[at] ?? 0, high) - Math.max(lows[at] ?? 0, low) + 1
      }
      if (found.length === 0) return undefined
      return togetherOf(missing > 0 ? [...found, { brands: findBrands(six) }] : found)
    },
  }
}

/** One entry that is true of every card of several. */
function togetherOf(entries: readonly BinEntry[]): BinEntry {
  const [first] = entries
  if (entries.length === 1 && first !== undefined) return first
  const brands = [...new Set(entries.flatMap((entry) => entry.brands))]
  const classes = new Set(entries.map(({ cardClass }) => cardClass))
  const [cardClass] = classes
  return { brands, ...(classes.size === 1 && cardClass !== undefined && { cardClass }) }
}

function lastNotAbove(sorted: Uint32Array, value: number): number {
  let from = 0
  let to = sorted.length
  while (from < to) {
    const middle = (from + to) >> 1
    if ((sorted[middle] ?? 0) <= value) from = middle + 1
    else to = middle
  }
  return from - 1
}
