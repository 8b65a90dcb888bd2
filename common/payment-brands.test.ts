import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { brandLabels } from './brand-labels.ts'
import { brandNames, brandsOfMethods, nearBrands, paymentBrand } from './payment-brands.ts'

describe('a payment brand', () => {
  it.each([
    ['VISA', 'card', 'synchronous', 'CC'],
    ['VISADEBIT', 'card', 'synchronous', 'DC'],
    ['BCMC', 'card', 'redirect', 'DC'],
    ['OMANNET', 'card', 'synchronous', 'DC'],
    ['DIRECTDEBIT_SEPA', 'bankAccount', 'synchronous', 'DD'],
    ['IDEAL', 'bankAccount', 'redirect', 'OT'],
    ['PREPAYMENT', 'prepayment', 'slip', 'PP'],
    ['PAYPAL', 'virtualAccount', 'redirect', 'VA'],
    ['UKASH', 'virtualAccount', 'redirect', 'VA'],
    ['BRADESCO', 'virtualAccount', 'redirect', 'OT'],
    ['KLARNA_INVOICE', 'virtualAccount', 'synchronous', 'IV'],
    ['APPLEPAY', 'wallet', 'synchronous', 'WA'],
    ['GIFTCARD', 'giftCard', 'synchronous', 'UA'],
  ])('%s: kind %s, flow %s, method %s', (name, kind, flow, method) => {
    expect(paymentBrand(name)).toMatchObject({ name, kind, flow, method })
  })

  it('is known for every card whose ranges are known, with the same label', () => {
    for (const [name, label] of Object.entries(brandLabels)) {
      expect(paymentBrand(name)).toMatchObject({ label, kind: 'card' })
    }
  })

  it('has a unique name that the interface accepts, and a label', () => {
    expect(new Set(brandNames).size).toBe(brandNames.length)
    for (const name of brandNames) {
      expect(name).toMatch(/^[A-Z0-9_]{2,32}$/)
      expect(paymentBrand(name)?.label).not.toBe('')
    }
  })

  it('of a single merchant is recognised by the end of its name', () => {
    expect(paymentBrand('ACME_GIFT_CARD')).toMatchObject({ kind: 'giftCard' })
    expect(paymentBrand('ACME_STORES_PLCC')).toMatchObject({ kind: 'card' })
    expect(paymentBrand('_GIFT_CARD')).toBeUndefined()
  })

  it('is not recognised by names that every object has', () => {
    expect(paymentBrand('constructor')).toBeUndefined()
  })
})

describe('brands by payment method', () => {
  it('cover all the methods', () => {
    expect(brandsOfMethods(['DD', 'PP'])).toEqual(
      expect.arrayContaining(['DIRECTDEBIT_SEPA', 'BOLETO']),
    )
    expect(brandsOfMethods(['DD'])).not.toContain('BOLETO')
    expect(brandsOfMethods([])).toEqual([])
  })
})

describe('the suggested brands', () => {
  it.each([
    ['MASTERCARD', 'MASTER'],
    ['visa', 'VISA'],
    ['American Express', 'AMEX'],
    ['APPLE_PAY', 'APPLEPAY'],
    ['SEPA', 'DIRECTDEBIT_SEPA'],
    ['VISSA', 'VISA'],
    ['VISACARD', 'VISA'],
    ['ZINIA', 'ZINIA_INVOICE'],
  ])('by %s: %s first', (sent, meant) => {
    expect(nearBrands(sent)[0]).toBe(meant)
  })

  it.each(['', 'XYZQ', '4200000000000000', '/../'])('by %j: none', (sent) => {
    expect(nearBrands(sent)).toEqual([])
  })

  it('are known, different, and three at most, whatever was sent', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 60 }), (sent) => {
        const near = nearBrands(sent)
        expect(near.length).toBeLessThanOrEqual(3)
        expect(new Set(near).size).toBe(near.length)
        for (const name of near) expect(paymentBrand(name)).toBeDefined()
      }),
    )
  })

  it('include the name that was written in another case, or with one letter too many', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...brandNames.filter((name) => name.length > 5)),
        fc.nat(),
        (name, at) => {
          expect(nearBrands(name.toLowerCase())).toEqual([name])
          const place = at % (name.length + 1)
          const typo = `${name.slice(0, place)}q${name.slice(place)}`
          expect(nearBrands(typo)).toContain(name)
        },
      ),
    )
  })
})
