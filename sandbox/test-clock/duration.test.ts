import { describe, expect, it } from 'vitest'
import { laterBy, readDuration } from './duration.ts'

const at = Date.UTC(2026, 0, 31, 10, 30)

function later(text: string): string {
  const duration = readDuration(text)
  if (duration === undefined) throw new Error(`No duration: ${text}`)
  return new Date(laterBy(at, duration)).toISOString()
}

describe('a duration', () => {
  it.each([
    ['PT29M', '2026-01-31T10:59:00.000Z'],
    ['P1D', '2026-02-01T10:30:00.000Z'],
    ['P1M', '2026-02-28T10:30:00.000Z'],
    ['P1Y', '2027-01-31T10:30:00.000Z'],
    ['P2Y1M', '2028-02-29T10:30:00.000Z'],
    ['P1W', '2026-02-07T10:30:00.000Z'],
    ['P1DT12H', '2026-02-01T22:30:00.000Z'],
    ['PT0S', '2026-01-31T10:30:00.000Z'],
  ])('%s from the start ends at %s', (text, expected) => {
    expect(later(text)).toBe(expected)
  })

  it.each(['', 'P', 'PT', '1D', 'P1H', 'P-1D', 'P1.5D', 'PT1D', 'p1d', 'P1D ', 'P99999999D'])(
    'is not %j',
    (text) => expect(readDuration(text)).toBeUndefined(),
  )
})
