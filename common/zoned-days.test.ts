import fc from 'fast-check'
import { expect, it } from 'vitest'
import { DAY_MS } from './durations.ts'
import { beginOfDay, dayAfter, dayAt } from './zoned-days.ts'

it.each([
  ['2026-11-30', 'UTC', '2026-11-30T00:00:00.000Z'],
  ['2026-11-01', 'Europe/Berlin', '2026-10-31T23:00:00.000Z'],
  ['2026-03-30', 'Europe/Berlin', '2026-03-29T22:00:00.000Z'],
  ['2026-04-05', 'Australia/Sydney', '2026-04-04T13:00:00.000Z'],
  ['2026-11-30', 'Asia/Kolkata', '2026-11-29T18:30:00.000Z'],
  // Midnight is skipped: the day begins at one.
  ['2024-10-06', 'America/Asuncion', '2024-10-06T04:00:00.000Z'],
])('%s begins in %s at %s', (day, timeZone, begin) => {
  expect(new Date(beginOfDay(day, timeZone)).toISOString()).toBe(begin)
})

it('begins each day of each zone once', () => {
  const zones = ['UTC', 'Europe/Berlin', 'America/St_Johns', 'Asia/Beirut', 'Pacific/Apia']
  const firstMs = Date.UTC(2020, 0, 1)
  fc.assert(
    fc.property(
      fc.constantFrom(...zones, 'America/Havana', 'Australia/Lord_Howe', 'Asia/Kathmandu'),
      fc.integer({ min: 0, max: 3_650 }),
      (timeZone, days) => {
        const day = new Date(firstMs + days * DAY_MS).toISOString().slice(0, 10)
        const beginMs = beginOfDay(day, timeZone)
        expect(dayAt(beginMs, timeZone)).toBe(day)
        expect(dayAt(beginMs - 1, timeZone) < day).toBe(true)
      },
    ),
  )
})

it('knows the day after the last one of a month', () => {
  expect([dayAfter('2028-02-28'), dayAfter('2026-12-31')]).toEqual(['2028-02-29', '2027-01-01'])
})
