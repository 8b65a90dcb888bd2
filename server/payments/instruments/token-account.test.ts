import { describe, expect, it } from 'vitest'
import { EVERY_BRAND, NOW_MS, refusedFor, type Sent, sent } from './instruments.fixture.ts'
import { tokenAccount } from './token-account.ts'

const CRYPTOGRAM = 'AgAAAAAABk4DWZ4C28yUQAAAAAA='
const NETWORK: Sent = {
  'tokenAccount.number': '4200000000000000',
  'tokenAccount.type': 'NETWORK',
  'tokenAccount.expiryMonth': '12',
  'tokenAccount.expiryYear': '2030',
}

function read(form: Sent) {
  return tokenAccount.judge({ values: sent(form), channelBrands: EVERY_BRAND, nowMs: NOW_MS })
}

describe('a token of a scheme', () => {
  it('has the brand of its number, like a card', () => {
    expect(read({ ...NETWORK, 'tokenAccount.cryptogram': CRYPTOGRAM })).toEqual({
      instrument: {
        kind: 'tokenAccount',
        number: '4200000000000000',
        type: 'NETWORK',
        expiryMonth: '12',
        expiryYear: '2030',
        cryptogram: CRYPTOGRAM,
      },
      brand: 'VISA',
      detectedBrand: 'VISA',
      numberToSeal: '4200000000000000',
    })
  })

  it('needs a cryptogram or a code when the shopper pays', () => {
    expect(read(NETWORK)).toMatchObject(
      refusedFor('tokenAccount.cryptogram', /tokenAccount\.dtvc in its place/),
    )
    expect(read({ ...NETWORK, 'tokenAccount.dtvc': '123' })).toMatchObject({ brand: 'VISA' })
  })

  it.each<[Sent]>([
    [{ 'standingInstruction.source': 'MIT' }],
    [{ 'standingInstruction.mode': 'REPEATED' }],
    [{ paymentType: 'CD' }],
  ])('needs neither with %o', (more) => {
    expect(read({ ...NETWORK, ...more })).toMatchObject({ brand: 'VISA' })
  })

  it.each<[Sent, string]>([
    [{ 'tokenAccount.number': '4200000000000001' }, '100.100.101'],
    [{ paymentBrand: 'MASTER' }, '100.100.700'],
    [{ 'tokenAccount.expiryYear': '2025' }, '100.100.303'],
  ])('%o cannot be charged: %s', (more, code) => {
    const form = { ...NETWORK, 'tokenAccount.cryptogram': CRYPTOGRAM, ...more }
    expect(read(form)).toMatchObject({ faultCode: code })
  })

  it('pays as a scheme and as its debit brand', () => {
    const form = { ...NETWORK, 'tokenAccount.cryptogram': CRYPTOGRAM }
    for (const paymentBrand of ['VISA', 'VISADEBIT', 'VPAY', 'CARTEBANCAIRE']) {
      const paid = read({ ...form, paymentBrand, 'tokenAccount.number': '4917610000000000' })
      expect(paid).toMatchObject({ brand: paymentBrand })
      expect(paid).not.toHaveProperty('faultCode')
    }
  })

  it('needs month and year of its expiry, or neither', () => {
    const { 'tokenAccount.expiryYear': _year, ...half } = NETWORK
    expect(read({ ...half, 'tokenAccount.cryptogram': CRYPTOGRAM })).toMatchObject(
      refusedFor('tokenAccount.expiryYear', /together with tokenAccount\.expiryMonth/),
    )
  })
})

describe('a token of another provider', () => {
  const external = { 'tokenAccount.number': '123456789012', 'tokenAccount.type': 'EXTERNAL' }

  it('may have any number, so it needs a brand', () => {
    expect(read(external)).toMatchObject(refusedFor('paymentBrand', /is required/))
    expect(read({ ...external, paymentBrand: 'VISA' })).toMatchObject({
      instrument: { kind: 'tokenAccount', number: '123456789012', type: 'EXTERNAL' },
      brand: 'VISA',
    })
  })

  it('is charged like a card', () => {
    expect(read({ ...external, paymentBrand: 'PAYPAL' })).toMatchObject(refusedFor('paymentBrand'))
  })
})
