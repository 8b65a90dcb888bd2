import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { DAY_MS, HOUR_MS } from '../../common/durations.ts'
import { beginOf, partsOf } from './spans.ts'

const NOON = Date.UTC(2026, 10, 26, 12)
const TODAY = beginOf(NOON, DAY_MS)

describe('a time is divided', () => {
  it('into days that are over, hours that are summed, and the payments since then', () => {
    const from = { fromMs: TODAY - 2 * DAY_MS, toMs: NOON + 1000 }
    expect(partsOf(from, { untilMs: NOON - HOUR_MS })).toEqual([
      { from: 'days', fromMs: TODAY - 2 * DAY_MS, toMs: TODAY },
      { from: 'hours', fromMs: TODAY, toMs: NOON - HOUR_MS },
      { from: 'payments', fromMs: NOON - HOUR_MS, toMs: NOON + 1000 },
    ])
  })

  it('into hours alone where it has no whole day', () => {
    const from = { fromMs: TODAY - DAY_MS + HOUR_MS, toMs: TODAY }
    expect(partsOf(from, { untilMs: NOON })).toEqual([{ from: 'hours', ...from }])
  })

  it('into payments alone where nothing is summed', () => {
    const time = { fromMs: TODAY, toMs: NOON }
    expect(partsOf(time, { untilMs: 0 })).toEqual([{ from: 'payments', ...time }])
  })

  it('without a gap and without counting anything twice, in spans that are whole and summed', () => {
    const moment = fc.integer({ min: 0, max: 10 * 24 * 60 }).map((minutes) => minutes * 60_000)
    fc.assert(
      fc.property(moment, moment, moment, (one, other, until) => {
        const time = { fromMs: Math.min(one, other), toMs: Math.max(one, other) + 1 }
        const untilMs = beginOf(until, HOUR_MS)
        let atMs = time.fromMs
        for (const { from, fromMs, toMs } of partsOf(time, { untilMs })) {
          expect(fromMs).toBe(atMs)
          atMs = toMs
          if (from === 'payments') continue
          const stepMs = from === 'days' ? DAY_MS : HOUR_MS
          expect([fromMs % stepMs, toMs % stepMs]).toEqual([0, 0])
          expect(toMs).toBeLessThanOrEqual(untilMs)
        }
        expect(atMs).toBe(time.toMs)
      }),
    )
  })
})
