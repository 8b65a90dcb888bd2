import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ParameterValues } from '../../parameters/values.ts'
import { cardPayment, type Form, useTestGateway } from '../../testing/gateway.fixture.ts'
import { cartSumWarning } from './prepare-errors.ts'

const gateway = useTestGateway()

const amount = { minor: 9200, currency: 'EUR' }
const warningOf = (form: Record<string, string>, of = amount) =>
  cartSumWarning(ParameterValues.of(Object.entries(form)), of)

/** Two items of 60.00 and 2 times 10.00: 80.00 together. */
const items = {
  'cart.items[0].totalAmount': '60.00',
  'cart.items[1].price': '10.00',
  'cart.items[1].quantity': '2',
}

describe('a cart', () => {
  it.each<[string, Record<string, string>]>([
    ['whose items make the amount', { ...items, 'cart.items[0].totalAmount': '72.00' }],
    ['with shipping on top', { ...items, 'shipping.cost': '12.00' }],
    ['with shipping of its items on top', { ...items, 'cart.items[0].shipping': '12.00' }],
    [
      'that was paid in part',
      { ...items, 'cart.items[0].totalAmount': '82.00', 'cart.payments[0].amount': '10.00' },
    ],
    ['in another currency', { ...items, 'cart.items[0].currency': 'USD' }],
    ['with an item without a price', { ...items, 'cart.items[2].name': 'Shirt' }],
    [
      'with a coupon as an item',
      { ...items, 'cart.items[0].totalAmount': '77.00', 'cart.items[2].price': '-5.00' },
    ],
    ['without items', {}],
  ])('%s is not warned of', (_what, form) => {
    expect(warningOf(form)).toBeUndefined()
  })

  it('whose items do not make the amount is warned of, with both sums', () => {
    const warning = warningOf(items)
    expect(warning).toContain('80.00 EUR')
    expect(warning).toContain('92.00')
  })

  it('that costs less than nothing is warned of', () => {
    expect(warningOf({ 'cart.items[0].price': '-5.00' })).toContain('cost -5.00 EUR')
  })

  it('is warned of exactly when its totals do not make the amount', () => {
    const total = fc.integer({ min: 0, max: 1_000_000 })
    fc.assert(
      fc.property(fc.array(total, { minLength: 1, maxLength: 20 }), total, (totals, minor) => {
        const form = Object.fromEntries(
          totals.map((each, at) => [`cart.items[${at}].totalAmount`, (each / 100).toFixed(2)]),
        )
        const sum = totals.reduce((one, other) => one + other, 0)
        expect(warningOf(form, { minor: sum, currency: 'EUR' })).toBeUndefined()
        const isWarned = warningOf(form, { minor, currency: 'EUR' }) !== undefined
        expect(isWarned).toBe(minor !== sum)
      }),
    )
  })

  it('is warned of in the answer, and paid', async () => {
    const { post, demo } = gateway()
    const pay = (form: Form) => post('/v1/payments', cardPayment(demo.entityId, form))
    const { body } = await pay(items)
    expect(body.result.code).toBe('000.100.110')
    expect(body.warning).toContain('cart.items')
    expect((await pay({ ...items, 'shipping.cost': '12.00' })).body).not.toHaveProperty('warning')
  })
})
