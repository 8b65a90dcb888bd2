import { type BrandBook, type CardBrand, PREFIX } from './brand-book.ts'
import { passesLuhn } from './luhn.ts'

/** Where blanks go and how many digits fit. */
export interface CardNumberLayout {
  readonly gaps: readonly number[]
  readonly maxLength: number
}

/** What a browser reports of one edit of the field. */
export interface CardNumberEdit {
  /** Text that the field showed before. */
  readonly before: string
  /** Text that the field holds now, as the browser left it. */
  readonly text: string
  /** Caret in `text`, in UTF-16 units. */
  readonly caret: number
  /**
   * Where a deletion went; null for an edit that put something in. Text and caret do not tell: to
   * type 8 over "8 " looks like a Backspace over the gap.
   */
  readonly deleted: 'backward' | 'forward' | null
}

/** What the field shall hold after an edit. */
export interface EditedCardNumber {
  readonly digits: string
  readonly text: string
  readonly caret: number
}

/** Why a card number cannot be paid with. */
export type CardNumberFault =
  | 'empty'
  | 'too short'
  | 'too long'
  | 'check digit'
  | 'brand not accepted'

/** Of a brand that is not known: ISO/IEC 7812-1 allows 19 digits, no network goes below 12. */
const LONGEST = 19
const ANY_LENGTH = [12, 13, 14, 15, 16, 17, 18, LONGEST]
const FOURS = [4, 8, 12, 16]

/** First characters of the ten digits as keyboards of other scripts type them. */
const ZEROS = [0x30, 0x660, 0x6f0, 0xff10]

/** The digits of a text in ASCII; everything else falls away. Takes Arabic-Indic and full-width digits. */
export function digitsOf(text: string): string {
  let digits = ''
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    const zero = ZEROS.find((first) => code >= first && code <= first + 9)
    if (zero !== undefined) digits += String(code - zero)
  }
  return digits
}

/**
 * How a card number of these brands (as detected, best first) is written. Without `grouped` it has
 * no blanks.
 */
export function cardNumberLayout(brands: readonly CardBrand[], grouped: boolean): CardNumberLayout {
  return {
    gaps: grouped ? (brands[0]?.gaps ?? FOURS) : [],
    maxLength: Math.max(...(brands.length === 0 ? [LONGEST] : lengthsOf(brands))),
  }
}

/** Digits with a blank at each gap that has digits behind it. */
export function formatCardNumber(digits: string, gaps: readonly number[]): string {
  let text = ''
  let from = 0
  for (const gap of gaps) {
    if (gap >= digits.length) break
    text += `${digits.slice(from, gap)} `
    from = gap
  }
  return text + digits.slice(from)
}

/**
 * What becomes of an edit: other characters than digits fall away, blanks are set anew, the caret
 * stays behind the digit it stood behind. Digits that do not fit are cut from what was put in, not
 * from the end. Deleting nothing but a gap takes the digit beside it.
 */
export function editCardNumber(
  edit: CardNumberEdit,
  layoutOf: (digits: string) => CardNumberLayout,
): EditedCardNumber {
  const before = digitsOf(edit.before)
  let head = digitsOf(edit.text.slice(0, edit.caret))
  let tail = digitsOf(edit.text.slice(edit.caret))
  if (deletedGap(edit)) {
    if (edit.deleted === 'forward') tail = tail.slice(1)
    else head = head.slice(0, -1)
  } else {
    const excess = head.length + tail.length - layoutOf(head + tail).maxLength
    const put = head.length - keptLength(before, head, tail)
    if (excess > 0) head = head.slice(0, head.length - Math.min(excess, put))
  }
  const whole = head + tail
  const { gaps, maxLength } = layoutOf(whole)
  const digits = whole.slice(0, maxLength)
  const gapsBeforeCaret = gaps.filter((gap) => gap < head.length)
  return {
    digits,
    text: formatCardNumber(digits, gaps),
    caret: Math.min(head.length, digits.length) + gapsBeforeCaret.length,
  }
}

/** The table's rows for the brands that `digits` fit. */
export function brandsFitting(
  digits: string,
  accepted: readonly string[] | undefined,
  book: BrandBook,
): CardBrand[] {
  return book.detect(digits, accepted).flatMap((name) => book.get(name) ?? [])
}

/**
 * Why the number cannot be paid with, or null. A brand of `accepted` that the book does not know (a
 * private label) could have any number, so then the brand is not judged; nor without `accepted`.
 */
export function cardNumberFault(
  digits: string,
  accepted: readonly string[] | undefined,
  book: BrandBook,
): CardNumberFault | null {
  if (digits === '') return 'empty'
  const brands = brandsFitting(digits, accepted, book)
  const isJudged = accepted?.every((name) => book.get(name) !== undefined) ?? false
  if (brands.length === 0 && isJudged && digits.length >= PREFIX) return 'brand not accepted'
  const lengths = brands.length === 0 ? ANY_LENGTH : lengthsOf(brands)
  if (digits.length > Math.max(...lengths)) return 'too long'
  if (!lengths.includes(digits.length)) return 'too short'
  return brands.every(({ luhn }) => luhn) && !passesLuhn(digits) ? 'check digit' : null
}

function lengthsOf(brands: readonly CardBrand[]): number[] {
  return brands.flatMap(({ lengths }) => lengths)
}

/** Whether the edit took one blank and nothing else. */
function deletedGap({ before, text, caret, deleted }: CardNumberEdit): boolean {
  if (deleted === null) return false
  return before[caret] === ' ' && before.slice(0, caret) + before.slice(caret + 1) === text
}

/** How many digits at the start of `head` stood there before; the rest of `head` was put in. */
function keptLength(before: string, head: string, tail: string): number {
  const most = Math.max(0, Math.min(head.length, before.length - tail.length))
  let kept = 0
  while (kept < most && head[kept] === before[kept]) kept++
  return kept
}
