import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { paymentRow } from '../../payments/payment-row.fixture.ts'
import { HOLD_NOTICE_MS } from '../../payments/references/index.ts'
import { stageOf } from './expiry.ts'

const EXPIRES_MS = 10 * HOLD_NOTICE_MS

const hold = (columns = {}) =>
  paymentRow({ paymentType: 'PA', expiresAtMs: EXPIRES_MS, ...columns })

const stage = (columns: object, nowMs: number) => stageOf(hold(columns), nowMs)

describe('what is due for a hold', () => {
  it('is nothing before the notice, then the notice, then the expiry', () => {
    const noticeAtMs = EXPIRES_MS - HOLD_NOTICE_MS
    expect(stage({}, noticeAtMs - 1)).toEqual({ kind: 'waits', dueAtMs: noticeAtMs })
    expect(stage({}, noticeAtMs)).toEqual({ kind: 'expiresSoon' })
    expect(stage({}, EXPIRES_MS - 1)).toEqual({ kind: 'expiresSoon' })
    expect(stage({}, EXPIRES_MS)).toEqual({ kind: 'expired' })
    expect(stage({ expiredAtMs: EXPIRES_MS }, EXPIRES_MS)).toEqual({ kind: 'told' })
  })

  it('is nothing where nothing is open', () => {
    expect(stage({ capturedMinor: 10_000 }, EXPIRES_MS)).toEqual({ kind: 'over' })
    expect(stage({ reversedMinor: 10_000 }, EXPIRES_MS)).toEqual({ kind: 'over' })
    expect(stage({ state: 'failed' }, EXPIRES_MS)).toEqual({ kind: 'over' })
    expect(stage({ expiresAtMs: null }, EXPIRES_MS)).toEqual({ kind: 'over' })
  })

  it('never waits for a time that has come, whatever is open', () => {
    fc.assert(
      fc.property(
        fc.record({
          capturedMinor: fc.integer({ min: 0, max: 10_000 }),
          expiredAtMs: fc.constantFrom(null, EXPIRES_MS),
        }),
        fc.integer({ min: 0, max: 2 * EXPIRES_MS }),
        (columns, nowMs) => {
          const due = stage(columns, nowMs)
          if (due.kind === 'waits') expect(due.dueAtMs).toBeGreaterThan(nowMs)
        },
      ),
    )
  })
})
