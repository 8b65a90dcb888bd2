import { describe, expect, it } from 'vitest'
import { faultsOfAnswer } from '../submit/faults-of-answer.ts'
import { codeFault, expiryFault, holderFault, numberFault } from './faults.ts'

const now = { month: 11, year: 2026 }
const rules = { now, example: '08 / 30' }

describe('card number', () => {
  const state = { length: 16, empty: false, brands: ['VISA'], complete: [] }
  const visa = { brand: 'VISA', detected: ['VISA'], isTaken: true }
  const none = { brand: '', detected: [], isTaken: true }

  it.each([
    [{ ...state, complete: ['MADA', 'VISA'] }, visa, undefined],
    [{ ...state, complete: ['MADA'] }, visa, 'cardNumberError'],
    [{ ...state, length: 0, empty: true, brands: [] }, none, 'cardNumberEmpty'],
    [{ ...state, length: 8 }, visa, 'cardNumberIncomplete'],
    [state, visa, 'cardNumberError'],
    [{ ...state, length: 3, brands: [] }, none, 'cardNumberIncomplete'],
    [{ ...state, length: 7, brands: [] }, none, 'cardBinError'],
  ])('%o as %o: %s', (number, situation, text) => {
    expect(numberFault(number, situation)?.text).toBe(text)
  })

  it('has no error for a brand that only the form names: the gateway refuses it', () => {
    const foreign = { brand: 'JCB', detected: ['JCB'], isTaken: false }
    expect(numberFault({ ...state, brands: [] }, foreign)).toBeUndefined()
    expect(numberFault({ ...state, brands: [], length: 9 }, foreign)).toBeDefined()
  })

  it('names the brand that is not taken', () => {
    const amex = { length: 15, empty: false, brands: [], complete: [], fitting: ['AMEX'] }
    expect(numberFault(amex, none)).toEqual({
      hint: 'cardBinError',
      text: 'brandNotAccepted',
      values: { brand: 'American Express' },
    })
  })
})

describe('expiry date', () => {
  it.each([
    ['', 'expiryMonthError', 'expiryEmpty'],
    ['1', 'expiryMonthError', 'expiryIncomplete'],
    ['12 / ', 'expiryYearError', 'expiryIncomplete'],
    ['12 / 3', 'expiryYearError', 'expiryIncomplete'],
    ['13/30', 'expiryMonthError', 'expiryMonthError'],
    ['00 / 30', 'expiryMonthError', 'expiryMonthError'],
    ['10 / 26', 'expiryYearError', 'expiryPast'],
    ['12 / 1999', 'expiryYearError', 'expiryPast'],
    ['12 / 99', 'expiryYearError', 'expiryYearError'],
  ])('%j: %s, %s', (text, hint, key) => {
    expect(expiryFault(text, rules)).toMatchObject({ hint, text: key })
  })

  it('is good to the end of its month', () => {
    expect(expiryFault('11 / 26', rules)).toBeUndefined()
    expect(expiryFault('12 / 26', rules)).toBeUndefined()
  })

  it('may be in the past where the page allows it', () => {
    expect(expiryFault('10 / 20', { ...rules, now: undefined })).toBeUndefined()
  })
})

describe('card holder', () => {
  it.each([
    ['', false, undefined],
    ['', true, 'cardHolderError'],
    ['Jo', false, 'cardHolderShort'],
    ['Xu', true, 'cardHolderShort'],
    ['Jane Jones', true, undefined],
    ['800.100.152', true, undefined],
    ['4200 0000 0000 0000', false, 'cardHolderDigits'],
    ['x'.repeat(129), false, 'cardHolderError'],
  ])('%j (required: %s): %s', (holder, required, key) => {
    expect(holderFault(holder, required)?.text).toBe(key)
  })
})

describe('security code', () => {
  const typed = { valid: false, empty: false, length: 2 }
  const empty = { valid: false, empty: true, length: 0 }

  it('may be empty only where it is not required', () => {
    expect(codeFault(empty, [3], true)?.text).toBe('cvvEmpty')
    expect(codeFault(empty, [3], false)).toBeUndefined()
  })

  it('says how many digits the brand has', () => {
    expect(codeFault(typed, [4], true)).toMatchObject({ text: 'cvvLength', values: { count: 4 } })
    expect(codeFault(typed, [3, 4], true)?.text).toBe('cvvError')
    expect(codeFault({ ...typed, valid: true }, [3], true)).toBeUndefined()
  })
})

it('sorts errors of the gateway by field and returns the others', () => {
  const other = { name: 'customParameters[x]', message: 'is not allowed' }
  const { fields, others } = faultsOfAnswer([
    { name: 'card.expiryYear', message: 'is in the past' },
    { name: 'card.expiryMonth', message: 'is in the past' },
    { name: 'card.number', message: 'is wrong' },
    other,
  ])
  expect(fields).toEqual({
    expiry: { hint: 'expiryYearError', text: 'expiryYearError' },
    cardNumber: { hint: 'cardNumberError', text: 'cardNumberError' },
  })
  expect(others).toEqual([other])
})
