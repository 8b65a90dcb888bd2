import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { formatAmount, largestAmount, minorDigitsOf, parseAmount } from './money.ts'

const active = everyThreeLetters().filter((code) => minorDigitsOf(code) !== undefined)
const currency = fc.constantFrom(...active)
const manyRuns = { numRuns: 10_000 }

describe('currencies', () => {
  test('are all 165 active codes with a minor unit, and nothing else', () => {
    expect(active).toHaveLength(165)
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

  test.each(['BGN', 'HRK', 'ANG', 'CUC', 'SLL', 'ZWL', 'DEM'])('%s is retired', (code) => {
    expect(minorDigitsOf(code)).toBeUndefined()
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

  test.each(['BGN', 'eur', 'XXX', ''])('an amount in %j has no currency', (code) => {
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

  test('a currency that does not exist throws', () => {
    expect(() => formatAmount({ minor: 1, currency: 'BGN' })).toThrow('No such currency: BGN')
  })
})

function everyThreeLetters(): string[] {
  const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ']
  return letters.flatMap((a) => letters.flatMap((b) => letters.map((c) => a + b + c)))
}
