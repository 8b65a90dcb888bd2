import { beforeAll, describe, expect, it } from 'vitest'
import english from '../../../locales/backoffice/en.json'
import { useTexts } from './texts.ts'
import {
  dateOf,
  dueText,
  relativeTime,
  shownDays,
  shownTime,
  weekdayOf,
  wholeTime,
} from './times.ts'

beforeAll(() => useTexts('en', english))

describe('a time of the wire', () => {
  const wire = '2026-11-26 18:04:12+0000'
  const atMs = Date.UTC(2026, 10, 26, 18, 4, 12)

  it('is read with its offset', () => {
    expect(dateOf(wire).getTime()).toBe(atMs)
    expect(dateOf('2026-11-26 20:04:12+0200').getTime()).toBe(atMs)
  })

  it.each([
    [-26 * 3_600_000, 'tomorrow'],
    [-3 * 86_400_000, 'in 3 days'],
    [2 * 3_600_000, '2 hours ago'],
    [120_000, '2 minutes ago'],
  ])('is %i ms from now: %s', (sinceMs, text) => {
    expect(relativeTime(wire, atMs + sinceMs)).toBe(text)
  })
})

describe('a time of the merchant', () => {
  // New York is still on the day before.
  const wire = '2026-11-26 03:04:12+0000'
  const now = new Date('2026-11-26T04:30:00Z')

  it('is of the day that the merchant has, which decides what today is', () => {
    expect(shownTime(wire, now, 'America/New_York')).toBe('22:04:12')
    expect(shownTime(wire, new Date('2026-11-26T06:00:00Z'), 'America/New_York')).toBe(
      'Nov 25, 22:04',
    )
    expect(shownTime(wire, new Date('2027-01-01T01:00:00Z'), 'America/New_York')).toBe(
      'Nov 25, 22:04',
    )
    expect(shownTime(wire, new Date('2027-01-01T01:00:00Z'), 'UTC')).toBe('Nov 26, 2026, 03:04')
  })

  it('has its time zone where it stands whole', () => {
    expect(wholeTime(wire, 'America/New_York')).toMatch(/^Nov 25, 2026, 10:04:12.PM EST$/)
  })

  it('has the day of the week of a day that is of no time zone', () => {
    expect(weekdayOf('2026-12-01')).toBe('Tue')
  })
})

describe('a span of days', () => {
  it.each([
    ['2026-11-20', '2026-11-26', 'Nov 20 – 26'],
    ['2026-11-26', '2026-11-26', 'Nov 26'],
    ['2026-11-20', undefined, 'Nov 20 – …'],
    [undefined, '2026-11-26', '… – Nov 26'],
    ['nonsense', '2026-11-26', '… – Nov 26'],
  ])('from %s to %s is shown as %s', (from, to, text) => {
    expect(shownDays(from, to).replaceAll('\u2009', ' ')).toBe(text)
  })
})

it('what is late is due now, not in the past', () => {
  const wire = '2026-11-26 18:04:12+0000'
  const atMs = dateOf(wire).getTime()
  expect(dueText(wire, atMs + 1)).toBe('due now')
  expect(dueText(wire, atMs - 60_000)).toContain(':04')
})
