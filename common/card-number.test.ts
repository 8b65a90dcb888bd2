import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { cardNumberLayout } from './brands.ts'
import {
  type CardNumberEdit,
  type CardNumberLayout,
  digitsOf,
  editCardNumber,
  formatCardNumber,
} from './card-number.ts'

const byBrand = (digits: string) => cardNumberLayout(digits, undefined, true)

/** `|` is the caret. */
function edited(before: string, after: string, deleted: CardNumberEdit['deleted'] = null): string {
  const caret = after.indexOf('|')
  const text = after.replace('|', '')
  const next = editCardNumber({ before, text, caret, deleted }, byBrand)
  return `${next.text.slice(0, next.caret)}|${next.text.slice(next.caret)}`
}

describe('writing a card number', () => {
  it.each([
    ['', ''],
    ['4111', '4111'],
    ['41111', '4111 1'],
    ['4111111111111111', '4111 1111 1111 1111'],
    ['6799998900000060018', '6799 9989 0000 0060 018'],
    ['371449635398431', '3714 496353 98431'],
    ['36259600000004', '3625 960000 0004'],
  ])('groups %s as its brand does', (digits, text) => {
    expect(formatCardNumber(digits, byBrand(digits).gaps)).toBe(text)
  })

  it('writes digits alone when grouping is off', () => {
    const { gaps } = cardNumberLayout('4111111111111111', undefined, false)
    expect(formatCardNumber('4111111111111111', gaps)).toBe('4111111111111111')
  })

  it('reads digits of other scripts', () => {
    expect(digitsOf('４１１１')).toBe('4111')
    expect(digitsOf('٤١١١')).toBe('4111')
    expect(digitsOf('۴۱۱۱')).toBe('4111')
    expect(digitsOf('४१११')).toBe('4111')
    expect(digitsOf(' 4-1.1x1 ')).toBe('4111')
  })
})

describe('editing a card number', () => {
  it('keeps the caret behind the digit just typed', () => {
    expect(edited('4111', '41112|')).toBe('4111 2|')
    expect(edited('4111 1111', '41119| 1111')).toBe('4111 9|111 1')
    expect(edited('4111 1111', '4|4111 1111')).toBe('4|411 1111 1')
  })

  it('removes the digit before a gap that Backspace deleted', () => {
    expect(edited('4123 4', '4123|4', 'backward')).toBe('412|4')
    expect(edited('4123 4567', '4123|4567', 'backward')).toBe('412|4 567')
  })

  it('removes the digit behind a gap that Delete deleted', () => {
    expect(edited('4123 4567', '4123|4567', 'forward')).toBe('4123| 567')
  })

  it('keeps a digit typed over itself and the gap behind it', () => {
    expect(edited('0008 0', '0008|0')).toBe('0008| 0')
  })

  it('accepts a paste with blanks, dashes, line ends or words', () => {
    expect(edited('', '4111-1111-1111-1111|')).toBe('4111 1111 1111 1111|')
    expect(edited('', '  4111 1111\t1111 1111\r\n|')).toBe('4111 1111 1111 1111|')
    expect(edited('', 'Card: 3714-496353-98431|')).toBe('3714 496353 98431|')
  })

  it.each([
    '4111 1111 1111 1111 05/34 123|',
    '4111 1111 1111 1111  5 / 2034|',
    '4111111111111111, 05/34, 123|',
    'Visa 4111.1111.1111.1111 exp 0534 cvv 123|',
    '4111-1111-1111-1111;123|',
    '4111 1111 1111 1111 gültig bis 05 34|',
  ])('cuts what follows the number in a paste: %s', (pasted) => {
    expect(edited('', pasted)).toBe('4111 1111 1111 1111|')
    expect(edited('3714 496353 98431', pasted)).toBe('4111 1111 1111 1111|')
  })

  it('regroups the digits when a paste over an American Express number has another brand', () => {
    expect(edited('3714 496353 98431', '4111111111111111|')).toBe('4111 1111 1111 1111|')
  })

  it('does not accept digits beyond the length of the brand', () => {
    expect(edited('3714 496353 98431', '3714 496353 984319|')).toBe('3714 496353 98431|')
    expect(edited('3714 496353 98431', '37149| 496353 98431')).toBe('3714| 496353 98431')
    expect(edited('4444', '44445555666677778888999|')).toBe('4444 5555 6666 7777 888|')
  })
})

describe('any edit', () => {
  const digit = fc.stringMatching(/^[0-9]$/)
  const typed = fc.stringMatching(/^[0-9 -]{0,8}$/)
  const edits = fc.oneof(
    fc.record({ kind: fc.constant('type' as const), put: digit }),
    fc.record({ kind: fc.constant('paste' as const), put: typed }),
    fc.constant({ kind: 'backspace' as const, put: '' }),
    fc.constant({ kind: 'delete' as const, put: '' }),
  )
  const steps = fc.array(fc.tuple(fc.nat(), fc.nat(), edits), { maxLength: 30 })
  const layouts: [string, (digits: string) => CardNumberLayout][] = [
    ['by brand', byBrand],
    ['in fours, at most 16', () => ({ gaps: [4, 8, 12], maxLength: 16 })],
    ['not grouped', () => ({ gaps: [], maxLength: 19 })],
  ]

  it.each(layouts)('gives the digits and the caret of a list of digits, %s', (_, layoutOf) => {
    fc.assert(
      fc.property(steps, (script) => {
        let field = { text: '', digits: '', caret: 0 }
        for (const [one, other, edit] of script) {
          const span = selection(field.text, one, other, edit)
          const expected = modelled(field, span, edit, layoutOf)
          const text = field.text.slice(0, span.from) + edit.put + field.text.slice(span.to)
          const caret = span.from + edit.put.length
          const deleted = DELETED[edit.kind]
          field = editCardNumber({ before: field.text, text, caret, deleted }, layoutOf)
          expect(field.digits).toBe(expected.digits)
          expect(digitsOf(field.text.slice(0, field.caret))).toHaveLength(expected.caret)
          expect(field.text[field.caret - 1]).not.toBe(' ')
          expect(field.text).toBe(formatCardNumber(field.digits, layoutOf(field.digits).gaps))
        }
      }),
      { numRuns: 500 },
    )
  })

  const DELETED = { type: null, paste: null, backspace: 'backward', delete: 'forward' } as const

  interface Edit {
    readonly kind: 'type' | 'paste' | 'backspace' | 'delete'
    readonly put: string
  }

  interface Span {
    readonly from: number
    readonly to: number
  }

  /** What a browser takes out of the text: the selection, or the character beside the caret. */
  function selection(text: string, one: number, other: number, { kind }: Edit): Span {
    const from = Math.min(one % (text.length + 1), other % (text.length + 1))
    const to = Math.max(one % (text.length + 1), other % (text.length + 1))
    if (from !== to || kind === 'type' || kind === 'paste') return { from, to }
    return kind === 'backspace'
      ? { from: Math.max(0, from - 1), to }
      : { from, to: Math.min(text.length, to + 1) }
  }

  /** The same edit of a list of digits that has no gaps: to delete one means to delete a neighbour. */
  function modelled(
    field: { readonly text: string; readonly digits: string },
    span: Span,
    { kind, put: raw }: Edit,
    layoutOf: (digits: string) => CardNumberLayout,
  ) {
    const gapDeleted = DELETED[kind] !== null && field.text.slice(span.from, span.to) === ' '
    let from = digitsOf(field.text.slice(0, span.from)).length
    let to = digitsOf(field.text.slice(0, span.to)).length
    if (gapDeleted && kind === 'delete') to++
    else if (gapDeleted) from--
    const joined = (put: string) => field.digits.slice(0, from) + put + field.digits.slice(to)
    const whole = digitsOf(raw)
    const excess = Math.max(0, joined(whole).length - layoutOf(joined(whole)).maxLength)
    const put = whole.slice(0, Math.max(0, whole.length - excess))
    const digits = joined(put).slice(0, layoutOf(joined(put)).maxLength)
    return { digits, caret: Math.min(from + put.length, digits.length) }
  }
})
