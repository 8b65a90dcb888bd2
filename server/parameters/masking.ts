/** Longest piece of a sent value or name that an error shows. */
const SHOWN_CHARACTERS = 100

/** Digits as keyboards type them: ASCII, Arabic, Persian, Devanagari, full width. */
const DIGIT = '0-9٠-٩۰-۹०-९０-９'

/**
 * Twelve or more digits, however they are grouped: it could be a card number in the wrong field. Bytes
 * that are no UTF-8 come as four characters, so more than ` - ` may stand between two digits.
 * Written out, because twelve times `\p{Nd}` takes 250 ms to compile.
 */
const LONG_NUMBER = new RegExp(`[${DIGIT}](?:[^${DIGIT}A-Za-z]{0,8}[${DIGIT}]){11,}`, 'g')

const NOT_DIGITS = new RegExp(`[^${DIGIT}]`, 'g')

/** What an error may show of a text that somebody sent: short, and without anybody's card number. */
export function shownText(text: string): string {
  const masked = text.replace(LONG_NUMBER, maskNumber)
  return masked.length > SHOWN_CHARACTERS ? `${masked.slice(0, SHOWN_CHARACTERS)}…` : masked
}

/** Whether a text holds what could be a card number. */
export function holdsLongNumber(text: string): boolean {
  return text.search(LONG_NUMBER) !== -1
}

/** At most the first six and last four digits (PCI DSS 3.4.1), and those only of a long number. */
export function maskNumber(number: string): string {
  const digits = number.replace(NOT_DIGITS, '')
  return digits.length < 13 ? '***' : `${digits.slice(0, 6)}***${digits.slice(-4)}`
}

/** What an error may show of a value, by the kind of secret it is. */
export function shownValue(value: string, secret: 'number' | 'code' | undefined): string {
  if (secret === 'code') return '***'
  return secret === 'number' ? maskNumber(value.slice(0, SHOWN_CHARACTERS)) : shownText(value)
}
