import { describe, expect, it } from 'vitest'
import { card } from './card.ts'
import {
  EVERY_BRAND,
  NOW_MS,
  refusedFor,
  type Sent,
  sent,
  VISA_CARD,
} from './instruments.fixture.ts'

function read(more: Sent = {}, brands: readonly string[] = ['VISA', 'MASTER', 'CARTEBANCAIRE']) {
  const values = sent({ ...VISA_CARD, ...more })
  return card.judge({ values, channelBrands: brands, nowMs: NOW_MS })
}

describe('a card of a request', () => {
  it('has the brand of its number if the request names none', () => {
    expect(read()).toMatchObject({ brand: 'VISA', detectedBrand: 'VISA' })
    expect(read({ paymentBrand: 'VISA' })).not.toHaveProperty('detectedBrand')
  })

  it('has no brand if its number is in no known range', () => {
    expect(read({ 'card.number': '9999999999999999' })).toMatchObject({
      parameterErrors: [{ name: 'paymentBrand', value: '' }],
    })
  })

  it('is read with what is needed to charge it, and its number goes to the vault', () => {
    expect(read({ 'card.holder': 'Jane Jones', 'card.cvv': '123' })).toEqual({
      instrument: {
        kind: 'card',
        number: '4200000000000000',
        expiryMonth: '12',
        expiryYear: '2030',
        holder: 'Jane Jones',
        cvv: '123',
      },
      brand: 'VISA',
      detectedBrand: 'VISA',
      numberToSeal: '4200000000000000',
    })
  })

  it('refuses an unknown brand and suggests a similar one', () => {
    expect(read({ paymentBrand: 'MASTERCARD' })).toMatchObject({
      parameterErrors: [
        { value: 'MASTERCARD', message: 'is no brand that is known here: did you mean MASTER?' },
      ],
    })
    expect(read({ paymentBrand: 'visa' })).toMatchObject(
      refusedFor('paymentBrand', /did you mean VISA\?/),
    )
  })

  it('does not store a number that is sent as the brand', () => {
    expect(JSON.stringify(read({ paymentBrand: '4200000000000000' }))).not.toContain('00000000')
  })

  it('refuses a brand that is not paid by card', () => {
    expect(read({ paymentBrand: 'PAYPAL' })).toMatchObject(
      refusedFor('paymentBrand', /paid with virtualAccount\.\*.* such as VISA/),
    )
  })

  it('refuses a card number as its holder', () => {
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
  ])('%o is refused with %s, and not sealed', (more, code) => {
    const faulty = read(more)
    expect(faulty).toMatchObject({ faultCode: code })
    expect(faulty).not.toHaveProperty('numberToSeal')
  })
})

describe('a card of a brand without published ranges', () => {
  it.each([
    ['4200000000000000', undefined],
    ['123456789015', undefined],
    ['4200000000000001', '100.100.101'],
    ['18', '100.100.700'],
  ])('of number %s: fault %s', (number, code) => {
    const found = read({ paymentBrand: 'OMANNET', 'card.number': number }, EVERY_BRAND)
    expect(found).toHaveProperty('brand', 'OMANNET')
    expect('faultCode' in found ? found.faultCode : undefined).toBe(code)
  })

  it('is accepted for a single merchant whose channel names it', () => {
    expect(read({ paymentBrand: 'ACME_PLCC' }, ['ACME_PLCC'])).not.toHaveProperty('faultCode')
    expect(read({ paymentBrand: 'ACME_PLCC' })).toMatchObject({ faultCode: '600.200.500' })
  })
})

describe('a device number', () => {
  it('comes with its cryptogram', () => {
    const proof = { 'threeDSecure.verificationId': 'AAAAcryptogram=', 'threeDSecure.eci': '05' }
    expect(read({ 'card.numberType': 'DPAN', ...proof })).toMatchObject({
      instrument: { numberType: 'DPAN', cryptogram: 'AAAAcryptogram=', eci: '05' },
    })
    expect(read(proof)).not.toHaveProperty('instrument.cryptogram')
  })
})
