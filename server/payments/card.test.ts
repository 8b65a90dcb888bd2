import { describe, expect, it } from 'vitest'
import { ParameterValues } from '../parameters/values.ts'
import { hasExpired, readCard } from './card.ts'

const NOW_MS = Date.UTC(2026, 10, 20)

function read(more: Record<string, string> = {}, brands = ['VISA', 'MASTER', 'CARTEBANCAIRE']) {
  const values = ParameterValues.of(
    Object.entries({
      'card.number': '4200000000000000',
      'card.expiryMonth': '12',
      'card.expiryYear': '2030',
      ...more,
    }),
  )
  return readCard(values, brands, NOW_MS)
}

describe('a card of a request', () => {
  it('tells its brand when the request does not', () => {
    expect(read()).toMatchObject({ brand: 'VISA', detectedBrand: 'VISA' })
    expect(read({ paymentBrand: 'VISA' })).not.toHaveProperty('detectedBrand')
  })

  it('of no known brand has none', () => {
    expect(read({ 'card.number': '9999999999999999' })).toMatchObject({
      parameterErrors: [{ name: 'paymentBrand', value: '' }],
    })
  })

  it('does not take a brand that is none, nor keep a number that stands in its place', () => {
    expect(read({ paymentBrand: 'visa' })).toMatchObject({
      parameterErrors: [{ name: 'paymentBrand', value: 'visa' }],
    })
    expect(JSON.stringify(read({ paymentBrand: '4200000000000000' }))).not.toContain('00000000')
  })

  it('does not take a card number for a name', () => {
    expect(read({ 'card.holder': '4200 0000 0000 0000' })).toMatchObject({
      parameterErrors: [{ name: 'card.holder', value: '***' }],
    })
  })

  it.each([
    [{ 'card.number': '4200000000000001' }, '100.100.101'],
    [{ paymentBrand: 'MASTER' }, '100.100.700'],
    [{ paymentBrand: 'AMEX', 'card.number': '377777777777770' }, '600.200.500'],
    [{ 'card.expiryYear': '2025' }, '100.100.303'],
    [{ 'card.cvv': '12345' }, '100.100.601'],
  ])('%o is refused with %s', (more, code) => {
    expect(read(more)).toMatchObject({ faultCode: code })
  })
})

describe('expiry', () => {
  it('is at the end of the month in the last time zone of the earth', () => {
    const card = { expiryMonth: '12', expiryYear: '2026' }
    expect(hasExpired(card, Date.UTC(2027, 0, 1, 11, 59))).toBe(false)
    expect(hasExpired(card, Date.UTC(2027, 0, 1, 12))).toBe(true)
  })
})
