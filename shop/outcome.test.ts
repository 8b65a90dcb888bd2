import { describe, expect, test } from 'vitest'
import type { GatewayAnswer } from './gateway.ts'
import { priceOrder } from './order.ts'
import { checkoutIdOf, isUnknownCheckout, outcomeOf, readResult } from './outcome.ts'

const ID = '0123456789ABCDEF0123456789ABCDEF.uat01-vm-tx01'

describe('the resource path of the return address', () => {
  test('of a checkout gives its id', () => {
    expect(checkoutIdOf(`/v1/checkouts/${ID}/payment`)).toBe(ID)
  })

  test.each([
    undefined,
    ['/v1/checkouts/x/payment'],
    '',
    `/v1/checkouts/${ID}/registration`,
    `/v1/checkouts/${ID}/payment?entityId=other`,
    `/v1/checkouts/${ID}/payment\n`,
    `/v1/checkouts/${ID}/../../payments/payment`,
    '/v1/checkouts/../payment',
    `/v1/checkouts/${'.'.repeat(40)}/payment`,
    `/v1/checkouts/${'a'.repeat(49)}/payment`,
    `//evil.example/v1/checkouts/${ID}/payment`,
    `https://evil.example/v1/checkouts/${ID}/payment`,
    `@evil.example/v1/checkouts/${ID}/payment`,
    `/v1/checkouts/${ID}%2F..%2F/payment`,
  ])('of anything else is refused: %j', (resourcePath) => {
    expect(checkoutIdOf(resourcePath)).toBeUndefined()
  })
})

describe('a result code', () => {
  test.each(['000.000.000', '000.100.110', '000.100.112', '000.300.000', '000.400.110'])(
    '%s means paid',
    (code) => expect(outcomeOf(code)).toBe('paid'),
  )
  test.each([
    '000.200.000',
    '000.200.100',
    '800.400.500',
    '100.400.500',
    '000.400.000',
    '000.400.100',
  ])('%s means wait', (code) => expect(outcomeOf(code)).toBe('pending'))
  test.each([
    '800.100.152',
    '000.400.101',
    '000.400.030',
    '100.100.303',
    '000.100.200',
    '',
    'paid',
  ])('%s means not paid', (code) => expect(outcomeOf(code)).toBe('declined'))
  test.each(['100.396.101', '100.397.101'])('%s means that the shopper has cancelled', (code) =>
    expect(outcomeOf(code)).toBe('cancelled'),
  )
})

describe('a paid status', () => {
  const order = { number: 'LL-0000000001', ...priceOrder([{ sku: 'line', quantity: 1 }]) }
  const paid: GatewayAnswer = {
    id: '8ac7a4',
    amount: '19.80',
    currency: 'EUR',
    merchantTransactionId: order.number,
    result: { code: '000.100.110', description: 'approved' },
  }

  test('of the order’s amount means that the order is paid', () => {
    expect(readResult(paid, order)).toMatchObject({ outcome: 'paid', paymentId: '8ac7a4', order })
  })

  test.each([
    { ...paid, amount: '0.01' },
    { ...paid, currency: 'TRY' },
    { ...paid, merchantTransactionId: 'LL-0000000002' },
  ])('of another amount, currency or order does not mean that the order is paid', (answer) => {
    expect(readResult(answer, order)).toBe('orderMismatch')
  })

  test('of an order that the shop no longer has still shows the gateway’s outcome', () => {
    expect(readResult(paid)).toMatchObject({ outcome: 'paid', amount: '19.80', currency: 'EUR' })
  })
})

test('an unknown checkout is recognised by its HTTP status or its code', () => {
  const gone = { result: { code: '200.300.404' } }
  const wrong = { result: { code: '200.300.404', parameterErrors: [] } }
  expect(isUnknownCheckout(404, { result: { code: '800.100.152' } })).toBe(true)
  expect(isUnknownCheckout(400, gone)).toBe(true)
  expect(isUnknownCheckout(400, wrong)).toBe(false)
  expect(isUnknownCheckout(400, { result: { code: '800.100.152' } })).toBe(false)
})
