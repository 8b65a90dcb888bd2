import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { flattenJson } from './flat-body.ts'
import { toTree } from './tree.ts'

describe('the nested object of an answer', () => {
  test('has objects for dots, lists for indices, and maps for keys', () => {
    expect(
      toTree({
        merchantTransactionId: 'order-0001',
        'customer.givenName': 'Ada',
        'customer.browser.language': 'en',
        'cart.items[1].name': 'Ink',
        'cart.items[0].name': 'Pen',
        'cart.items[0].recipient.city': 'Rome',
        'customParameters[SHOPPER_a.b]': 'x',
        'customParameters[123]': 'y',
        'redirect.parameters[0].name': 'PaReq',
        'threeDSecure.schemeData[CB-USECASE]': '01',
        'airline.passengers[0].legs[1].fareBasis': 'Y',
        'airline.passengers[0].legs[0].fareBasis': 'C',
      }),
    ).toEqual({
      merchantTransactionId: 'order-0001',
      customer: { givenName: 'Ada', browser: { language: 'en' } },
      cart: { items: [{ name: 'Pen', recipient: { city: 'Rome' } }, { name: 'Ink' }] },
      customParameters: { 'SHOPPER_a.b': 'x', '123': 'y' },
      redirect: { parameters: [{ name: 'PaReq' }] },
      threeDSecure: { schemeData: { 'CB-USECASE': '01' } },
      airline: { passengers: [{ legs: [{ fareBasis: 'C' }, { fareBasis: 'Y' }] }] },
    })
  })

  test('never writes outside of itself', () => {
    const tree = toTree({
      '__proto__.polluted': 'yes',
      'constructor.prototype.polluted': 'yes',
      'customParameters[__proto__]': 'yes',
      toString: 'text',
    })
    expect(({} as { polluted?: string }).polluted).toBeUndefined()
    expect(JSON.parse(JSON.stringify(tree)).customParameters).toEqual(
      JSON.parse('{"__proto__":"yes"}'),
    )
    expect(Object.keys(tree)).toEqual(['__proto__', 'constructor', 'customParameters', 'toString'])
  })

  test('keeps the members of an item together, in any order of the names', () => {
    expect(
      toTree({
        'cart.items[10].name': 'Ink',
        'cart.items[1].name': 'Pen',
        'cart.items[1].recipient.city': 'Rome',
        'cart.items[1].price': '1.00',
        'cart.items[10].price': '2.00',
        'airline.passengers[0].legs[1].fareBasis': 'Y',
        'airline.passengers[0].legs[1].stopOver': 'X',
        'airline.passengers[0].title': 'MS',
      }),
    ).toMatchObject({
      cart: {
        items: {
          1: { name: 'Pen', recipient: { city: 'Rome' }, price: '1.00' },
          10: { name: 'Ink', price: '2.00' },
        },
      },
      airline: { passengers: [{ legs: { 1: { fareBasis: 'Y', stopOver: 'X' } }, title: 'MS' }] },
    })
  })

  test('cannot contain a name inside the value of another', () => {
    expect(() => toTree({ amount: '1', 'amount.x': '2' })).toThrow('amount.x lies inside a value')
  })

  test('flattens back to the names it was made of', () => {
    const text = fc.string({ minLength: 1, maxLength: 5 }).filter((value) => value.trim() === value)
    const key = fc.stringMatching(/^[A-Za-z0-9._]{3,8}$/)
    const names = fc.record(
      {
        merchantTransactionId: text,
        'billing.city': text,
        'customer.browser.language': text,
        'cart.items[0].name': text,
        'cart.items[0].recipient.city': text,
        'airline.passengers[0].legs[0].fareBasis': text,
        'threeDSecure.schemeData[CB-SCORE_MERCHANT]': text,
      },
      { requiredKeys: [] },
    )
    fc.assert(
      fc.property(names, fc.dictionary(key, text), (plain, custom) => {
        const entries = Object.entries(custom).map(([name, value]) => [
          `customParameters[${name}]`,
          value,
        ])
        const flat: Record<string, string> = { ...plain, ...Object.fromEntries(entries) }
        expect(Object.fromEntries(flattenJson(toTree(flat)) as [string, string][])).toEqual(flat)
      }),
    )
  })
})
