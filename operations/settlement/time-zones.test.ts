import { describe, expect, it } from 'vitest'
import { dateOf, offsetOfZone, timeOf } from './time-zones.ts'

describe('a time of a settlement file', () => {
  it.each([
    ['2026-11-20 12:30:45', 0, '2026-11-20T12:30:45.000Z'],
    ['2026-11-20 00:30:00', 60, '2026-11-19T23:30:00.000Z'],
    ['2026-11-20T12:30', -300, '2026-11-20T17:30:00.000Z'],
    ['2026-11-20T12:30:45.123Z', 60, '2026-11-20T12:30:45.000Z'],
    ['2026-11-20 12:30:45+0200', 0, '2026-11-20T10:30:45.000Z'],
    ['2026-11-20', 0, '2026-11-20T00:00:00.000Z'],
  ])('%s in a zone %i minutes east of UTC is read', (text, offset, wanted) => {
    expect(new Date(timeOf(text, offset) ?? 0).toISOString()).toBe(wanted)
  })

  it.each(['2026-02-30 12:00:00', '2026-11-20 24:00:00', '20.11.2026', '2026-11-20 12', ''])(
    '%j is none',
    (text) => expect(timeOf(text, 0)).toBeUndefined(),
  )

  it.each([
    ['CET', 60],
    ['CEST', 120],
    ['PDT', -420],
    ['UTC', 0],
    ['GMT+8', 480],
    ['+05:30', 330],
    ['-0330', -210],
    ['XYZ', undefined],
  ])('%s is so many minutes east of UTC', (zone, minutes) => {
    expect(offsetOfZone(zone)).toBe(minutes)
  })
})

it('a date is one of the calendar', () => {
  expect(['2028-02-29', '2026-02-29', '2026-11-20 x', 'x'].map(dateOf)).toEqual([
    '2028-02-29',
    undefined,
    '2026-11-20',
    undefined,
  ])
})
