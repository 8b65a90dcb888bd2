import { describe, expect, it } from 'vitest'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../common/durations.ts'
import { paymentRow } from '../payment-row.fixture.ts'
import { maySend, nextInquiryAt, outcomeOfInquiry, RECOVERY_HORIZON_MS } from './recovery-plan.ts'
import { beginWait } from './waits.ts'

describe('the plan of inquiries (R-UNK-3)', () => {
  const begun = beginWait(paymentRow({ state: 'intent', createdAtMs: 0, updatedAtMs: 0 }))
  if (begun.kind !== 'insertTimer') throw new Error('A wait begins with its timer')
  const first = begun.row

  it('asks after 30 s, 2 and 10 min, 1, 6 and 24 h, then daily, last after seven days', () => {
    const askedAtMs = [first.dueAtMs]
    for (let attempts = 1; askedAtMs.length < 100; attempts++) {
      const next = nextInquiryAt({ ...first, attempts }, askedAtMs.at(-1) as number)
      if (next === undefined) break
      askedAtMs.push(next)
    }
    const waits = askedAtMs.map((atMs, index) => atMs - (askedAtMs[index - 1] ?? 0))
    const planned = [30_000, 2 * MINUTE_MS, 10 * MINUTE_MS, HOUR_MS, 6 * HOUR_MS, DAY_MS]
    expect(waits.slice(0, 11)).toEqual([...planned, DAY_MS, DAY_MS, DAY_MS, DAY_MS, DAY_MS])
    expect(waits).toHaveLength(12)
    expect(askedAtMs.at(-1)).toBe(RECOVERY_HORIZON_MS)
  })

  it('ends at the horizon although the gateway was down for most of its inquiries', () => {
    const timer = { ...first, attempts: 2 }
    expect(nextInquiryAt(timer, RECOVERY_HORIZON_MS - 1)).toBe(RECOVERY_HORIZON_MS)
    expect(nextInquiryAt(timer, RECOVERY_HORIZON_MS)).toBeUndefined()
  })
})

describe('an intent', () => {
  it('is sent within ten seconds or never', () => {
    expect(maySend(10_000)).toBe(true)
    expect(maySend(10_001)).toBe(false)
  })
})

describe('an inquiry', () => {
  it('that finds nothing means "never sent" only after the longest transit time', () => {
    const longest = 10_000 + 30_000 + 5_000
    const found = (forMs: number, isUnderWay = false) =>
      outcomeOfInquiry({ kind: 'notFound' }, { forMs, isUnderWay }, 30_000).kind
    expect(found(longest)).toBe('unknown')
    expect(found(longest + 1)).toBe('notSent')
  })

  it('that finds nothing proves nothing while this process is still sending the operation', () => {
    const known = { forMs: 3_600_000, isUnderWay: true }
    expect(outcomeOfInquiry({ kind: 'notFound' }, known, 30_000)).toEqual({ kind: 'unknown' })
  })

  it('that finds something is believed at once', () => {
    const declined = { kind: 'declined', code: '800.100.152' } as const
    const known = { forMs: 0, isUnderWay: true }
    expect(outcomeOfInquiry(declined, known, 30_000)).toBe(declined)
  })
})
