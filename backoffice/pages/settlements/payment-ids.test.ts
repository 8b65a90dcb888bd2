import { expect, test } from 'vitest'
import { paymentIdsIn } from './payment-ids.ts'

const [one, other] = ['a'.repeat(32), '0'.repeat(32)]

test.each([
  ['', []],
  [` ${one}\n${other}, `, [one, other]],
  [`${one},${one}`, [one]],
  [`${one} order-17`, undefined],
  [one.toUpperCase(), undefined],
])('%j has the ids of payments %j', (text, ids) => {
  expect(paymentIdsIn(text)).toEqual(ids)
})
