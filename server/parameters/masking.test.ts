import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { maskNumber, shownText, shownValue } from './masking.ts'

describe('what an error shows', () => {
  test.each([
    ['order 4200000000000000', 'order 420000***0000'],
    ['4200 0000 0000 0042', '420000***0042'],
    ['4200-0000-0000-0042!', '420000***0042!'],
    ['4200 -- 0000 \ufffd\ufffd\ufffd\ufffd 0000 // 0042', '420000***0042'],
    ['٤٢٠٠٠٠٠٠٠٠٠٠٠٠٠٠', '٤٢٠٠٠٠***٠٠٠٠'],
    ['４２００００００００００００００', '４２００００***００００'],
    ['123456789012', '***'],
    ['12345678901', '12345678901'],
    ['Main Street 7', 'Main Street 7'],
  ])('of %s is %s', (text, shown) => {
    expect(shownText(text)).toBe(shown)
  })

  test('of a code is nothing, of a number its ends if it is long', () => {
    expect(shownValue('123', 'code')).toBe('***')
    expect(shownValue('12345678', 'number')).toBe('***')
    expect(maskNumber('378282246310005')).toBe('378282***0005')
  })

  test('never is a card number, whatever surrounds it', () => {
    const pan = fc.stringMatching(/^[0-9]{13,19}$/)
    const around = fc
      .string({ unit: 'binary', maxLength: 30 })
      .map((text) => text.replaceAll(/\p{Nd}/gu, ''))
    fc.assert(
      fc.property(around, pan, around, (before, number, after) => {
        expect(shownText(`${before}${number}${after}`)).not.toContain(number.slice(0, 11))
      }),
    )
  })
})
