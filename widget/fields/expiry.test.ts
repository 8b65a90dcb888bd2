import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { editExpiry, expiryOf } from './expiry.ts'

/** Types the keys one by one, as a person does with an empty field; `<` is Backspace at the end. */
function type(keys: string, from = ''): string {
  let text = from
  for (const key of keys) {
    const deleting = key === '<'
    const next = deleting ? text.slice(0, -1) : text + key
    text = editExpiry({ text: next, caret: next.length, deleting }).text
  }
  return text
}

describe('typing an expiry date', () => {
  it.each([
    ['1', '1'],
    ['12', '12 / '],
    ['1230', '12 / 30'],
    ['2', '02 / '],
    ['130', '01 / 30'],
    ['1/30', '01 / 30'],
    ['12/30', '12 / 30'],
    ['12 / 30', '12 / 30'],
    ['12/2030', '12 / 30'],
    ['12305', '12 / 30'],
    ['34/', '34 / '],
    ['34/0', '34 / 0'],
    ['34/05', '05 / 34'],
    ['34/5', '05 / 34'],
    ['34-11', '11 / 34'],
    ['13/12', '12 / 13'],
    ['3/4', '03 / 4'],
    ['2034', '34 / '],
    ['2034-', '34 / '],
    ['2034-05', '05 / 34'],
    ['2034/5', '05 / 34'],
    ['2034.11', '11 / 34'],
    ['2034 12', '12 / 34'],
    ['203405', '05 / 34'],
    ['2030', '30 / '],
    ['22030', '02 / 30'],
    ['०५३४', '05 / 34'],
    ['٠٥/٣٤', '05 / 34'],
    ['۰۵۳۴', '05 / 34'],
    ['１２３０', '12 / 30'],
    ['๒๐๓๔-๐๕', '05 / 34'],
  ])('%s shows %s', (keys, shown) => {
    expect(type(keys)).toBe(shown)
  })

  it('deletes digit after digit without the separator coming back', () => {
    const steps = ['12 / 3', '12', '1', '']
    let text = type('1230')
    for (const step of steps) {
      text = type('<', text)
      expect(text).toBe(step)
    }
  })

  it('keeps the caret where a month is corrected', () => {
    const deleted = editExpiry({ text: '1 / 30', caret: 1, deleting: true })
    expect(deleted).toEqual({ text: '1 / 30', caret: 1 })
    const typed = editExpiry({ text: '11 / 30', caret: 2, deleting: false })
    expect(typed).toEqual({ text: '11 / 30', caret: 2 })
  })
})

describe('pasting or filling in an expiry date', () => {
  it.each([
    '12/30',
    '1230',
    '12/2030',
    '122030',
    '2030-12',
    '203012',
    '12-30',
    ' 12 / 30 ',
    'December 2030',
    'Dec 2030',
    '12/31/2030',
    '12-31-2030',
    '2030-12-31',
    '１２／３０',
    '١٢/٣٠',
  ])('%s means December 2030', (text) => {
    expect(expiryOf(text)).toEqual({ month: 12, year: 2030 })
    expect(editExpiry({ text, caret: text.length, deleting: false }).text).toBe('12 / 30')
  })

  it.each(['31/12/2030', '31.12.2030', '28-02-2030'])('%s is not the year of its day', (text) => {
    expect(expiryOf(text)).toBeUndefined()
  })

  it('does not take a year of the last century for one of this', () => {
    expect(expiryOf('12/1999')).toEqual({ month: 12, year: 1999 })
  })

  it.each(['', '1', '12', '12 / ', '12 / 3', '12 / 203'])('%s is not complete', (text) => {
    expect(expiryOf(text)).toBeUndefined()
  })
})

it('reads back every date in every way of writing it, and formatting twice changes nothing', () => {
  const month = fc.integer({ min: 1, max: 12 })
  const year = fc.integer({ min: 2000, max: 2099 })
  fc.assert(
    fc.property(month, year, fc.constantFrom('/', '-', ' / ', '.', ''), (m, y, separator) => {
      const mm = String(m).padStart(2, '0')
      for (const text of [
        `${mm}${separator}${y}`,
        `${mm}${separator || '/'}${String(y).slice(2)}`,
      ]) {
        expect(expiryOf(text)).toEqual({ month: m, year: y })
        const shown = editExpiry({ text, caret: text.length, deleting: false }).text
        expect(editExpiry({ text: shown, caret: shown.length, deleting: false }).text).toBe(shown)
      }
    }),
  )
})

it('keeps the caret inside the text whatever is typed', () => {
  fc.assert(
    fc.property(fc.string({ maxLength: 12 }), fc.nat(12), fc.boolean(), (text, at, deleting) => {
      const edited = editExpiry({ text, caret: Math.min(at, text.length), deleting })
      expect(edited.text).toMatch(/^(\d{0,2}|\d{1,2} \/ \d{0,4})$/)
      expect(edited.caret).toBeLessThanOrEqual(edited.text.length)
    }),
  )
})

describe('a date with the year first, as cards of some countries have it', () => {
  it.each(['34/05', '34-05', '34 05', '34 / 5'])('%s is turned round', (text) => {
    expect(editExpiry({ text, caret: text.length, deleting: false }).text).toBe('05 / 34')
    expect(expiryOf(text)).toEqual({ month: 5, year: 2034 })
  })

  it('is deleted to its end', () => {
    let text = type('34/0')
    for (let keys = 0; keys < 8; keys++) text = type('<', text)
    expect(text).toBe('')
  })

  it('with no month behind it is the fault of the month', () => {
    expect(expiryOf('34/56')).toEqual({ month: 56, year: 2034 })
  })
})
