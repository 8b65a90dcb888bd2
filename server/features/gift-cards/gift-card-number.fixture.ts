import { passesLuhn } from '../../../common/brands.ts'

/** The number of a card of the simulated issuer, of any currency: see `issuedCard`. */
export function giftCardNumber(amount: number, which: number): string {
  const digits = (value: number, length: number) => String(value).padStart(length, '0')
  const start = `60060${digits(amount, 4)}${digits(which, 6)}`
  const last = '0123456789'.split('').find((digit) => passesLuhn(start + digit))
  return `${start}${last}`
}
