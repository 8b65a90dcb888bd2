import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { passesLuhn } from '../../common/brands.ts'
import { maskNumber, shownText, shownValue } from './masking.ts'

describe('the value that an error shows', () => {
  test.each([
    ['order 4200000000000000', 'order 420000***0000'],
    ['4200 0000 0000 0042', '420000***0042'],
    ['4200-0000-0000-0042!', '420000***0042!'],
    ['4200 -- 0000 \ufffd\ufffd\ufffd\ufffd 0000 // 0042', '420000***0042'],
    ['٤٢٠٠٠٠٠٠٠٠٠٠٠٠٠٠', '٤٢٠٠٠٠***٠٠٠٠'],
    ['４２００００００００００００００', '４２００００***００００'],
    ['𝟒𝟐𝟎𝟎𝟎𝟎𝟎𝟎𝟎𝟎𝟎𝟎𝟎𝟎𝟎𝟎', '420000***0000'],
    ['๔๒๐๐๐๐๐๐๐๐๐๐๐๐๐๐', '420000***0000'],
    [
      'a card number and its code: 4200000000000000 123',
      'a card number and its code: 420000***0123',
    ],
    ['42000000000000007', '420000***0007'],
    ['9'.repeat(40), '999999***9999'],
    // No card number: too short, or its check digit is wrong.
    ['123456789012', '123456789012'],
    ['738123456789010', '738123456789010'],
    // Times; the digits of the first one would pass for a card number.
    ['2026-11-21 12:00:04', '2026-11-21 12:00:04'],
    ['2026-11-21T12:00:00.000Z', '2026-11-21T12:00:00.000Z'],
    ['2026-11-21 12:00:00+0100', '2026-11-21 12:00:00+0100'],
    ['20261121120004', '20261121120004'],
    ['20261121', '20261121'],
    ['Main Street 7', 'Main Street 7'],
  ])('of %s is %s', (text, shown) => {
    expect(shownText(text)).toBe(shown)
  })

  test('of a security code is empty, and of a long number its first and last digits', () => {
    expect(shownValue('123', 'code')).toBe('***')
    expect(shownValue('12345678', 'number')).toBe('***')
    expect(maskNumber('378282246310005')).toBe('378282***0005')
  })

  test('never contains a card number, whatever surrounds it', () => {
    const pan = fc.stringMatching(/^[0-9]{12,18}$/).map((digits) => {
      const checkDigit = [...'0123456789'].find((digit) => passesLuhn(digits + digit))
      return `${digits}${checkDigit}`
    })
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
