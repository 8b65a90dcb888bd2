import { passesLuhn } from '../../../common/luhn.ts'
import { type Money, parseAmount } from '../../../common/money.ts'

/**
 * Gift cards of the simulated issuer. All about one is in its number, 16 digits whose last one checks
 * the others (ISO/IEC 7812-1 annex B):
 *
 * | Digits | Meaning |
 * |---|---|
 * | 1–4 | 6006: the issuer |
 * | 5 | currency: 0 that of the first payment with it, 1 EUR, 2 USD, 3 GBP, 4 JPY; 5–9 no such card |
 * | 6–9 | what it is issued with, in whole units of the currency: 0000 to 9999 |
 * | 10–15 | any digits: tell cards of the same amount apart |
 * | 16 | check digit |
 *
 * Its PIN is the last four digits of the number. 6006 0 0050 000001 4, for one, holds 50.00 of
 * any currency, and its PIN is 0014.
 */
const CARD = /^6006([0-4])([0-9]{4})[0-9]{7}$/

const CURRENCIES: readonly (string | undefined)[] = [undefined, 'EUR', 'USD', 'GBP', 'JPY']

const PIN_DIGITS = 4

/** A card as it is issued. */
export interface IssuedCard {
  readonly pin: string
  /** Its balance before the first payment; `undefined` for a currency that it is not issued in. */
  valueIn(currency: string): Money | undefined
}

/** The card of a number; `undefined` for numbers that the issuer has not issued. */
export function issuedCard(number: string): IssuedCard | undefined {
  const parts = CARD.exec(number)
  if (parts === null || !passesLuhn(number)) return undefined
  const only = CURRENCIES[Number(parts[1])]
  return {
    pin: number.slice(-PIN_DIGITS),
    valueIn(currency) {
      if (only !== undefined && only !== currency) return undefined
      const worth = parseAmount(`${parts[2]}.00`, currency)
      return typeof worth === 'string' ? undefined : worth
    },
  }
}
