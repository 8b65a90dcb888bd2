import { describe, expect, it } from 'vitest'
import { ParameterValues } from '../../parameters/values.ts'
import { schedule } from '../../store/testing/sample-rows.ts'
import { planOf } from './plan.ts'
import {
  endRun,
  hasEndedPaused,
  lookAtCard,
  newSchedule,
  overWithoutOutcome,
  resumed,
  retriedNow,
} from './rules.ts'

/** The first run of a plan that takes the place of one whose next run is at 8:00 on 1 December 2026. */
function firstRun(expression: string, now: string): string | undefined {
  const nextRunAtMs = Date.parse('2026-12-01T08:00:00Z')
  const { nextRunAtMs: first } = newSchedule({
    id: '2',
    before: schedule({ startsAtMs: 0, nextRunAtMs }),
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

describe('another try that a person asks for', () => {
  const nowMs = 5_000
  const atOnce = { runState: 'retrying', retryAtMs: nowMs }
  const late = { pastDueSinceMs: 1_000 }

  it('is made of a run that waits to be paid again, whose tries are over, or that a plan before had', () => {
    expect(retriedNow(schedule({ runState: 'retrying', ...late }), nowMs)).toEqual(atOnce)
    expect(retriedNow(schedule({ runState: 'over', retries: 5, ...late }), nowMs)).toEqual(atOnce)
    expect(retriedNow(schedule({ runState: 'none', ...late }), nowMs)).toEqual(atOnce)
  })

  it('is not made where nothing is unpaid, an outcome is waited for, or nothing is paid at all', () => {
    expect(retriedNow(schedule({ runState: 'over' }), nowMs)).toBeUndefined()
    expect(retriedNow(schedule({ runState: 'waiting', ...late }), nowMs)).toBeUndefined()
    expect(retriedNow(schedule({ state: 'paused', ...late }), nowMs)).toBeUndefined()
    expect(retriedNow(schedule({ state: 'ended', ...late }), nowMs)).toBeUndefined()
  })
})

describe('a run that was declined before its plan was changed', () => {
  const nowMs = Date.parse('2026-12-02T00:00:00Z')
  const before = schedule({
    registrationId: 'old',
    amountMinor: 999,
    currency: 'EUR',
    runState: 'retrying',
    retryAtMs: Date.parse('2026-12-05T08:00:00Z'),
    retries: 1,
  })
  const changed = (registrationId: string, minor: number, currency: string) =>
    newSchedule({
      id: '2',
      before,
      entityId: 'e',
      registrationId,
      amount: { minor, currency },
      request: '[]',
      plan: planOf(ParameterValues.of([['job.expression', '0 0 8 1 * ?']])),
      nowMs,
    })

  it('is paid at once with another card', () => {
    expect(changed('new', 999, 'EUR')).toMatchObject({ runState: 'retrying', retryAtMs: nowMs })
  })

  it.each([
    ['the same card', 'old', 999, 'EUR'],
    ['another amount', 'new', 1000, 'EUR'],
    ['another currency', 'new', 999, 'USD'],
  ])('is given up with %s', (_what, registrationId, minor, currency) => {
    const given = { runState: 'none', retryAtMs: null, retries: 0 }
    expect(changed(registrationId, minor, currency)).toMatchObject(given)
  })
})

describe('the first look at a card', () => {
  const nowMs = Date.parse('2026-11-20T00:00:00Z')
  const lookAt = (cardEndsAtMs: number | undefined) =>
    newSchedule({
      id: '1',
      entityId: 'e',
      registrationId: 'r',
      amount: { minor: 999, currency: 'EUR' },
      request: '[]',
      plan: planOf(ParameterValues.of([['job.expression', '0 0 8 1 * ?']])),
      cardEndsAtMs,
      nowMs,
    }).cardLookAtMs

  it('is 30 days before it expires, at once where that has passed, and never where it does not expire', () => {
    expect(lookAt(Date.parse('2027-01-31T00:00:00Z'))).toBe(Date.parse('2027-01-01T00:00:00Z'))
    expect(lookAt(Date.parse('2026-11-30T00:00:00Z'))).toBe(nowMs)
    expect(lookAt(undefined)).toBeNull()
  })
})

describe('the term of a schedule', () => {
  it('ends it without a run only while it is paused', () => {
    const over = { endsAtMs: 1_000, pauseReason: 'merchant' } as const
    expect(hasEndedPaused(schedule({ ...over, state: 'paused' }), 1_001)).toBe(true)
    expect(hasEndedPaused(schedule({ ...over, state: 'paused' }), 1_000)).toBe(false)
    expect(hasEndedPaused(schedule({ endsAtMs: 1_000, state: 'active' }), 1_001)).toBe(false)
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

describe('a run that was under way when its schedule was paused', () => {
  const row = schedule({ state: 'paused', pauseReason: 'merchant', runState: 'waiting' })
  const declined = (adviceCode: string) =>
    endRun(row, { succeeded: false, resultCode: '800.100.152', adviceCode }, row.updatedAtMs)

  it('ends the schedule where the card must not be charged again', () => {
    expect(declined('03').set).toMatchObject({ state: 'ended', endReason: 'advice' })
  })

  it('is not paid again', () => {
    expect(declined('24')).toMatchObject({ set: { runState: 'over' }, event: 'unpaid' })
  })
})

describe('a look at the card', () => {
  const row = schedule()
  const endMs = Date.parse('2027-02-01T12:00:00Z')
  const at = (time: string) => lookAtCard(row, endMs, Date.parse(time))

  it('reports it once, in the 30 days before it expires', () => {
    const noticeMs = Date.parse('2027-01-02T12:00:00Z')
    expect(at('2027-01-02T11:59:59Z')).toEqual({ set: { cardLookAtMs: noticeMs } })
    const reported = { set: { cardLookAtMs: endMs }, event: 'cardExpires' }
    expect(at('2027-01-02T12:00:00Z')).toEqual(reported)
    expect(at('2027-02-01T11:59:59Z')).toEqual(reported)
  })

  it('pauses the schedule from its expiry on, and keeps the run that is due', () => {
    const { set, event } = at('2027-02-01T12:00:00Z')
    expect([set.state, set.pauseReason, event]).toEqual(['paused', 'cardExpired', 'paused'])
    expect(set).not.toHaveProperty('nextRunAtMs')
  })

  it('is the last one where the card does not expire', () => {
    expect(lookAtCard(row, undefined, endMs)).toEqual({ set: { cardLookAtMs: null } })
  })
})

describe('the end of a pause', () => {
  const plan = planOf(ParameterValues.of([['job.expression', '0 0 8 1 * ?']]))
  const nowMs = Date.parse('2027-03-15T00:00:00Z')
  const missedMs = Date.parse('2027-01-01T08:00:00Z')
  const paused = { state: 'paused', pauseReason: 'merchant', nextRunAtMs: missedMs } as const

  it('leaves out the runs that the merchant has paused', () => {
    const set = resumed(schedule(paused), plan, nowMs)
    expect(set).toMatchObject({
      state: 'active',
      pauseReason: null,
      nextRunAtMs: Date.parse('2027-04-01T08:00:00Z'),
    })
  })

  it('keeps the run for which there was no valid card', () => {
    const set = resumed(schedule({ ...paused, pauseReason: 'cardExpired' }), plan, nowMs)
    expect(set).toMatchObject({ state: 'active', nextRunAtMs: missedMs })
  })

  it('is refused where no run is left, unless the last one is under way', () => {
    expect(resumed(schedule({ ...paused, endsAtMs: nowMs }), plan, nowMs)).toBeUndefined()
    const last = schedule({ ...paused, nextRunAtMs: null, runState: 'waiting' })
    expect(resumed(last, plan, nowMs)).toMatchObject({ state: 'active', nextRunAtMs: null })
  })
})
