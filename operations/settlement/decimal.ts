import { amountText, minorDigitsOf } from '../../common/money.ts'

/** A decimal text: optional sign, digits, and decimals; rates of acquirers have 15 of them and more. */
const DECIMAL = /^-?\d{1,15}(?:\.\d{1,40})?$/

export interface Amount {
  readonly minor: number
  /** Whether it had more decimals than its currency, and was rounded half up. */
  readonly isRounded: boolean
}

/**
 * Reads an amount into minor units of a currency with so many digits; nothing where it is none. A file has three
 * or four in each line: by places in the text, because groups of an expression take twice as long.
 */
export function readAmount(text: string, digits: number): Amount | undefined {
  if (!DECIMAL.test(text)) return undefined
  const isNegative = text.startsWith('-')
  const point = text.indexOf('.')
  const end = point === -1 ? text.length : point
  const whole = text.slice(isNegative ? 1 : 0, end)
  const fraction = text.slice(end + 1)
  const rest = fraction.length > digits ? fraction.slice(digits) : ''
  const kept = Number(whole + fraction.slice(0, digits).padEnd(digits, '0'))
  const minor = kept + (rest >= '5' ? 1 : 0)
  if (!Number.isSafeInteger(minor)) return undefined
  const isRounded = rest !== '' && /[1-9]/.test(rest)
  return { minor: isNegative && minor !== 0 ? -minor : minor, isRounded }
}

/** Whether a text is a rate above 0. Kept as text, because a binary number would change it. */
export function isRate(text: string): boolean {
  return DECIMAL.test(text) && !text.startsWith('-') && /[1-9]/.test(text)
}

/** An amount with two decimals, as the interface document shows every amount: rounded half away from zero. */
export function twoDecimals(minor: number, currency: string): string {
  const digits = minorDigitsOf(currency) ?? 2
  if (digits <= 2) return amountText(minor * 10 ** (2 - digits), 2)
  const scale = 10 ** (digits - 2)
  const rounded = Math.round(Math.abs(minor) / scale)
  return amountText(minor < 0 ? -rounded : rounded, 2)
}

/** A rate with two decimals: `0.005` becomes `0.01`. */
export function rateText(rate: string): string {
  const amount = readAmount(rate, 2)
  return amount === undefined ? '' : amountText(amount.minor, 2)
}
