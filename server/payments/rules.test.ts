import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isResultCode } from '../results/catalogue.ts'
import { isRefusal } from '../results/refusal.ts'
import type { Change, PaymentRow, PaymentState, PaymentType } from '../store/port.ts'
import { steppedBy } from './booking.ts'
import { type ReferenceType, references } from './life-cycle.ts'
import { paymentRow } from './payment-row.fixture.ts'
import {
  closePayment,
  decideReference,
  openPayment,
  type ReferenceRequest,
  recordPayment,
  settledBy,
} from './rules.ts'

const paymentTypes: readonly PaymentType[] = ['PA', 'DB', 'CD', 'CP', 'RV', 'RF']
const states: readonly PaymentState[] = ['intent', 'pending', 'succeeded', 'failed']
const kinds = Object.keys(references) as ReferenceType[]

function asking(
  paymentType: ReferenceType,
  more: Partial<ReferenceRequest> = {},
): ReferenceRequest {
  return { paymentType, isFinal: false, nowMs: 1000, reversalWindowMs: 86_400_000, ...more }
}

/** `ok` with the amount, or the refusal's code. */
function decision(target: PaymentRow, request: ReferenceRequest): string {
  const decided = decideReference(target, request)
  return isRefusal(decided) ? decided.code : `ok ${decided.amountMinor}`
}

describe('every operation on every type in every state', () => {
  const allowed: Readonly<Record<ReferenceType, readonly PaymentType[]>> = {
    CP: ['PA'],
    RV: ['PA', 'DB', 'CD'],
    RF: ['DB', 'CP', 'CD'],
  }
  const unfit = { CP: '700.400.510', RV: '700.400.530', RF: '700.400.520' } as const
  const cases = kinds.flatMap((kind) =>
    paymentTypes.flatMap((type) => states.map((state) => ({ kind, type, state }))),
  )

  it.each(cases)('$kind on $type, $state', ({ kind, type, state }) => {
    const expected = !allowed[kind].includes(type)
      ? unfit[kind]
      : state === 'succeeded'
        ? 'ok 10000'
        : state === 'failed'
          ? unfit[kind]
          : '700.400.570'
    expect(decision(paymentRow({ paymentType: type, state }), asking(kind))).toBe(expected)
  })

  it('names only codes of the catalogue', () => {
    for (const rule of Object.values(references)) {
      expect([rule.refusalCode, rule.unfitCode].filter((code) => !isResultCode(code))).toEqual([])
    }
  })
})

describe('a capture', () => {
  const hold = paymentRow({ paymentType: 'PA' })

  it('takes a part, the rest, and never more than is open', () => {
    expect(decision(hold, asking('CP', { amountMinor: 4000 }))).toBe('ok 4000')
    const half = { ...hold, capturedMinor: 4000, captureCount: 1 }
    expect(decision(half, asking('CP'))).toBe('ok 6000')
    expect(decision(half, asking('CP', { amountMinor: 6001 }))).toBe('700.400.100')
  })

  it('of a wholly captured authorisation is told that it is done', () => {
    expect(decision({ ...hold, capturedMinor: 10_000 }, asking('CP'))).toBe('700.300.300')
  })

  it('stops at numberOfCaptures', () => {
    const once = { ...hold, maximumCaptures: 1, capturedMinor: 1000, captureCount: 1 }
    expect(decision(once, asking('CP', { amountMinor: 1 }))).toBe('700.400.100')
  })

  it('is refused after sequence=FINAL', () => {
    const closed = { ...hold, capturedMinor: 1000, finalised: true }
    expect(decision(closed, asking('CP', { amountMinor: 1 }))).toBe('700.400.100')
  })

  it('needs the same currency and the same channel', () => {
    expect(decision(hold, asking('CP', { currency: 'USD' }))).toBe('700.100.500')
    expect(decision(hold, asking('CP', { channelId: 'another' }))).toBe('700.400.700')
  })

  it('of nothing is refused', () => {
    expect(decision(hold, asking('CP', { amountMinor: 0 }))).toBe('100.550.300')
  })
})

describe('a reversal', () => {
  it('gives back what is left of a partly captured authorisation', () => {
    const target = paymentRow({ paymentType: 'PA', capturedMinor: 4000 })
    expect(decision(target, asking('RV'))).toBe('ok 6000')
  })

  it('is of the whole open amount only', () => {
    expect(decision(paymentRow(), asking('RV', { amountMinor: 9999 }))).toBe('700.400.300')
    expect(decision(paymentRow(), asking('RV', { amountMinor: 10_000 }))).toBe('ok 10000')
  })

  it('of a debit is possible until the cut-off and while nothing was refunded', () => {
    const late = asking('RV', { nowMs: 86_400_001 })
    expect(decision(paymentRow(), late)).toBe('700.400.300')
    expect(decision(paymentRow({ refundedMinor: 1 }), asking('RV'))).toBe('700.400.300')
    expect(decision(paymentRow({ paymentType: 'PA' }), late)).toBe('ok 10000')
  })
})

describe('a refund', () => {
  it('is partial and repeated up to the amount booked', () => {
    const target = paymentRow({ refundedMinor: 9000 })
    expect(decision(target, asking('RF', { amountMinor: 1000 }))).toBe('ok 1000')
    expect(decision(target, asking('RF', { amountMinor: 1001 }))).toBe('700.400.200')
    expect(decision({ ...target, refundedMinor: 10_000 }, asking('RF'))).toBe('700.300.300')
  })

  it('of a reversed debit is refused', () => {
    expect(decision(paymentRow({ reversedMinor: 10_000 }), asking('RF'))).toBe('700.300.300')
  })
})

/** Applies the steps of a change set to the payments it names, as the store would. */
function applied(target: PaymentRow, changes: readonly Change[]): PaymentRow {
  let row = target
  for (const change of changes) {
    if (change.kind !== 'stepPayment' || change.id !== target.id) continue
    row = { ...row, ...change.set, version: row.version + 1 } as PaymentRow
  }
  return row
}

function postingsIn(changes: readonly Change[]) {
  return changes.flatMap((change) => (change.kind === 'appendPosting' ? [change.row] : []))
}

describe('money, whatever is asked in whatever order', () => {
  const requests = fc.array(
    fc.record({
      paymentType: fc.constantFrom<ReferenceType>('CP', 'RV', 'RF'),
      amountMinor: fc.option(fc.integer({ min: 0, max: 12_000 }), { nil: undefined }),
      isFinal: fc.boolean(),
      outcome: fc.constantFrom('approved', 'declined', 'unknown then declined'),
    }),
    { maxLength: 12 },
  )

  it.each(['PA', 'DB', 'CD'] as const)('of a %s keeps its limits and balances', (paymentType) => {
    fc.assert(
      fc.property(requests, (asked) => {
        let target = paymentRow({ paymentType })
        for (const [index, request] of asked.entries()) {
          const { amountMinor, ...rest } = request
          const wanted = asking(rest.paymentType, {
            isFinal: rest.isFinal,
            ...(amountMinor === undefined ? {} : { amountMinor }),
          })
          const decided = decideReference(target, wanted)
          if (isRefusal(decided)) continue
          const before = target
          const changes = carriedOut(target, request, decided.amountMinor, index)
          for (const set of changes) {
            target = applied(target, set)
            const legs = postingsIn(set)
            expect(legs.reduce((sum, leg) => sum + leg.amountMinor, 0)).toBe(0)
          }
          expect(target.capturedMinor + target.reversedMinor).toBeLessThanOrEqual(
            Math.max(target.authorisedMinor, target.bookedMinor),
          )
          expect(target.refundedMinor).toBeLessThanOrEqual(target.bookedMinor)
          if (request.outcome !== 'approved') {
            expect({ ...target, version: 0, updatedAtMs: 0 }).toEqual({
              ...before,
              version: 0,
              updatedAtMs: 0,
            })
          }
        }
      }),
      { numRuns: 500 },
    )
  })
})

/** The change sets of one reference: at once, or written down first and settled after. */
function carriedOut(
  target: PaymentRow,
  request: { paymentType: ReferenceType; isFinal: boolean; outcome: string },
  amountMinor: number,
  index: number,
): Change[][] {
  const { paymentType, isFinal } = request
  const payment = paymentRow({
    id: `reference${index}`,
    paymentType,
    amountMinor,
    state: 'intent',
    referencedId: target.id,
  })
  const outcome =
    request.outcome === 'approved'
      ? ({ kind: 'approved' } as const)
      : ({ kind: 'declined', code: '800.100.152' } as const)
  const step = settledBy(payment, { request: {} }, outcome, '000.100.110', 1000)
  if (step === undefined) throw new Error('settled outcomes have a step')
  if (request.outcome !== 'unknown then declined') {
    return [recordPayment(steppedBy(payment, step), { target, paymentType, isFinal })]
  }
  const opened = openPayment(payment, { target, paymentType, isFinal })
  const reserved = applied(target, opened)
  return [opened, closePayment(payment, step, { target: reserved, paymentType, isFinal })]
}

describe('an outcome', () => {
  it('that is unknown settles nothing', () => {
    const step = settledBy(paymentRow(), { request: {} }, { kind: 'unknown' }, '000.100.110', 1)
    expect(step).toBeUndefined()
  })

  it('of an account check books and posts nothing', () => {
    const payment = paymentRow({ paymentType: 'PA', amountMinor: 0, state: 'intent' })
    const step = settledBy(payment, { request: {} }, { kind: 'approved' }, '000.100.110', 1)
    expect(postingsIn(recordPayment(steppedBy(payment, step as never)))).toEqual([])
  })
})
