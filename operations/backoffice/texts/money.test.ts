import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import { formatAmount } from '../../../common/money.ts'
import english from '../../../locales/backoffice/en.json'
import { lessAmount, shownAmount, shownMoney, typableAmount, typedAmount } from './money.ts'
import { useTexts } from './texts.ts'

beforeAll(() => useTexts('en', english))

describe('a typed amount', () => {
  it.each([
    ['30', 3000],
    ['30.00', 3000],
    ['30,5', 3050],
    [' 0.01 ', 1],
    ['30.', 3000],
  ])('%j is taken', (typed, minor) => {
    expect(typedAmount(typed, 'EUR', '92.00')).toEqual({ minor, currency: 'EUR' })
  })

  it.each([
    ['', 'malformed'],
    ['thirty', 'malformed'],
    ['-3', 'malformed'],
    ['1.000,00', 'malformed'],
    ['1.000', 'decimals'],
    ['1,000', 'decimals'],
    ['0', 'zero'],
    ['92.01', 'above'],
  ])('%j is refused: %s', (typed, fault) => {
    expect(typedAmount(typed, 'EUR', '92.00')).toBe(fault)
  })

  it('has no decimals in a currency without them', () => {
    expect(typedAmount('100', 'JPY')).toEqual({ minor: 100, currency: 'JPY' })
    expect(typedAmount('100.5', 'JPY')).toBe('decimals')
  })

  it('and what is left of it are the whole', () => {
    const amounts = fc.tuple(fc.integer({ min: 1, max: 1e9 }), fc.integer({ min: 0, max: 1e9 }))
    fc.assert(
      fc.property(amounts, ([minor, rest]) => {
        const whole = formatAmount({ minor: minor + rest, currency: 'EUR' })
        const left = formatAmount({ minor: rest, currency: 'EUR' })
        expect(lessAmount(whole, { minor, currency: 'EUR' })).toBe(left)
      }),
    )
  })
})

describe('an amount of the wire', () => {
  it('is written as people of the language write it', () => {
    expect(shownMoney('1234.50', 'EUR')).toBe('1,234.50 EUR')
    expect(shownAmount('1234.50', 'de')).toBe('1.234,50')
    expect(shownAmount('-92.00')).toBe('-92.00')
  })
})

it('an amount of a currency without decimals has none', () => {
  expect(shownMoney('5000.00', 'JPY')).toBe('5,000 JPY')
  expect(shownMoney('-5000.00', 'EUR')).toBe('-5,000.00 EUR')
  expect(typedAmount(typableAmount('5000.00', 'JPY'), 'JPY')).toEqual({
    minor: 5000,
    currency: 'JPY',
  })
})

it('an amount in a field has the decimal sign of the language, and can be sent as it stands', () => {
  expect(typableAmount('1234.50', 'EUR', 'en')).toBe('1234.50')
  expect(typableAmount('1234.50', 'EUR', 'de')).toBe('1234,50')
  expect(typedAmount('1234,50', 'EUR')).toEqual({ minor: 123450, currency: 'EUR' })
})
