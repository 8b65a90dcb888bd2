import { type Money, minorDigitsOf } from '../../common/money.ts'

/** How Stripe counts the amounts of a currency. */
interface Counting {
  /** Decimal places of its minor unit there. */
  readonly digits: number
  /** The minor units are divisible by this. */
  readonly multipleOf?: number
}

const TENS: Counting = { digits: 3, multipleOf: 10 }
const WHOLE: Counting = { digits: 2, multipleOf: 100 }

/**
 * Currencies that Stripe counts otherwise than ISO 4217, or not in each minor unit (docs.stripe.com/currencies,
 * "Zero-decimal currencies", "Three-decimal currencies" and "Special cases"; ISO 4217 of 2026). All others are
 * counted as ISO 4217 has them. The króna and the shilling have no decimal places, and are sent with two.
 */
const COUNTINGS: Readonly<Record<string, Counting>> = {
  BHD: TENS,
  JOD: TENS,
  KWD: TENS,
  OMR: TENS,
  TND: TENS,
  ISK: WHOLE,
  UGX: WHOLE,
  MGA: { digits: 0 },
}

/** Those of ISO 4217 that Stripe does not take (docs.stripe.com/currencies, "Supported presentment currencies"). */
const NOT_TAKEN: ReadonlySet<string> = new Set(['IQD', 'LYD'])

/** An amount in the units of Stripe; `undefined`: Stripe cannot be told it. */
export function amountAtStripe({ minor, currency }: Money): number | undefined {
  const own = minorDigitsOf(currency)
  if (own === undefined || NOT_TAKEN.has(currency)) return undefined
  const { digits, multipleOf = 1 } = COUNTINGS[currency] ?? { digits: own }
  const amount = minor * 10 ** (digits - own)
  return Number.isInteger(amount) && amount % multipleOf === 0 ? amount : undefined
}

/** An amount of Stripe in our minor units; `undefined`: it has more decimal places than its currency has here. */
export function moneyFromStripe(amount: number, currency: string): Money | undefined {
  const own = minorDigitsOf(currency)
  if (own === undefined) return undefined
  const { digits } = COUNTINGS[currency] ?? { digits: own }
  const minor = amount * 10 ** (own - digits)
  return Number.isSafeInteger(minor) ? { minor, currency } : undefined
}
