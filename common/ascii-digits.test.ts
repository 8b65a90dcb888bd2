import { expect, it } from 'vitest'
import { asciiDigits } from './ascii-digits.ts'
import { digitsOf } from './card-number.ts'

it('digits of every script stand for the numbers from 0 to 9', () => {
  const digits: string[] = []
  for (let code = 0; code <= 0x10ffff; code++) {
    const text = String.fromCodePoint(code)
    if (/\p{Nd}/u.test(text)) digits.push(text)
  }
  expect(digits.length).toBeGreaterThan(600)
  for (let at = 0; at < digits.length; at += 10) {
    const row = digits.slice(at, at + 10).join('')
    expect(asciiDigits(row)).toBe('0123456789')
    expect(digitsOf(`- ${row} x`)).toBe('0123456789')
  }
})

it('everything else stays as it is', () => {
  expect(asciiDigits('٤2 IBAN ½ Ⅳ ④ é')).toBe('42 IBAN ½ Ⅳ ④ é')
})
