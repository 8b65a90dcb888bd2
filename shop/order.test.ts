import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { MAX_QUANTITY, PRODUCTS } from './catalogue.ts'
import { type CartItem, orderParameters, priceOrder, wireAmount } from './order.ts'

const baskets: fc.Arbitrary<CartItem[]> = fc.array(
  fc.record({
    sku: fc.constantFrom(...PRODUCTS.map((product) => product.sku)),
    quantity: fc.integer({ min: 0, max: MAX_QUANTITY }),
  }),
)

const centsOf = (amount = '') => Number(amount.replace('.', ''))

describe('pricing a basket', () => {
  test('adds the prices and the delivery for one of each', () => {
    const order = priceOrder(PRODUCTS.map(({ sku }) => ({ sku, quantity: 1 })))
    expect(order).toMatchObject({ subtotalCents: 14640, deliveryCents: 490, totalCents: 15130 })
  })

  test('makes delivery free from 150 euros', () => {
    const order = priceOrder([{ sku: 'harrier', quantity: 2 }])
    expect(order).toMatchObject({ subtotalCents: 17900, deliveryCents: 0, totalCents: 17900 })
  })

  test('removes unknown articles and quantities of zero', () => {
    const order = priceOrder([
      { sku: 'zeppelin', quantity: 1 },
      { sku: 'line', quantity: 0 },
    ])
    expect(order).toEqual({ lines: [], subtotalCents: 0, deliveryCents: 0, totalCents: 0 })
  })

  test('gives an amount that is exactly the sum of its items and the delivery', () => {
    fc.assert(
      fc.property(baskets, (basket) => {
        const order = priceOrder(basket)
        const parameters = orderParameters(order)
        const items = order.lines.map((_, index) => {
          const item = `cart.items[${index}]`
          const total = centsOf(parameters[`${item}.totalAmount`])
          const quantity = Number(parameters[`${item}.quantity`])
          expect(centsOf(parameters[`${item}.price`]) * quantity).toBe(total)
          return total
        })
        const parts = [...items, centsOf(parameters['shipping.cost'])]
        expect(centsOf(parameters.amount)).toBe(parts.reduce((sum, part) => sum + part, 0))
      }),
    )
  })
})

test('amounts are written with two decimals and read back as they were', () => {
  expect([0, 5, 490, 15130].map(wireAmount)).toEqual(['0.00', '0.05', '4.90', '151.30'])
  fc.assert(
    fc.property(fc.nat({ max: 999_999_999_999 }), (cents) => {
      const text = wireAmount(cents)
      expect(text).toMatch(/^[0-9]{1,10}\.[0-9]{2}$/)
      expect(centsOf(text)).toBe(cents)
    }),
  )
})
