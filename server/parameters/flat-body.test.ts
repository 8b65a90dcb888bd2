import { describe, expect, test } from 'vitest'
import { flattenJson, parseFormBody } from './flat-body.ts'

describe('a form body', () => {
  test('becomes decoded names and values in the order in which they were sent', () => {
    const body =
      'amount=92.00&cart.items%5B0%5D.name=caf%C3%A9+cr%C3%A8me&customParameters[SHOPPER_a]=1%2B1%3D2'
    expect(parseFormBody(body)).toEqual([
      ['amount', '92.00'],
      ['cart.items[0].name', 'café crème'],
      ['customParameters[SHOPPER_a]', '1+1=2'],
    ])
  })

  test('is read the same from bytes and from text', () => {
    const body = 'card.holder=Jürgen+Ω+😀&x=%F0%9F%98%80'
    expect(parseFormBody(Buffer.from(body))).toEqual(parseFormBody(body))
    expect(parseFormBody(body)).toEqual([
      ['card.holder', 'Jürgen Ω 😀'],
      ['x', '😀'],
    ])
  })

  test('loses surrounding blanks of values, and values that are empty then', () => {
    expect(parseFormBody('a=+x+y%09&b=&c=+%20&d&=&&e==1=')).toEqual([
      ['a', 'x y'],
      ['e', '=1='],
    ])
  })

  test('keeps both of two parameters of the same name', () => {
    expect(parseFormBody('amount=1&amount=2')).toEqual([
      ['amount', '1'],
      ['amount', '2'],
    ])
  })

  test.each([
    ['amount=9%2', 'amount has a malformed percent-encoding'],
    ['a=1&am%ZZount=9', 'am has a malformed percent-encoding'],
    ['a=1&card.holder=%C3%28', 'card.holder is not UTF-8'],
    ['a=1&b=%ED%A0%80&c=1', 'b is not UTF-8'],
    ['b=%C0%AF', 'b is not UTF-8'],
    ['b=x%00y', 'b has a control character'],
    ['b=x\x01y', 'b has a control character'],
    ['4200000000000000=%', '420000***0000 has a malformed percent-encoding'],
  ])('%s is refused: %s', (body, fault) => {
    expect(parseFormBody(body)).toEqual({ fault })
  })

  test('is refused when its raw bytes are not UTF-8', () => {
    expect(parseFormBody(Buffer.from([0x61, 0x3d, 0xff]))).toEqual({ fault: 'a is not UTF-8' })
  })

  test('may have 20,000 parameters and one mebibyte, not more', () => {
    expect(parseFormBody('a=1&'.repeat(19_999))).toHaveLength(19_999)
    expect(parseFormBody('a=1&'.repeat(20_000))).toEqual({
      fault: 'The body has more than 20,000 parameters',
    })
    expect(parseFormBody(`a=${'x'.repeat(1024 * 1024 - 2)}`)).toHaveLength(1)
    expect(parseFormBody(`a=${'x'.repeat(1024 * 1024 - 1)}`)).toEqual({
      fault: 'The body is larger than 1 MiB',
    })
  })
})

describe('a JSON body', () => {
  test('has the same names as a form: objects by dots, lists by index, maps by key', () => {
    const body = {
      entityId: 'e',
      card: { number: '4200000000000000' },
      cart: { items: [{ name: 'Pen' }, { name: 'Ink', recipient: { city: 'Rome' } }] },
      customParameters: { SHOPPER_note: 'hi', 'a.b': 'x' },
      'billing.city': 'Oslo',
    }
    expect(flattenJson(body)).toEqual([
      ['entityId', 'e'],
      ['card.number', '4200000000000000'],
      ['cart.items[0].name', 'Pen'],
      ['cart.items[1].name', 'Ink'],
      ['cart.items[1].recipient.city', 'Rome'],
      ['customParameters[SHOPPER_note]', 'hi'],
      ['customParameters[a.b]', 'x'],
      ['billing.city', 'Oslo'],
    ])
  })

  test('writes numbers and booleans as their shortest text, and leaves null and empty out', () => {
    expect(
      flattenJson({ amount: 92, taxAmount: 92.5, integrity: true, locale: null, sequence: ' ' }),
    ).toEqual([
      ['amount', '92', 'number'],
      ['taxAmount', '92.5', 'number'],
      ['integrity', 'true'],
    ])
  })

  test.each([[[]], ['text'], [null], [7]])('that is %j is refused', (body) => {
    expect(flattenJson(body)).toEqual({
      fault: 'A JSON body must be an object of parameter names and values',
    })
  })

  test('keeps __proto__ as a name to be refused', () => {
    const body = JSON.parse('{"__proto__":{"amount":"1"},"customParameters":{"__proto__":"x"}}')
    expect(flattenJson(body)).toEqual([
      ['__proto__.amount', '1'],
      ['customParameters[__proto__]', 'x'],
    ])
  })

  test('must not nest a thousandfold', () => {
    const body = JSON.parse(`${'{"a":'.repeat(1000)}1${'}'.repeat(1000)}`)
    expect(flattenJson(body)).toEqual({ fault: 'The body nests deeper than 16 levels' })
  })

  test('may have 20,000 parameters, not more', () => {
    const items = (count: number) => ({ a: Array.from({ length: count }, () => 'x') })
    expect(flattenJson(items(20_000))).toHaveLength(20_000)
    expect(flattenJson(items(20_001))).toEqual({
      fault: 'The body has more than 20,000 parameters',
    })
  })

  test('must not hold a number that has lost its last digits', () => {
    expect(flattenJson(JSON.parse('{"merchantTransactionId":12345678901234567890}'))).toEqual({
      fault: 'merchantTransactionId is too long for a JSON number: send it as text',
    })
  })
})
