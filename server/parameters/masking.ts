import { asciiDigits } from '../../common/ascii-digits.ts'
import { passesLuhn } from '../../common/brands.ts'
import { DIGIT, holdsCardNumber, LONG_NUMBER } from '../../common/card-number-in-text.ts'

/** Longest piece of a sent value or name that an error shows. */
const SHOWN_CHARACTERS = 100

const NOT_DIGITS = new RegExp(`[^${DIGIT}]`, 'g')

/** Times, which are shown unmasked so that a sender can recognise them: of the interface, ISO 8601, digits. */
const TIME = [
  /^(?:19|20)\d\d-[01]\d-[0-3]\d[ T][0-2]\d:[0-5]\d(?::[0-5]\d(?:\.\d{1,6})?)?(?:Z|[+-]\d\d:?\d\d)?$/,
  /^(?:19|20)\d\d[01]\d[0-3]\d[0-2]\d[0-5]\d[0-5]\d$/,
]

/** Digits of other scripts than those of DIGIT. */
const RARE_DIGIT = new RegExp(`(?![${DIGIT}])\\p{Nd}`, 'gu')

/** User name and password of an address. */
const USER_INFO = /^([A-Za-z][A-Za-z0-9+.-]*:[\\/]*)[^\\/?#]*@/

/** A sent text as an error may show it: shortened, without card numbers and passwords of addresses. */
export function shownText(text: string): string {
  return cut(withoutCardNumbers(text.replace(USER_INFO, '$1***@')), SHOWN_CHARACTERS)
}

/** A text of others as it may be stored and shown, whole but for card numbers. */
export function withoutNumbers(text: string): string {
  return holdsNumberBesideIds(text) ? withoutCardNumbers(text) : text
}

/** Digits of the hash: no two references of an account have the same by chance. */
const HASH_DIGITS = 20

/**
 * A reference of others as it may be stored: a card number in it is masked, and a keyed hash takes its place, so that
 * equal references stay equal and others do not become so (PCI DSS 3.5.1). `hash`: HMAC-SHA-256 under a key of this
 * installation, hex.
 */
export function keptReference(text: string, hash: (text: string) => string): string {
  if (!holdsNumberBesideIds(text)) return text
  return `${withoutNumbers(text)}~${hash(`settlement ${text}`).slice(0, HASH_DIGITS)}`
}

/** Whether a stored reference was one with a card number. */
export function isKeptNumber(text: string | null): boolean {
  return text !== null && KEPT.test(text)
}

const KEPT = new RegExp(`~[0-9a-f]{${HASH_DIGITS}}$`)

/** A long text that nobody sends by mistake, such as settings, without card numbers; ids in it stay whole. */
export function shownLongText(text: string, max: number): string {
  const parts = text.split(/("8ac7a4[0-9a-f]{26}")/)
  return cut(
    parts.map((part, at) => (at % 2 === 1 ? part : withoutCardNumbers(part))).join(''),
    max,
  )
}

function cut(text: string, max: number): string {
  return text.length > max ? `${text.slice(0, max)}…` : text
}

function withoutCardNumbers(text: string): string {
  return TIME.some((time) => time.test(text))
    ? text
    : text
        .replace(RARE_DIGIT, asciiDigits)
        .replace(LONG_NUMBER, (run) => (mayBeCardNumber(run) ? maskNumber(run) : run))
}

/** UUIDs, and runs of hexadecimal digits: each character is looked at once, however long a text is. */
const HEX_RUNS = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}|[0-9a-f]{20,}/gi

/** A text without ids that have a letter among their digits: their tails are long numbers by chance. */
export function withoutHexIds(text: string): string {
  return text.replace(HEX_RUNS, (run) => (/[a-f-]/i.test(run) ? 'x' : run))
}

/** Whether a text holds a card number that is no part of an id. */
export function holdsNumberBesideIds(text: string): boolean {
  return holdsCardNumber(text) && holdsCardNumber(withoutHexIds(text))
}

const MIN_CARD_NUMBER = 13
const MAX_CARD_NUMBER = 19

/** With so many digits, one stretch in 100,000 has no place that passes the check digit. */
const MAX_SEARCHED = 32

/** Whether any 13 to 19 consecutive digits pass the check digit. */
function mayBeCardNumber(run: string): boolean {
  const digits = asciiDigits(run.replace(NOT_DIGITS, ''))
  if (digits.length > MAX_SEARCHED) return true
  for (let from = 0; from + MIN_CARD_NUMBER <= digits.length; from++) {
    const last = Math.min(from + MAX_CARD_NUMBER, digits.length)
    for (let end = from + MIN_CARD_NUMBER; end <= last; end++) {
      if (passesLuhn(digits.slice(from, end))) return true
    }
  }
  return false
}

/** At most the first six and last four digits (PCI DSS 3.4.1), and those only of a long number. */
export function maskNumber(number: string): string {
  const digits = number.replace(NOT_DIGITS, '')
  return digits.length < 13 ? '***' : `${digits.slice(0, 6)}***${digits.slice(-4)}`
}

/** A value as an error may show it, depending on the kind of secret. */
export function shownValue(value: string, secret: 'number' | 'code' | undefined): string {
  if (secret === 'code') return '***'
  return secret === 'number' ? maskNumber(value.slice(0, SHOWN_CHARACTERS)) : shownText(value)
}
