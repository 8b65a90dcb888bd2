import { describe, expect, it } from 'vitest'
import { isCronFault, parseCron } from './expression.ts'
import { nextTime } from './next-time.ts'
import { timeZoneOf } from './time-zone.ts'
import { UTC_VECTORS, ZONE_VECTORS } from './vectors.fixture.ts'

interface Vector {
  readonly zone: string
  readonly expression: string
  readonly after: string
  readonly times: readonly string[]
}

const cells = (text: string) =>
  text
    .trim()
    .split('\n')
    .map((line) => line.split('|').map((cell) => cell.trim()))

const vectors: readonly Vector[] = [
  ...cells(UTC_VECTORS).map((line) => ['UTC', ...line]),
  ...cells(ZONE_VECTORS),
].map(([zone = '', expression = '', after = '', times = '']) => ({
  zone,
  expression,
  after,
  times: withDates(times.split(', '), after),
}))

function withDates(times: readonly string[], after: string): string[] {
  let date = after.slice(0, 10)
  return times.map((time) => {
    if (time === 'never') return time
    if (time.length > 8) date = time.slice(0, 10)
    return `${date} ${time.slice(-8)}`
  })
}

function fireTimes({ zone, expression, after, times }: Vector): string[] {
  const cron = parseCron(expression)
  const timeZone = timeZoneOf(zone)
  if (isCronFault(cron) || timeZone === undefined) throw new Error(expression)
  let atMs: number | undefined = Date.parse(`${after.replace(' ', 'T')}Z`)
  return times.map(() => {
    atMs = atMs === undefined ? undefined : nextTime(cron, atMs, timeZone)
    return atMs === undefined
      ? 'never'
      : new Date(atMs).toISOString().slice(0, 19).replace('T', ' ')
  })
}

describe('nextTime', () => {
  it('has more than 200 vectors', () => {
    expect(
      new Set(vectors.map(({ zone, expression, after }) => `${zone} ${expression} ${after}`)).size,
    ).toBeGreaterThan(200)
  })

  it.each(vectors)('finds the fire times of $expression in $zone after $after', (vector) => {
    expect(fireTimes(vector)).toEqual(vector.times)
  })
})
