import { describe, expect, it } from 'vitest'
import { ParameterValues } from '../../wire/parameters/values.ts'
import { planOf } from './plan.ts'
import { newSchedule, overWithoutOutcome } from './rules.ts'

/** The first run of a plan that takes the place of one whose next run is at 8:00 on 1 December 2026. */
function firstRun(expression: string, now: string): string | undefined {
  const nextRunAtMs = Date.parse('2026-12-01T08:00:00Z')
  const { nextRunAtMs: first } = newSchedule({
    id: '2',
    before: { runs: 0, chainId: '1', startsAtMs: 0, nextRunAtMs },
    entityId: 'e',
    registrationId: 'r',
    amount: { minor: 999, currency: 'EUR' },
    request: '[]',
    plan: planOf(ParameterValues.of([['job.expression', expression]])),
    nowMs: Date.parse(now),
  })
  return first === null ? undefined : new Date(first).toISOString()
}

describe('a plan that takes the place of another', () => {
  it('begins with the run that is due and not paid yet', () => {
    expect(firstRun('0 0 8 1 * ?', '2026-12-01T08:00:00Z')).toBe('2026-12-01T08:00:00.000Z')
    expect(firstRun('0 0 8 1 * ?', '2026-12-01T09:30:00Z')).toBe('2026-12-01T08:00:00.000Z')
    expect(firstRun('0 0 8 15 * ?', '2026-12-01T09:30:00Z')).toBe('2026-12-15T08:00:00.000Z')
  })

  it('has no run before the change where nothing was due', () => {
    expect(firstRun('0 0 8 1 * ?', '2026-11-20T15:00:00Z')).toBe('2026-12-01T08:00:00.000Z')
    expect(firstRun('0 0 8 * * ?', '2026-11-20T15:00:00Z')).toBe('2026-11-21T08:00:00.000Z')
  })
})

describe('a run whose outcome is not known', () => {
  const row = newSchedule({
    id: '1',
    entityId: 'e',
    registrationId: 'r',
    amount: { minor: 999, currency: 'EUR' },
    request: '[]',
    plan: planOf(ParameterValues.of([['job.expression', '0 0 8 1 12 ? 2026']])),
    nowMs: Date.parse('2026-11-20T15:00:00Z'),
  })
  const waiting = {
    ...row,
    runState: 'waiting' as const,
    lastRunAtMs: Date.parse('2026-12-01T08:00:00Z'),
    nextRunAtMs: null,
  }

  it('is waited for as long as it could be paid again', () => {
    expect(overWithoutOutcome(waiting, Date.parse('2026-12-21T08:00:00Z'))).toBeUndefined()
  })

  it('is not waited for any longer, and the schedule ends where it was the last', () => {
    expect(overWithoutOutcome(waiting, Date.parse('2026-12-21T08:00:01Z'))).toMatchObject({
      state: 'ended',
      endReason: 'noMoreRuns',
    })
  })
})
