import { type Money, minorDigitsOf } from '../../common/money.ts'

/**
 * Decimal places that Adyen counts otherwise than ISO 4217 (docs.adyen.com/development-resources/currency-codes, the
 * rows with a note; ISO 4217 of 2026).
 */
const DIGITS: Readonly<Record<string, number>> = { CLP: 2, CVE: 0, IDR: 0, ISK: 2 }

/** Adyen's own sources disagree about its decimal places: a wrong guess would charge a hundred times the amount. */
const NOT_TAKEN: ReadonlySet<string> = new Set(['BIF'])

/** An amount in the units of Adyen; `undefined`: Adyen cannot be told it. */
export function amountAtAdyen({ minor, currency }: Money): number | undefined {
  const own = minorDigitsOf(currency)
  if (own === undefined || NOT_TAKEN.has(currency)) return undefined
  const amount = minor * 10 ** ((DIGITS[currency] ?? own) - own)
  return Number.isSafeInteger(amount) ? amount : undefined
}

/** An amount of Adyen in our minor units; `undefined`: it has more decimal places than its currency has here. */
export function moneyFromAdyen(value: number, currency: string): Money | undefined {
  const own = minorDigitsOf(currency)
  if (own === undefined) return undefined
  const minor = value * 10 ** (own - (DIGITS[currency] ?? own))
  return Number.isSafeInteger(minor) ? { minor, currency } : undefined
}
