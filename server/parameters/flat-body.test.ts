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

  test('is read without surrounding blanks of values, and without empty values', () => {
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

  test.each([
    ['a=Smiley+%F0%9F%98&b=1', 'Smiley'],
    ['a=Caf%C3%A9+%C3&b=1', 'Café'],
    ['a=%E0%B8%A8%E0%B8&b=1', 'ศ'],
  ])('%s ends in the middle of a character, which is left out', (body, value) => {
    expect(parseFormBody(body)).toEqual([
      ['a', value],
      ['b', '1'],
    ])
  })

  test.each([
    ['a letter of Latin-1', 'card.holder=Ren%E9'],
    ['a character that lacks its middle', 'card.holder=%F0%9F%98x'],
    ['the rest of a character', 'card.holder=%C3%A9%A9'],
    ['a cut character behind another fault', 'card.holder=%FC%F0%9F%98'],
    ['a character that is cut in a name', 'card.holder=x&%F0%9F%98'],
  ])('with %s is refused', (_what, body) => {
    expect(parseFormBody(body)).toMatchObject({ fault: expect.stringContaining('is not UTF-8') })
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

describe('a name in a form', () => {
  test('has at most 256 characters, whatever they are made of', () => {
    for (const letter of ['a', 'ж', '😀']) {
      const most = 256 / letter.length
      expect(parseFormBody(`${letter.repeat(most)}=1`)).toHaveLength(1)
      expect(parseFormBody(`x=1&${letter.repeat(most + 1)}=1`)).toEqual({
        fault: expect.stringMatching(/… is longer than 256 characters$/),
      })
    }
  })

  test('may be longer when its value is empty', () => {
    expect(parseFormBody(`${'a'.repeat(1000)}=&b=1`)).toEqual([['b', '1']])
  })

  test('is checked once when it is sent many times', () => {
    const name = 'a'.repeat(16_390)
    expect(parseFormBody(`${name}=1&`.repeat(60))).toEqual({
      fault: `${'a'.repeat(100)}… is longer than 256 characters`,
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

  test('must not nest a thousand levels deep', () => {
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

  test.each([[null], [''], [{}], [[]]])('counts values such as %j towards the limit', (value) => {
    const items = (count: number) => ({ a: Array.from({ length: count }, () => value) })
    expect(flattenJson(items(20_000))).toEqual([])
    expect(flattenJson(items(20_001))).toEqual({
      fault: 'The body has more than 20,000 parameters',
    })
  })

  test('is not read further when a list is too long', () => {
    const { list, readsOf } = watched(20_001)
    expect(flattenJson({ a: list })).toEqual({ fault: expect.stringMatching(/more than 20,000/) })
    expect(readsOf()).toBe(0)
  })

  test('must not have a name of more than 256 characters', () => {
    const longest = 'a'.repeat(250)
    expect(flattenJson({ [longest]: { b: 'x', c: ['y'] } })).toHaveLength(2)
    const { list, readsOf } = watched(2000)
    const fault = `${'a'.repeat(100)}… is longer than 256 characters`
    expect(flattenJson({ ['a'.repeat(16_390)]: list })).toEqual({ fault })
    expect(flattenJson({ [longest]: { abcdef: list } })).toEqual({ fault })
    expect(flattenJson({ [`${longest}abc`]: list })).toEqual({ fault })
    // Of the last one: up to the name that ends in `[10]`.
    expect(readsOf()).toBe(10)
  })

  test('must not contain a number that loses digits when it is parsed', () => {
    expect(flattenJson(JSON.parse('{"merchantTransactionId":12345678901234567890}'))).toEqual({
      fault: 'merchantTransactionId is too long for a JSON number: send it as text',
    })
  })
})

/** A list, and how many of its members have been read. */
function watched(length: number) {
  let reads = 0
  const list = new Proxy(Array(length).fill('x'), {
    get(target, key, self) {
      if (typeof key === 'string' && /^\d+$/.test(key)) reads++
      return Reflect.get(target, key, self)
    },
  })
  return { list, readsOf: () => reads }
}
