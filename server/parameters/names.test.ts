import { describe, expect, test } from 'vitest'
import { accept, bodyOf, debit, errorsOf, messagesOf, strict } from './requests.fixture.ts'
import type { FlatBody } from './table.ts'
import { validate } from './validate.ts'

describe('names', () => {
  test.each([
    ['entityID', 'entityId'],
    ['cardNumber', 'card.number'],
    ['card.expirymonth', 'card.expiryMonth'],
    ['merchantTransactionID', 'merchantTransactionId'],
    ['amuont', 'amount'],
    ['cart.items[3].nmae', 'cart.items[3].name'],
    ['billing.zip_postcode', undefined],
  ])('%s is refused, and %s is suggested', (sent, meant) => {
    const hint = meant === undefined ? '.' : `; did you mean ${meant}?`
    expect(errorsOf('payments.create', [...bodyOf(debit), [sent, 'x']])).toEqual([
      {
        name: sent,
        value: '***',
        message: `is not an allowed parameter${hint} The legacy profile ignores such names`,
      },
    ])
  })

  test('after &amp; are refused, with the separator that was meant', () => {
    const [fault] = errorsOf('payments.create', [...bodyOf(debit), ['amp;descriptor', 'x']])
    expect(fault?.message).toBe(
      "is not an allowed parameter: parameters are separated by &, not by &amp; (PHP: http_build_query($data, '', '&')).",
    )
  })

  test.each([
    ['payments.create', debit, 'paymentType'],
    ['payments.create', debit, 'card.expiryYear'],
    ['payments.reference', { paymentType: 'RF', amount: '1.00', currency: 'EUR' }, 'currency'],
  ] as const)('after &amp; are named in legacy where they are missing', (operation, sent, name) => {
    const body = bodyOf(sent).map(([each, value]): [string, string] => [
      each === name ? `amp;${name}` : each,
      value,
    ])
    const messages = messagesOf(operation, body, { ...strict, profile: 'legacy' })
    expect(messages.join()).toContain(
      `; it was sent as amp;${name}: parameters are separated by &, not by &amp; (PHP: `,
    )
  })

  test('get a suggestion only for the first five', () => {
    const wrong = Array.from({ length: 20 }, (_, at): [string, string] => [
      `amount${String.fromCharCode('a'.charCodeAt(0) + at)}`,
      '1',
    ])
    const errors = errorsOf('payments.create', [...bodyOf(debit), ...wrong])
    expect(errors).toHaveLength(20)
    expect(errors.filter(({ message }) => message.includes('did you mean amount?'))).toHaveLength(5)
  })

  test('in another spelling always get a suggestion', () => {
    const wrong: FlatBody = [
      ...Array.from({ length: 20 }, (_, at): [string, string] => [`amoun${at}`, '1']),
      ['merchantTransactionID', 'order-2041'],
      ['customer.GivenName', 'Jane'],
      ['cart.items.0.name', 'Kite'],
      ['customParameters.basket', '71'],
      ['customer[surname]', 'Jones'],
    ]
    const errors = messagesOf('payments.create', [...bodyOf(debit), ...wrong])
    expect(errors.slice(-5).map((message) => /did you mean (.*)\?/.exec(message)?.[1])).toEqual([
      'merchantTransactionId',
      'customer.givenName',
      'cart.items[0].name',
      'customParameters[basket]',
      'customer.surname',
    ])
  })

  test('that contain a card number are repeated in no suggestion', () => {
    const body: FlatBody = [...bodyOf(debit), ['customParameters.4200000000000000', 'x']]
    expect(JSON.stringify(errorsOf('payments.create', body))).not.toContain('4200000000000000')
  })

  test('may be sent with one value', () => {
    const body = bodyOf(
      debit,
      'amount=93.00&customParameters[abc]=1&customParameters[abc]=2&amont=1&amont=2',
    )
    expect(
      errorsOf('payments.create', body).map(({ name, value, message }) => [
        name,
        value,
        message.slice(0, 22),
      ]),
    ).toEqual([
      ['amount', '93.00', 'is sent more than once'],
      ['customParameters[abc]', '2', 'is sent more than once'],
      ['amont', '***', 'is not an allowed para'],
    ])
  })

  test('that are sent twice with the same value count once, in every profile', () => {
    const twice = bodyOf(
      debit,
      'amount=92.00&amount=92&customParameters[abc]=1&customParameters[abc]=1&cart.items[0].name=Hat&cart.items[1].name=Coat&cart.items[0].name=Hat',
    )
    for (const profile of ['strict', 'legacy'] as const) {
      const read = validate('payments.create', twice, { ...strict, profile })
      if (!read.ok) throw new Error(JSON.stringify(read.errors))
      expect(Number(read.values.get('amount'))).toBe(92)
      expect(read.values.echo()).toMatchObject({
        'customParameters[abc]': '1',
        'cart.items[0].name': 'Hat',
        'cart.items[1].name': 'Coat',
      })
    }
  })

  test('that are sent twice with wrong values are reported once', () => {
    const body = bodyOf(debit, 'customer.ip=&billing.country=de&billing.country=de')
    expect(errorsOf('payments.create', body).map(({ name }) => name)).toEqual(['billing.country'])
  })

  test('of an item are refused with two different values, and legacy takes the last', () => {
    const body = bodyOf(debit, 'cart.items[0].name=Hat&cart.items[0].name=Coat')
    expect(messagesOf('payments.create', body)).toEqual([
      'cart.items[0].name is sent more than once, with different values: send it once. The legacy profile takes the last one',
    ])
    const legacy = validate('payments.create', body, { ...strict, profile: 'legacy' })
    expect(legacy.ok && legacy.values.sent('cart.items[0].name')).toBe('Coat')
  })

  test.each([
    '__proto__',
    '__proto__.x',
    'a[__proto__]',
    'constructor.prototype.x',
    'cart.items[0].__proto__',
    'toString.constructor',
  ])('%s is refused in every profile', (name) => {
    for (const profile of ['strict', 'legacy'] as const) {
      expect(
        messagesOf('payments.create', [...bodyOf(debit), [name, 'x']], { ...strict, profile }),
      ).toEqual([`${name} is not an allowed parameter: it names a part that no structure may have`])
    }
  })

  test('of inherited members are unknown like any other name', () => {
    for (const name of ['toString', 'hasOwnProperty', 'valueOf']) {
      expect(messagesOf('payments.create', [...bodyOf(debit), [name, 'x']])).toHaveLength(1)
    }
  })

  test('that nest a thousand levels deep are refused, and shown shortened', () => {
    for (const name of [
      'a.'.repeat(1000),
      `a${'[0]'.repeat(1000)}`,
      `cart.items${'[0]'.repeat(1000)}`,
    ]) {
      const [error] = errorsOf('payments.create', [...bodyOf(debit), [name, 'x']])
      expect(error?.message).toBe('is longer than 256 characters')
      expect(error?.name.length).toBeLessThan(110)
    }
  })

  test('of custom parameters have 3 to 64 letters, digits, dots or underscores', () => {
    const body = (key: string): FlatBody => [...bodyOf(debit), [`customParameters[${key}]`, 'x']]
    for (const key of ['abc', 'a.b_9', 'k'.repeat(64), '123']) {
      expect(accept('payments.create', body(key)).map('customParameters')).toEqual({ [key]: 'x' })
    }
    for (const key of [
      'ab',
      'k'.repeat(65),
      'a b',
      'a-b',
      'a[0]',
      'a]',
      '',
      'äää',
      '__proto__',
      'constructor',
    ]) {
      expect(messagesOf('payments.create', body(key))).toHaveLength(1)
    }
  })
})

describe('a list', () => {
  const withItems = (...indices: string[]): FlatBody => [
    ...bodyOf(debit),
    ...indices.map((index): [string, string] => [`cart.items[${index}].name`, 'Pen']),
  ]

  test('may come in any order, up to index 999', () => {
    const indices = Array.from({ length: 1000 }, (_, at) => String(999 - at))
    const values = accept('payments.create', withItems(...indices))
    expect(values.get('cart.items[999].name')).toBe('Pen')
    expect(values.get('cart.items[999].quantityUnit')).toBe('COUNT')
    expect(values.has('cart.items[999].quantityUnit')).toBe(false)
  })

  test('must have no gap', () => {
    expect(messagesOf('payments.create', withItems('0', '1', '5'))).toEqual([
      'cart.items[2] is missing: the list goes on to 5, and its indices must have no gap',
    ])
    expect(messagesOf('payments.create', withItems('999'))).toEqual([
      'cart.items[0] is missing: the list goes on to 999, and its indices must have no gap',
    ])
  })

  test.each(['1000', '01', '00', '-1', '1.0', ' 1', 'x', '1e2', '٣', '99999999999999999999'])(
    'cannot have the index %s',
    (index) => {
      expect(messagesOf('payments.create', withItems('0', index))).toEqual([
        `cart.items[${index}].name has an index that is not a whole number from 0 to 999 without leading zeros`,
      ])
    },
  )

  test('has no item without a field', () => {
    for (const name of [
      'cart.items',
      'cart.items[0]',
      'cart.items[].name',
      'cart.items[0',
      'cart.items[0]name',
      'cart.items.0.name',
    ]) {
      expect(messagesOf('payments.create', [...bodyOf(debit), [name, 'x']])[0]).toContain(
        name === 'cart.items[].name' ? 'has an index' : 'is not an allowed parameter',
      )
    }
  })
})
