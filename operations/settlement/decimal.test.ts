import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { amountText } from '../../common/money.ts'
import { isRate, readAmount } from './decimal.ts'

describe('an amount', () => {
  it('is read as it was written, with the digits of any currency', () => {
    const minor = fc.integer({ min: -(10 ** 15) + 1, max: 10 ** 15 - 1 })
    fc.assert(
      fc.property(minor, fc.constantFrom(0, 2, 3, 4), (amount, digits) => {
        const read = readAmount(amountText(amount, digits), digits)
        expect(read).toEqual({ minor: amount === 0 ? 0 : amount, isRounded: false })
      }),
    )
  })

  it.each([
    ['1.005', 2, { minor: 101, isRounded: true }],
    ['-1.0049', 2, { minor: -100, isRounded: true }],
    ['12.30', 0, { minor: 12, isRounded: true }],
    ['12.00', 0, { minor: 12, isRounded: false }],
    ['-0.00', 2, { minor: 0, isRounded: false }],
  ])('%s with %i digits is rounded half up', (text, digits, amount) => {
    expect(readAmount(text, digits)).toEqual(amount)
  })

  it.each(['', '1,00', '1 000.00', '.5', '1.', '+1', '1e3', '٣', '9999999999999999'])(
    '%j is none',
    (text) => expect(readAmount(text, 2)).toBeUndefined(),
  )
})

it('a rate is a decimal above 0', () => {
  expect(['0.91234567890', '1', '120.5'].map(isRate)).toEqual([true, true, true])
  expect(['0', '0.00', '-1', 'x', ''].map(isRate)).toEqual([false, false, false, false, false])
})
