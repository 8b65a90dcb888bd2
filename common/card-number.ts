import { asciiDigits } from './ascii-digits.ts'

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
   * The direction of a deletion; null for an insertion. Text and caret are ambiguous: typing 8 over
   * "8 " looks like a Backspace over the gap.
   */
  readonly deleted: 'backward' | 'forward' | null
}

/** The text and caret of the field after an edit. */
export interface EditedCardNumber {
  readonly digits: string
  readonly text: string
  readonly caret: number
}

/** The digits of a text in ASCII, whatever script they are of; everything else falls away. */
export function digitsOf(text: string): string {
  return asciiDigits(text).replace(/\D/g, '')
}

/** A number of a card and what stands behind it: a word, or the date of an expiry. */
const FOLLOWED = /^((?:\D*\d){12}[^\p{L},;:/|]*?)(?:\s\d\d?\s*\/|[\p{L},;:/|]).*/su

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
 * The result of an edit: characters other than digits are removed, blanks are placed again, the
 * caret stays behind the same digit. What follows a number in an inserted text is cut; digits that do not
 * fit are cut from the inserted text, not from the end. Deleting only a gap deletes the digit next to it.
 */
export function editCardNumber(
  edit: CardNumberEdit,
  layoutOf: (digits: string) => CardNumberLayout,
): EditedCardNumber {
  const before = digitsOf(edit.before)
  let head = digitsOf(asciiDigits(edit.text.slice(0, edit.caret)).replace(FOLLOWED, '$1'))
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
