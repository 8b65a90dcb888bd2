import { expect, test } from 'vitest'
import { paymentNamesIn } from './payment-ids.ts'

const [one, other] = ['a'.repeat(32), '0'.repeat(32)]

test.each([
  ['', []],
  [` ${one}\n${other}, `, [one, other]],
  [`${one},${one}`, [one]],
  ['8372.1190.0042 837211900043', ['8372.1190.0042', '837211900043']],
  [`${one} order-17`, undefined],
  ['8372.1190', undefined],
  [one.toUpperCase(), undefined],
])('%j names the payments %j', (text, names) => {
  expect(paymentNamesIn(text)).toEqual(names)
})
