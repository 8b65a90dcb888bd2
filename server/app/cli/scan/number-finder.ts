import { cardBrand, detectBrands, passesLuhn } from '../../../../common/brands.ts'

/** A card number, and where its first digit stands. */
export interface FoundNumber {
  readonly digits: string
  readonly brand: string
  /** Bytes before it. */
  readonly offset: number
  /** Counted from 1. */
  readonly line: number
}

const SHORTEST = 13
const LONGEST = 19

/** Bytes that may stand between two groups of digits: a blank of UTF-16 has three. */
const MAX_GAP = 3

interface Group {
  readonly digits: string
  readonly offset: number
  readonly line: number
  /** Whether it may begin a number: it is not the end of a hexadecimal id. */
  readonly mayBegin: boolean
  /** Whether a point stands before it. */
  readonly isAfterPoint: boolean
  /** Whether it may end a number. */
  readonly mayEnd: boolean
  /** What separates it from the group before, as text; empty at the first of a run. */
  readonly gap: string
}

const [ZERO, NINE, NEW_LINE, DOT] = [0x30, 0x39, 0x0a, 0x2e]

/** Blank, tab, `-`, `.`, `_`, `/`, NUL of UTF-16, no-break space in UTF-8 and Latin. */
const SEPARATES = new Set([0x20, 0x09, 0x2d, DOT, 0x5f, 0x2f, 0x00, 0xc2, 0xa0])

/**
 * Finds card numbers in bytes that come piece by piece: 13 to 19 digits of ASCII or UTF-16, in groups or not, with a
 * right check digit, in a range and of a length of a known brand. What is part of a hexadecimal id, of a longer
 * number or behind a decimal point is none. Keeps some digits only, however long the input is.
 */
export class NumberFinder {
  readonly #onFound: (found: FoundNumber) => void
  #offset = 0
  #line = 1
  #groups: Group[] = []
  /** Of the group that is being read; empty: none is. */
  #digits = ''
  #start = { offset: 0, line: 1, mayBegin: true, isAfterPoint: false }
  #gap = ''
  /** The last two bytes; -1 before the beginning. */
  #last = -1
  #lastButOne = -1
  #hasNul = false

  constructor(onFound: (found: FoundNumber) => void) {
    this.#onFound = onFound
  }

  /** Whether the input is no text of single bytes: lines mean little then. */
  get isBinary(): boolean {
    return this.#hasNul
  }

  push(bytes: Uint8Array): void {
    const base = this.#offset
    for (let at = 0; at < bytes.length; at++) {
      const byte = bytes[at] as number
      if (byte >= ZERO && byte <= NINE) {
        if (this.#digits === '') {
          this.#offset = base + at
          if (at > 0) this.#lastButOne = at > 1 ? (bytes[at - 2] as number) : this.#last
          if (at > 0) this.#last = bytes[at - 1] as number
        }
        this.#digit(byte)
      } else if (this.#digits !== '' || this.#groups.length > 0) this.#other(byte)
      // Most bytes: no number has begun.
      else if (byte === NEW_LINE) this.#line += 1
      else if (byte === 0) this.#hasNul = true
    }
    this.#offset = base + bytes.length
    this.#lastButOne = bytes.at(-2) ?? this.#last
    this.#last = bytes.at(-1) ?? this.#last
  }

  end(): void {
    this.#close(-1)
    this.#forget()
  }

  #digit(byte: number): void {
    if (this.#digits === '') {
      // A word may end in such a letter: Visa4012.
      const mayBegin = !isHexLetter(this.#last) || isOtherLetter(this.#lastButOne)
      const isAfterPoint = this.#last === DOT
      this.#start = { offset: this.#offset, line: this.#line, mayBegin, isAfterPoint }
    }
    // One digit more than a number has is enough to see that it is none.
    if (this.#digits.length <= LONGEST) this.#digits += String.fromCharCode(byte)
  }

  #other(byte: number): void {
    if (this.#digits !== '') this.#close(byte)
    if (byte === 0) this.#hasNul = true
    if (byte === NEW_LINE) this.#line += 1
    if (this.#groups.length === 0) return
    if (SEPARATES.has(byte) && this.#gap.length < MAX_GAP) this.#gap += String.fromCharCode(byte)
    else this.#forget()
  }

  /** A run of groups has ended: what was written digit by digit can be judged now. */
  #forget(): void {
    const groups = this.#groups
    this.#groups = []
    this.#gap = ''
    if (groups.length < SHORTEST || groups.some(({ digits }) => digits.length > 1)) return
    const isWide = groups.some(({ gap }) => gap.includes('\0'))
    // In UTF-16 a NUL stands between digits of one group; elsewhere the whole run is one number.
    const begins = groups.flatMap(({ gap }, at) =>
      at === 0 || (isWide && gap !== '\0') ? [at] : [],
    )
    for (const from of begins) if (this.#foundFrom(groups.slice(from), isWide)) return
  }

  /** Whether single digits begin with a number that ends where a group does. */
  #foundFrom(digits: readonly Group[], isWide: boolean): boolean {
    for (let size = Math.min(LONGEST, digits.length); size >= SHORTEST; size--) {
      const next = digits[size]
      const isEnd = next === undefined || (isWide && next.gap !== '\0')
      if (isEnd && this.#tell(digits.slice(0, size))) return true
    }
    return false
  }

  /** A group of digits has ended before this byte. */
  #close(next: number): void {
    const digits = this.#digits
    this.#digits = ''
    if (digits === '') return
    if (digits.length > LONGEST) {
      this.#forget()
      return
    }
    this.#groups.push({ digits, ...this.#start, gap: this.#gap, mayEnd: !isHexLetter(next) })
    this.#gap = ''
    if (this.#groups.length > MAX_GROUPS) this.#groups.shift()
    if (digits.length > 1) this.#look()
  }

  /** Whether the groups that end with the last one are a number. */
  #look(): void {
    let count = 0
    for (let at = this.#groups.length - 1; at >= 0; at--) {
      count += this.#groups[at]?.digits.length ?? 0
      if (count > LONGEST) return
      const groups = this.#groups.slice(at)
      if (count < SHORTEST || !isWhole(groups) || !this.#tell(groups)) continue
      this.#groups = []
      return
    }
  }

  /** Tells of a number, if these groups are one. */
  #tell(groups: readonly Group[]): boolean {
    const [first, last] = [groups[0], groups.at(-1)]
    if (first?.mayBegin !== true || last?.mayEnd !== true) return false
    const digits = groups.map((group) => group.digits).join('')
    const brand = brandOf(digits)
    if (brand === undefined) return false
    this.#onFound({ digits, brand, offset: first.offset, line: first.line })
    return true
  }
}

/** Groups of a run that are kept: the digits of a number one by one, with what may stand before it. */
const MAX_GROUPS = 40

/** Whether groups may be one number: as people write it, and not a fraction. */
function isWhole(groups: readonly Group[]): boolean {
  const [first, ...others] = groups as [Group, ...Group[]]
  if (others.length === 0) return !(first.gap !== '' && first.isAfterPoint)
  const isEven = others.every(({ gap }) => gap === others[0]?.gap)
  return isEven && groups.slice(0, -1).every(({ digits }) => digits.length >= 3)
}

function isHexLetter(byte: number): boolean {
  return (byte >= 0x61 && byte <= 0x66) || (byte >= 0x41 && byte <= 0x46)
}

function isOtherLetter(byte: number): boolean {
  return (byte >= 0x67 && byte <= 0x7a) || (byte >= 0x47 && byte <= 0x5a)
}

function brandOf(digits: string): string | undefined {
  if (!passesLuhn(digits)) return undefined
  return detectBrands(digits).find((name) => cardBrand(name)?.lengths.includes(digits.length))
}

/** A number as it may be shown: the first six and the last four digits (PCI DSS 3.4.1). */
export function maskedNumber(digits: string): string {
  return `${digits.slice(0, 6)}${'*'.repeat(digits.length - 10)}${digits.slice(-4)}`
}
