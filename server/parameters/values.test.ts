import { describe, expect, test } from 'vitest'
import { ParameterValues } from './values.ts'

describe('accepted parameters', () => {
  test('are echoed without secrets, standing instructions and derived values', () => {
    const values = ParameterValues.of([
      ['entityId', '8ac7a4c79394bdc801939736f17e063d'],
      ['amount', '92.00'],
      ['card.number', '4200000000000000'],
      ['card.cvv', '123'],
      ['card.holder', 'Ada Byron'],
      ['shopperResultUrl', 'https://shop.example/result'],
      ['integrity', 'true'],
      ['merchantTransactionId', 'order-0001'],
      ['descriptor', 'Pens'],
      ['customer.givenName', 'Ada'],
      ['cart.items[0].name', 'Pen'],
      ['customParameters[SHOPPER_note]', 'hi'],
    ])
    expect(values.echo()).toEqual({
      merchantTransactionId: 'order-0001',
      descriptor: 'Pens',
      'customer.givenName': 'Ada',
      'cart.items[0].name': 'Pen',
      'customParameters[SHOPPER_note]': 'hi',
    })
  })

  test('pass on to the acquirer what may not be stored or shown', () => {
    const secrets = {
      'sender.accountNumber': '1234567890',
      'recipient.accountNumber': '0987654321',
      'pos.encryptedPin.data': 'A1B2',
      'risk.accountToken': 'token',
    }
    const shown = { 'sender.city': 'London', 'pos.terminalId': '12345678' }
    const card = { 'card.number': '4200000000000000', 'card.cvv': '123' }
    const values = ParameterValues.of(Object.entries({ ...secrets, ...shown, ...card }))
    expect(values.confidential()).toEqual(secrets)
    expect(values.echo()).toEqual(shown)
    expect(ParameterValues.of([]).confidential()).toEqual({})
  })

  test('have the defaults of the tables, which do not count as sent', () => {
    const values = ParameterValues.of([['amount', '1']])
    expect(values.get('transactionProcessingCode')).toBe('PURCHASE')
    expect(values.has('transactionProcessingCode')).toBe(false)
    expect([...values.entries()]).toEqual([['amount', '1']])
    expect(values.get('testMode')).toBeUndefined()
  })

  test('of a checkout and its submit are merged, and the later ones win', () => {
    const values = ParameterValues.of([
      ['customer.givenName', 'from the page'],
      ['customer.givenName', 'from the server'],
    ])
    expect(values.get('customer.givenName')).toBe('from the server')
  })

  test('can be read only by names of the tables', () => {
    const values = ParameterValues.of([])
    expect(values.get('cart.items[3].recipient.city')).toBeUndefined()
    // @ts-expect-error: the compiler knows the tables
    expect(values.get('card.nubmer')).toBeUndefined()
  })
})
