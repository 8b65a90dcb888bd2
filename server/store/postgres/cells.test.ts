import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { cellOf, restoredText, storedText } from './cells.ts'

const text = fc.string({ unit: fc.constantFrom('\u0000', '\u0001', '\u0002', 'a', 'é', '🫖') })

describe('texts', () => {
  it('are read as they were written, whatever they contain', () => {
    fc.assert(
      fc.property(text, (given) => {
        const stored = storedText(given)
        expect(stored).not.toContain('\u0000')
        expect(restoredText(stored)).toBe(given)
      }),
    )
  })

  it('keep their order', () => {
    const bytes = (given: string) => Buffer.from(given)
    fc.assert(
      fc.property(text, text, (one, other) => {
        const stored = Buffer.compare(bytes(storedText(one)), bytes(storedText(other)))
        expect(stored).toBe(Buffer.compare(bytes(one), bytes(other)))
      }),
    )
  })
})

describe('values', () => {
  it.each([
    ['text', 'EUR'],
    ['text?', null],
    ['integer', -(2 ** 53)],
    ['integer?', null],
    ['flag', false],
    ['flag?', null],
  ] as const)('that are valid: %s, %s', (kind, value) => {
    expect(cellOf(kind, value, 'column')).toBe(value)
  })

  it.each([
    ['text', null],
    ['text', 7],
    ['text?', undefined],
    ['integer', 0.5],
    ['integer', Number.NaN],
    ['integer', 2 ** 63],
    ['integer', '7'],
    ['flag', 1],
  ] as const)(
    'that are invalid are refused with their column and without the value: %s, %s',
    (kind, value) => {
      expect(() => cellOf(kind, value, 'amountMinor')).toThrow('No valid value for amountMinor')
    },
  )
})
