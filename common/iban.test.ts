import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ibanFault, ibanLengths, ibanOf } from './iban.ts'

const CHARACTERS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ'

/** An IBAN of any country with any account of the right length. */
const anyIban = fc.constantFrom(...ibanLengths).chain(([country, length]) =>
  fc
    .string({
      unit: fc.constantFrom(...CHARACTERS),
      minLength: length - 4,
      maxLength: length - 4,
    })
    .map((account) => ibanOf(country, account)),
)

/** A German account whose check digits are these. */
function accountWith(digits: string): string {
  for (let number = 0; ; number++) {
    const account = String(number).padStart(18, '0')
    if (ibanOf('DE', account) === `DE${digits}${account}`) return account
  }
}

describe('an IBAN', () => {
  it.each([
    'DE89370400440532013000',
    'GB29NWBK60161331926819',
    'FR1420041010050500013M02606',
    'NO9386011117947',
    'SA0380000000608010167519',
    'MT84MALT011000012345MTLCAST001S',
  ])('of a country of the registry is right: %s', (iban) => {
    expect(ibanFault(iban)).toBeUndefined()
  })

  it.each([
    ['DE8937040044053201300', 'malformed'],

    [`MG${'0'.repeat(30)}`, 'malformed'],
    ['XX89370400440532013000', 'checkDigits'],
    ['DE89 3704 0044 0532 0130 00', 'malformed'],
    ['de89370400440532013000', 'malformed'],
    ['', 'malformed'],
    ['DE88370400440532013000', 'checkDigits'],
    ['DE89370400440532013001', 'checkDigits'],
  ])('%j: %s', (iban, fault) => {
    expect(ibanFault(iban)).toBe(fault)
  })

  it.each([
    ['MG', '00005030071289421016045'],
    ['CI', '93CI0080111301134291200589'],
    ['DZ', '4000400174401001050486'],
    ['SN', '08SN0100152000048500003035'],
  ])('of a country outside the registry is right by its check digits: %s', (country, account) => {
    const iban = ibanOf(country, account)
    expect(ibanLengths.has(country)).toBe(false)
    expect(ibanFault(iban)).toBeUndefined()
    const wrong = iban.endsWith('5') ? '6' : '5'
    expect(ibanFault(iban.slice(0, -1) + wrong)).toBe('checkDigits')
  })

  it('is wrong with check digits 00, 01 and 99, also where the remainder is right', () => {
    for (const [digits, same] of [
      ['00', '97'],
      ['01', '98'],
      ['99', '02'],
    ]) {
      const account = accountWith(same ?? '')
      expect(ibanFault(`DE${same}${account}`)).toBeUndefined()
      expect(ibanFault(`DE${digits}${account}`)).toBe('checkDigits')
    }
  })

  it('of any country is right with its own check digits', () => {
    fc.assert(fc.property(anyIban, (iban) => ibanFault(iban) === undefined))
  })

  it('is wrong with any single digit changed, and with any two neighbours swapped', () => {
    fc.assert(
      fc.property(anyIban, fc.nat(), fc.integer({ min: 1, max: 9 }), (iban, place, by) => {
        const at = 2 + (place % (iban.length - 2))
        const digit = iban.charAt(at)
        if (/[0-9]/.test(digit)) {
          const other = String((Number(digit) + by) % 10)
          expect(ibanFault(`${iban.slice(0, at)}${other}${iban.slice(at + 1)}`)).toBeDefined()
        }
        const next = iban.charAt(at + 1)
        if (/[0-9]{2}/.test(digit + next) && digit !== next) {
          const swapped = `${iban.slice(0, at)}${next}${digit}${iban.slice(at + 2)}`
          expect(ibanFault(swapped)).toBeDefined()
        }
      }),
    )
  })
})
