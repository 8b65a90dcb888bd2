import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  currencyCodes,
  formatAmount,
  isActiveCurrency,
  largestAmount,
  minorDigitsOf,
  parseAmount,
} from './money.ts'

const active = everyThreeLetters().filter(isActiveCurrency)
const currency = fc.constantFrom(...active)
const manyRuns = { numRuns: 10_000 }

/** The active currencies of version 0.1.0, with their digits. Codes are only ever added. */
const RELEASED = `
  AED2 AFN2 ALL2 AMD2 AOA2 ARS2 AUD2 AWG2 AZN2 BAM2 BBD2 BDT2 BHD3 BIF0 BMD2 BND2
  BOB2 BOV2 BRL2 BSD2 BTN2 BWP2 BYN2 BZD2 CAD2 CDF2 CHE2 CHF2 CHW2 CLF4 CLP0 CNY2
  COP2 COU2 CRC2 CUP2 CVE2 CZK2 DJF0 DKK2 DOP2 DZD2 EGP2 ERN2 ETB2 EUR2 FJD2 FKP2
  GBP2 GEL2 GHS2 GIP2 GMD2 GNF0 GTQ2 GYD2 HKD2 HNL2 HTG2 HUF2 IDR2 ILS2 INR2 IQD3
  IRR2 ISK0 JMD2 JOD3 JPY0 KES2 KGS2 KHR2 KMF0 KPW2 KRW0 KWD3 KYD2 KZT2 LAK2 LBP2
  LKR2 LRD2 LSL2 LYD3 MAD2 MDL2 MGA2 MKD2 MMK2 MNT2 MOP2 MRU2 MUR2 MVR2 MWK2 MXN2
  MXV2 MYR2 MZN2 NAD2 NGN2 NIO2 NOK2 NPR2 NZD2 OMR3 PAB2 PEN2 PGK2 PHP2 PKR2 PLN2
  PYG0 QAR2 RON2 RSD2 RUB2 RWF0 SAR2 SBD2 SCR2 SDG2 SEK2 SGD2 SHP2 SLE2 SOS2 SRD2
  SSP2 STN2 SVC2 SYP2 SZL2 THB2 TJS2 TMT2 TND3 TOP2 TRY2 TTD2 TWD2 TZS2 UAH2 UGX0
  USD2 USN2 UYI0 UYU2 UYW4 UZS2 VED2 VES2 VND0 VUV0 WST2 XAD2 XAF0 XCD2 XCG2 XOF0
  XPF0 YER2 ZAR2 ZMW2 ZWG2
`

describe('currencies', () => {
  test('are all 165 active codes with a minor unit, and nothing else', () => {
    expect(active).toHaveLength(165)
    expect(currencyCodes()).toEqual(active)
  })

  test.each([
    ['EUR', 2],
    ['USD', 2],
    ['HUF', 2],
    ['IDR', 2],
    ['COP', 2],
    ['PKR', 2],
    ['XCG', 2],
    ['ZWG', 2],
    ['JPY', 0],
    ['KRW', 0],
    ['CLP', 0],
    ['ISK', 0],
    ['UGX', 0],
    ['VND', 0],
    ['XAF', 0],
    ['BHD', 3],
    ['IQD', 3],
    ['JOD', 3],
    ['KWD', 3],
    ['LYD', 3],
    ['OMR', 3],
    ['TND', 3],
    ['CLF', 4],
    ['UYW', 4],
  ])('%s has %i digits', (code, digits) => {
    expect(minorDigitsOf(code)).toBe(digits)
  })

  test.each([
    ['BGN', 2],
    ['HRK', 2],
    ['ANG', 2],
    ['CUC', 2],
    ['SLL', 2],
    ['ZWL', 2],
    ['BYR', 0],
  ])('%s has left the list, and what is stored in it keeps its %i digits', (code, digits) => {
    expect(isActiveCurrency(code)).toBe(false)
    expect(minorDigitsOf(code)).toBe(digits)
  })

  test('that are too old for any payment, such as DEM, are not known', () => {
    expect(minorDigitsOf('DEM')).toBeUndefined()
  })

  test('never go: each that a released version took keeps its digits (R-OLD-1)', () => {
    const known = everyThreeLetters().flatMap((code) => {
      const digits = minorDigitsOf(code)
      return digits === undefined ? [] : [`${code}${digits}`]
    })
    for (const code of RELEASED.trim().split(/\s+/)) expect(known).toContain(code)
  })

  test('of no list are written with two digits, because answers must not fail', () => {
    expect(formatAmount({ minor: 1050, currency: 'QQQ' })).toBe('10.50')
  })

  test.each(['XAU', 'XDR', 'XTS', 'XXX'])('%s has no minor unit', (code) => {
    expect(minorDigitsOf(code)).toBeUndefined()
  })

  test.each(['', 'eur', ' EUR', 'EURO', 'constructor', '__proto__'])('%j is not a code', (code) => {
    expect(minorDigitsOf(code)).toBeUndefined()
  })
})

describe('amounts', () => {
  test.each([
    ['EUR', '9999999999.99'],
    ['JPY', '9999999999.00'],
    ['CLF', '9999999999.99'],
  ])('of %s have the maximum %s', (code, text) => {
    expect(formatAmount(largestAmount(code))).toBe(text)
    expect(parseAmount(text, code)).toEqual(largestAmount(code))
  })

  test.each([
    ['92.00', 'EUR', 9200],
    ['92', 'EUR', 9200],
    ['92.5', 'EUR', 9250],
    ['0.01', 'EUR', 1],
    ['007.10', 'EUR', 710],
    ['0.00', 'EUR', 0],
    ['9999999999.99', 'EUR', 999_999_999_999],
    ['100.00', 'JPY', 100],
    ['100', 'JPY', 100],
    ['1.23', 'KWD', 1230],
    ['1.2', 'CLF', 12_000],
    ['9999999999.99', 'CLF', 99_999_999_999_900],
  ])('%s %s is %i minor units', (text, code, minor) => {
    expect(parseAmount(text, code)).toEqual({ minor, currency: code })
  })

  test.each(['100.50', '0.01', '1.1'])('%s JPY has too many decimals', (text) => {
    expect(parseAmount(text, 'JPY')).toBe('too many decimals')
  })

  test.each([
    ...['', ' ', '1 ', ' 1', '-1', '+1', '1.', '.5', '1.234', '1,50', '1e3', '0x1', 'NaN'],
    ...['12345678901', '1.00\n', '１.００', '1.0.0'],
  ])('%j is malformed', (text) => {
    expect(parseAmount(text, 'EUR')).toBe('malformed')
  })

  test.each(['DEM', 'eur', 'XXX', ''])('an amount in %j has no currency', (code) => {
    expect(parseAmount('1.00', code)).toBe('unknown currency')
  })

  test('any text that is read is written back with exactly two decimals (R-MON-1)', () => {
    const integer = fc.bigInt(0n, 9_999_999_999n)
    fc.assert(
      fc.property(currency, integer, fc.integer({ min: 0, max: 99 }), (code, units, hundredths) => {
        const decimals = String(minorDigitsOf(code) === 0 ? 0 : hundredths).padStart(2, '0')
        const money = parseAmount(`${units}.${decimals}`, code)
        if (typeof money === 'string') throw new Error(money)
        expect(Number.isSafeInteger(money.minor)).toBe(true)
        expect(formatAmount(money)).toBe(`${units}.${decimals}`)
      }),
      manyRuns,
    )
  })

  test('any amount that is written is read back as the same money (R-MON-1)', () => {
    const hundredths = fc.integer({ min: 0, max: 999_999_999_999 })
    fc.assert(
      fc.property(currency, hundredths, (code, count) => {
        const digits = minorDigitsOf(code) ?? 0
        const minor = digits === 0 ? Math.floor(count / 100) : count * 10 ** (digits - 2)
        const money = { minor, currency: code }
        expect(parseAmount(formatAmount(money), code)).toEqual(money)
      }),
      manyRuns,
    )
  })

  test('any text gives money or one of three reasons, and never throws', () => {
    const faults = ['malformed', 'too many decimals', 'unknown currency']
    const text = fc.oneof(fc.string(), fc.stringMatching(/^[0-9]{0,11}[.,]?[0-9]{0,3}$/))
    fc.assert(
      fc.property(text, fc.oneof(currency, fc.string()), (amount, code) => {
        const money = parseAmount(amount, code)
        if (typeof money === 'string') expect(faults).toContain(money)
        else expect(Number.isSafeInteger(money.minor) && money.minor >= 0).toBe(true)
      }),
      manyRuns,
    )
  })

  test.each([
    [1234, 'KWD'],
    [1, 'CLF'],
  ])('%i minor units of %s would lose digits and throw', (minor, code) => {
    expect(() => formatAmount({ minor, currency: code })).toThrow('do not fit two decimals')
  })

  test.each([-1, 0.5, Number.NaN, 2 ** 53])('%d minor units are a bug and throw', (minor) => {
    expect(() => formatAmount({ minor, currency: 'EUR' })).toThrow('not an amount')
  })
})

function everyThreeLetters(): string[] {
  const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ']
  return letters.flatMap((a) => letters.flatMap((b) => letters.map((c) => a + b + c)))
}
