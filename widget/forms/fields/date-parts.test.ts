import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { bcp47Of, localeCodes } from '../../../common/locale-tags.ts'
import {
  type DatePart,
  dateOrder,
  isDayOfCalendar,
  isFull,
  joinedDate,
  partsOfDate,
  wholeDate,
  wireDate,
} from './date-parts.ts'

const letters = (order: readonly DatePart[]) => order.map(([first]) => first).join('')

describe('the order of a date', () => {
  it('is that of the language in all 26', () => {
    const orders = localeCodes.map((code) => [code, letters(dateOrder(bcp47Of(code), []))])
    const notDayFirst = orders.filter(([, order]) => order !== 'dmy')
    expect(Object.fromEntries(notDayFirst)).toEqual({
      ...{ en: 'mdy', cn: 'ymd', hu: 'ymd', ja: 'ymd', ko: 'ymd', se: 'ymd' },
    })
  })

  it('is that of the shopper’s region where the form’s language has none', () => {
    expect(letters(dateOrder('en', ['de-DE', 'en-GB', 'en-US']))).toBe('dmy')
    expect(letters(dateOrder('en', ['de-DE']))).toBe('mdy')
    expect(letters(dateOrder('pt-PT', ['pt-BR']))).toBe('dmy')
    // The calendar of this region is another one.
    expect(letters(dateOrder('ar', ['ar-SA']))).toBe('dmy')
  })
})

describe('a whole date in one text', () => {
  const order = ['day', 'month', 'year'] as const
  it.each([
    ['31.01.1990', '1990-01-31'],
    ['1. 2. 1990', '1990-02-01'],
    ['1990-01-31', '1990-01-31'],
    ['01/31/1990', '1990-01-31'],
    ['31011990', '1990-01-31'],
    ['19900131', '1990-01-31'],
    ['٣١/٠١/١٩٩٠', '1990-01-31'],
    ['1990年1月31日', '1990-01-31'],
  ])('is divided: %s', (text, date) => {
    expect(joinedDate(wholeDate(text, order) ?? partsOfDate(''))).toBe(date)
  })

  it('is read in the order of the language first', () => {
    expect(wholeDate('02/03/1990', order)).toMatchObject({ day: '02', month: '03' })
    expect(wholeDate('02/03/1990', ['month', 'day', 'year'])).toMatchObject({ day: '03' })
  })

  it.each(['31', '1990', '31.02.1990', '31.01.90', '4200000000000000', 'tomorrow', ''])(
    'is none: %s',
    (text) => {
      expect(wholeDate(text, order)).toBeUndefined()
    },
  )
})

it('is a day of the calendar exactly where the calendar has it', () => {
  const pair = fc.integer({ min: 0, max: 40 })
  fc.assert(
    fc.property(fc.integer({ min: 1890, max: 2110 }), pair, pair, (year, month, day) => {
      const date = `${year}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`
      const daysOfMonth = new Date(Date.UTC(year, month, 0)).getUTCDate()
      const isThere = month >= 1 && month <= 12 && day >= 1 && day <= daysOfMonth
      expect(isDayOfCalendar(date)).toBe(isThere && year >= 1900)
    }),
  )
})

it('keeps the parts while some are missing, and sends day and month with two digits', () => {
  expect(partsOfDate(joinedDate({ day: '5', month: '', year: '' }))).toMatchObject({ day: '5' })
  expect(joinedDate({ day: '', month: '', year: '' })).toBe('')
  expect(wireDate('1990-1-5')).toBe('1990-01-05')
  expect(wireDate('1990--5')).toBe('1990--05')
  expect(wireDate('')).toBe('')
})

it('takes a part as full where no further digit fits', () => {
  expect(['1', '3', '4', '31'].map((day) => isFull('day', day))).toEqual([false, false, true, true])
  expect(['0', '1', '2', '12'].map((month) => isFull('month', month))).toEqual([
    ...[false, false, true, true],
  ])
  expect(['199', '1990'].map((year) => isFull('year', year))).toEqual([false, true])
})
