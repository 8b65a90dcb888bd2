import { describe, expect, it } from 'vitest'
import { plainLine, withHiddenShown } from './hidden-characters.ts'

describe('a plain line', () => {
  it.each(['Jane Jones', 'שרה כהן', 'محمد علی', 'نامه‌ای', 'José 😀'])('may be %j', (text) => {
    expect(plainLine(1, 20).test(text)).toBe(true)
  })

  it.each([
    'Jane\nJones',
    'Jane\u202egnp.exe',
    'a\u2066b',
    'tab\there',
    'nul\0',
    '\u2028',
    '',
    ' ',
    '\u200b',
    'A\u00adB',
    '\u3164',
    '\u0301',
    '\ud800',
    'shop\u{e0041}',
    '\u2800',
  ])('is not %j', (text) => {
    expect(plainLine(1, 20).test(text)).toBe(false)
  })

  it('has a length in characters', () => {
    expect(plainLine(1, 2).test('😀😀')).toBe(true)
    expect(plainLine(1, 2).test('😀😀😀')).toBe(false)
  })
})

describe('hidden characters', () => {
  it('are shown by a sign, but for tabs and breaks of lines', () => {
    expect(withHiddenShown('a\u202eb\u0000c\u2069')).toBe('a\ufffdb\ufffdc\ufffd')
    expect(withHiddenShown('one\ttwo\r\nthree')).toBe('one\ttwo\r\nthree')
    expect(withHiddenShown('שרה כהן')).toBe('שרה כהן')
  })
})
