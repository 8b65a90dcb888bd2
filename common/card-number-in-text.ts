import { asciiDigits } from './ascii-digits.ts'
import { cardBrand, detectBrands, passesLuhn } from './brands.ts'

const SHORTEST = 13
const LONGEST = 19

/**
 * Whether a text holds a card number: 13 to 19 digits (`shortest` of them at least), in groups or not,
 * with a right check digit and in a range and of a length of a known brand. Most texts are too short or
 * have too few digits, which takes 20 ns to see.
 */
export function holdsCardNumber(text: string, shortest = SHORTEST): boolean {
  if (text.length < shortest || !mayHoldDigits(text, shortest)) return false
  const groups = digitGroups(text)
  return groups.some((_, first) => startsNumber(groups, first, shortest))
}

/** Digits as keyboards type them: ASCII, Arabic, Persian, Devanagari, full width. */
export const DIGIT = '0-9٠-٩۰-۹०-९０-９'

/**
 * Twelve or more digits, however they are grouped: it could be a number in the wrong field. Bytes
 * that are no UTF-8 come as four characters, so more than ` - ` may stand between two digits.
 * Written out, because twelve times `\p{Nd}` takes 250 ms to compile.
 */
export const LONG_NUMBER = new RegExp(`[${DIGIT}](?:[^${DIGIT}A-Za-z]{0,8}[${DIGIT}]){11,}`, 'g')

/** Whether a text holds a number as long as that of a card or account. */
export function holdsLongNumber(text: string): boolean {
  return text.search(LONG_NUMBER) !== -1
}

/** Whether a text has enough digits. Characters beyond Latin letters count, because some are digits. */
function mayHoldDigits(text: string, shortest: number): boolean {
  let count = 0
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if ((code >= 0x30 && code <= 0x39) || code >= FIRST_FOREIGN_DIGIT) count++
  }
  return count >= shortest
}

interface DigitGroup {
  readonly digits: string
  /** Whether only one to three separators lie between it and the group before. */
  readonly goesOn: boolean
}

function digitGroups(text: string): readonly DigitGroup[] {
  let end = -1
  return [...asciiDigits(text).matchAll(/[0-9]+/g)].map(({ 0: digits, index, input }) => {
    const goesOn = end >= 0 && /^[^0-9\p{L}]{1,3}$/u.test(input.slice(end, index))
    end = index + digits.length
    return { digits, goesOn }
  })
}

function startsNumber(groups: readonly DigitGroup[], first: number, shortest: number): boolean {
  let number = groups[first]?.digits ?? ''
  for (let next = first + 1; number.length <= LONGEST; next++) {
    if (number.length >= shortest && isCardNumber(number)) return true
    const group = groups[next]
    if (group === undefined || !group.goesOn) return false
    number += group.digits
  }
  return false
}

function isCardNumber(digits: string): boolean {
  if (!passesLuhn(digits)) return false
  return detectBrands(digits).some((name) => cardBrand(name)?.lengths.includes(digits.length))
}

/** Where the digits of other scripts begin: those of Arabic are the first. */
const FIRST_FOREIGN_DIGIT = 0x660
