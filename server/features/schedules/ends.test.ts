import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ParameterValues, type SentParameter } from '../../parameters/values.ts'
import type { ScheduleRow } from '../../store/port.ts'
import { schedule } from '../../store/testing/sample-rows.ts'
import { withHalfOpenTerm } from './earlier-rows.ts'
import { planOf } from './plan.ts'
import { beginRun, newSchedule, stopped } from './rules.ts'

type Job = Readonly<Record<string, string>>

const requestFor = (job: Job): SentParameter[] =>
  Object.entries(job).map(([name, value]) => [name, value] as const)

function made(job: Job, nowMs: number): ScheduleRow {
  return newSchedule({
    id: '1',
    entityId: 'e',
    registrationId: 'r',
    amount: { minor: 999, currency: 'EUR' },
    request: JSON.stringify(requestFor(job)),
    plan: planOf(ParameterValues.of(requestFor(job))),
    nowMs,
  })
}

/** All due times of a schedule, each paid when it is due. */
function runsOf(row: ScheduleRow): number[] {
  const plan = planOf(ParameterValues.of(JSON.parse(row.request)))
  const runs: number[] = []
  for (let now = row; now.nextRunAtMs !== null && runs.length < 1000; ) {
    const dueAtMs = now.nextRunAtMs
    runs.push(dueAtMs)
    const run = { paymentId: 'p', plan, nowMs: dueAtMs }
    now = { ...now, ...beginRun(now, { kind: 'planned', dueAtMs }, run) }
  }
  return runs
}

const NOW_MS = Date.parse('2026-11-28T10:00:00Z')

const term = (number: number, unit: string) => ({
  'job.durationNumber': String(number),
  'job.durationUnit': unit,
})

/** An expression with one due time in each unit of time, at the time of a start or at any other. */
const EVERY: Readonly<Record<string, (at: Date) => string>> = {
  YEAR: (at) => `${timeOf(at)} ${at.getUTCDate()} ${at.getUTCMonth() + 1} ?`,
  MONTH: (at) => `${timeOf(at)} ${at.getUTCDate()} * ?`,
  WEEK: (at) => `${timeOf(at)} ? * ${at.getUTCDay() + 1}`,
  DAY: (at) => `${timeOf(at)} * * ?`,
}

function timeOf(at: Date): string {
  return `${at.getUTCSeconds()} ${at.getUTCMinutes()} ${at.getUTCHours()}`
}

const wire = (atMs: number) => new Date(atMs).toISOString().slice(0, 19).replace('T', ' ')

/** A local time from December 2026 to 2030, of a day that every month has, as if it were UTC. */
const localTime = fc
  .record({
    month: fc.integer({ min: 0, max: 48 }),
    day: fc.integer({ min: 1, max: 28 }),
    second: fc.oneof(fc.integer({ min: 0, max: 86_399 }), fc.constantFrom(0, 7200, 9000, 10_800)),
  })
  .map(({ month, day, second }) => Date.UTC(2026, 11 + month, day, 0, 0, second))

describe('a term of a schedule', () => {
  it.each([
    ['0 0 0 1 * ?', '2027-01-01 00:00:00', 12, 'MONTH', 12],
    ['0 0 8 * * ?', '2027-01-01 08:00:00', 7, 'DAY', 7],
    ['0 0 0 1 1 ?', '2027-01-01 00:00:00', 1, 'YEAR', 1],
    ['0 0 * * * ?', '2027-01-01 00:00:00', 24, 'HOUR', 24],
    ['0 * * * * ?', '2027-01-01 00:00:00', 30, 'MINUTE', 30],
    ['* * * * * ?', '2027-01-01 00:00:00', 5, 'SECOND', 5],
  ])('"%s" from %s on has for %i %s as many runs', (expression, start, number, unit, runs) => {
    const job = { 'job.expression': expression, 'job.startDate': start, ...term(number, unit) }
    expect(runsOf(made(job, NOW_MS))).toHaveLength(runs)
  })

  it('has as many runs as periods (R-INT-1), wherever it begins and whatever the clock does', () => {
    fc.assert(
      fc.property(
        fc.constantFrom('YEAR', 'MONTH', 'WEEK', 'DAY'),
        fc.integer({ min: 1, max: 14 }),
        fc.constantFrom('UTC', 'Europe/Berlin', 'America/New_York', 'Australia/Lord_Howe'),
        localTime,
        fc.option(localTime),
        (unit, number, zone, startMs, otherMs) => {
          const job = {
            'job.expression': EVERY[unit]?.(new Date(otherMs ?? startMs)) ?? '',
            'job.startDate': wire(startMs),
            'job.timeZone': zone,
            ...term(number, unit),
          }
          expect(runsOf(made(job, NOW_MS))).toHaveLength(number)
        },
      ),
      { numRuns: 300 },
    )
  })

  it('includes the moment at which it begins where it has no start date', () => {
    const atMs = Date.parse('2027-01-01T00:00:00Z')
    const runs = runsOf(made({ 'job.expression': '0 0 0 1 * ?', ...term(12, 'MONTH') }, atMs))
    expect([runs.length, runs[0]]).toEqual([12, atMs])
  })

  it('shows its last second as its end', () => {
    const job = { 'job.expression': '0 0 0 1 * ?', 'job.startDate': '2027-01-01 00:00:00' }
    const { endsAtMs } = made({ ...job, ...term(12, 'MONTH') }, NOW_MS)
    expect(new Date(endsAtMs ?? 0).toISOString()).toBe('2027-12-31T23:59:59.999Z')
  })
})

describe('an end date', () => {
  it('is the last moment of a run, also where it is the end of a longer term', () => {
    const job = { 'job.expression': '0 0 0 1 * ?', 'job.startDate': '2027-01-01 00:00:00' }
    const runs = (more: Job) => runsOf(made({ ...job, ...more }, NOW_MS)).length
    expect(runs({ 'job.endDate': '2027-12-01 00:00:00' })).toBe(12)
    expect(runs({ 'job.endDate': '2027-11-30 23:59:59' })).toBe(11)
    expect(runs({ 'job.endDate': '2027-12-01 00:00:00', ...term(12, 'MONTH') })).toBe(12)
    expect(runs({ 'job.endDate': '2028-01-01 00:00:00', ...term(12, 'MONTH') })).toBe(12)
    expect(runs({ 'job.endDate': '2027-01-01 00:00:00' })).toBe(1)
  })
})

describe('a stop', () => {
  const job = { 'job.expression': '0 0 0 1 * ?', 'job.startDate': '2027-01-01 00:00:00' }
  const yearly = { ...term(12, 'MONTH'), 'job.noticeCallable': 'DURATION_END' }
  /** How many runs are due from the stop on. */
  const runsAfter = (more: Job, stopAt: string, dueAt = stopAt) => {
    const row = { ...made({ ...job, ...more }, NOW_MS), nextRunAtMs: Date.parse(dueAt) }
    const plan = planOf(ParameterValues.of(JSON.parse(row.request)))
    const after = { ...row, ...stopped(row, plan, Date.parse(stopAt)) }
    expect(after.state).toBe(runsOf(after).length === 0 ? 'descheduled' : 'active')
    return runsOf(after).length
  }

  it('at the end of a term has the runs of the term and not that of the next', () => {
    expect(runsAfter(yearly, '2027-01-01T00:00:00.001Z', '2027-02-01T00:00:00Z')).toBe(11)
    expect(runsAfter(yearly, '2027-12-01T00:00:00Z')).toBe(1)
    expect(runsAfter(yearly, '2028-01-01T00:00:00Z')).toBe(0)
    expect(runsAfter(yearly, '2028-01-01T00:00:00.001Z', '2028-02-01T00:00:00Z')).toBe(11)
  })

  it('counts a notice that is over with the term for that term', () => {
    const notice = { ...yearly, 'job.noticeNumber': '1', 'job.noticeUnit': 'MONTH' }
    expect(runsAfter(notice, '2027-12-01T00:00:00Z')).toBe(1)
    expect(runsAfter(notice, '2027-12-01T00:00:00.001Z', '2028-01-01T00:00:00Z')).toBe(12)
  })

  it('with a notice has the runs from the stop on, and none at the end of the notice', () => {
    const notice = { 'job.noticeNumber': '2', 'job.noticeUnit': 'MONTH' }
    expect(runsAfter(notice, '2027-03-01T00:00:00Z')).toBe(2)
    expect(runsAfter(notice, '2027-03-01T00:00:01Z', '2027-04-01T00:00:00Z')).toBe(2)
  })

  it('without a notice leaves out a run that is due and not paid yet', () => {
    expect(runsAfter({}, '2027-03-01T00:00:00Z')).toBe(0)
    expect(runsAfter({}, '2027-03-01T00:00:30Z', '2027-03-01T00:00:00Z')).toBe(0)
  })
})

describe('a term as earlier versions have stored it', () => {
  const startsAtMs = Date.parse('2027-01-01T00:00:00Z')
  const endMs = Date.parse('2028-01-01T00:00:00Z')
  const stored = (more: Job, nextRunAtMs: number | null) =>
    schedule({
      startsAtMs,
      endsAtMs: endMs,
      nextRunAtMs,
      request: JSON.stringify(requestFor({ 'job.expression': '0 0 0 1 * ?', ...more })),
    })

  it.each([
    ['a term', {}],
    ['one that is stopped at its end', { 'job.noticeCallable': 'DURATION_END' }],
  ])('has no run at its end: %s', (_what, more) => {
    const row = stored({ ...term(12, 'MONTH'), ...more }, endMs)
    expect(withHalfOpenTerm(row)).toEqual({ ...row, endsAtMs: endMs - 1, nextRunAtMs: null })
    const beforeMs = Date.parse('2027-12-01T00:00:00Z')
    expect(runsOf(withHalfOpenTerm(stored({ ...term(12, 'MONTH'), ...more }, beforeMs)))).toEqual([
      beforeMs,
    ])
  })

  it('is left as it is where it ends by a date or has been written since', () => {
    const byDate = stored({ 'job.endDate': '2028-01-01 00:00:00' }, endMs)
    expect(withHalfOpenTerm(byDate)).toBe(byDate)
    const since = { ...stored(term(12, 'MONTH'), null), endsAtMs: endMs - 1 }
    expect(withHalfOpenTerm(since)).toBe(since)
  })
})
