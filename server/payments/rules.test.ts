import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { keepsMoneyLimits } from '../../simulation/memory-store/money-limits.ts'
import { isResultCode } from '../results/catalogue.ts'
import { isRefusal } from '../results/refusal.ts'
import {
  type Change,
  type PaymentRow,
  type PaymentState,
  type PaymentType,
  paymentAfterStep,
} from '../store/port.ts'
import type { ConnectorOutcome } from './connectors/connector.ts'
import { readDetails, shownOf } from './details.ts'
import { openHold, type ReferenceOperation, referenceRules } from './life-cycle.ts'
import { closePayment, openPayment, recordedBy, recordPayment } from './outcome-rules.ts'
import { paymentRow } from './payment-row.fixture.ts'
import type { TargetOfReference } from './record/booking.ts'
import { notedStep } from './record/noted-step.ts'
import { stepToReview } from './record/review-rules.ts'
import { decideReference, type ReferenceRequest } from './rules.ts'

const paymentTypes: readonly PaymentType[] = ['PA', 'DB', 'CD', 'CP', 'RV', 'RF', 'RB', 'RI', '3D']
const states: readonly PaymentState[] = ['intent', 'pending', 'succeeded', 'failed']
const operations = Object.keys(referenceRules) as ReferenceOperation[]

function asking(
  operation: ReferenceOperation,
  more: Partial<ReferenceRequest> = {},
): ReferenceRequest {
  return { operation, nowMs: 1000, reversalWindowMs: 86_400_000, ...more }
}

/** The words of a refusal; `undefined`: allowed, or refused with those of its code. */
function refusalText(target: PaymentRow, request: ReferenceRequest): string | undefined {
  const decided = decideReference(target, request)
  return isRefusal(decided) ? decided.description : undefined
}

/** `ok` with the amount, or the refusal's code. */
function decision(target: PaymentRow, request: ReferenceRequest): string {
  const decided = decideReference(target, request)
  return isRefusal(decided) ? decided.code : `ok ${decided.amountMinor}`
}

describe('every operation on every type in every state', () => {
  const allowed: Readonly<Record<ReferenceOperation, readonly PaymentType[]>> = {
    capture: ['PA'],
    reversal: ['PA', 'DB', 'CD'],
    refund: ['DB', 'CP', 'CD', 'RB'],
    rebill: ['DB'],
    increment: ['PA'],
    renewal: ['PA'],
  }
  const unfit = {
    capture: '700.400.510',
    reversal: '700.400.530',
    refund: '700.400.520',
    rebill: '700.100.700',
    increment: '700.100.700',
    renewal: '700.100.700',
  } as const
  const cases = operations.flatMap((operation) =>
    paymentTypes.flatMap((type) => states.map((state) => ({ operation, type, state }))),
  )

  it.each(cases)('$operation on $type, $state', ({ operation, type, state }) => {
    const expected = !allowed[operation].includes(type)
      ? unfit[operation]
      : state === 'succeeded'
        ? 'ok 10000'
        : state === 'failed'
          ? unfit[operation]
          : '700.400.570'
    expect(decision(paymentRow({ paymentType: type, state }), asking(operation))).toBe(expected)
  })

  it('names only codes of the catalogue', () => {
    for (const rule of Object.values(referenceRules)) {
      const codes = [rule.refusalCode, rule.unfitCode, rule.unknownCode]
      expect(codes.filter((code) => !isResultCode(code))).toEqual([])
    }
  })
})

describe('a capture', () => {
  const hold = paymentRow({ paymentType: 'PA' })

  it('may be of a part, of the rest, and never of more than is open', () => {
    expect(decision(hold, asking('capture', { amountMinor: 4000 }))).toBe('ok 4000')
    const half = { ...hold, capturedMinor: 4000, captureCount: 1 }
    expect(decision(half, asking('capture'))).toBe('ok 6000')
    expect(decision(half, asking('capture', { amountMinor: 6001 }))).toBe('700.400.100')
  })

  it('of a fully captured authorisation is refused with that reason', () => {
    expect(decision({ ...hold, capturedMinor: 10_000 }, asking('capture'))).toBe('700.300.300')
  })

  it('stops at numberOfCaptures', () => {
    const once = { ...hold, maximumCaptures: 1, capturedMinor: 1000, captureCount: 1 }
    expect(decision(once, asking('capture', { amountMinor: 1 }))).toBe('700.400.100')
  })

  it('is refused after sequence=FINAL', () => {
    const closed = { ...hold, capturedMinor: 1000, finalisedBy: 'last' }
    expect(decision(closed, asking('capture', { amountMinor: 1 }))).toBe('700.400.100')
  })

  it('is possible until the hold expires, and refused from that moment on', () => {
    const expiring = { ...hold, expiresAtMs: 5000 }
    expect(decision(expiring, asking('capture', { nowMs: 4999 }))).toBe('ok 10000')
    expect(decision(expiring, asking('capture', { nowMs: 5000 }))).toBe('700.300.400')
    const used = { ...expiring, capturedMinor: 10_000 }
    expect(decision(used, asking('capture', { nowMs: 5000 }))).toBe('700.300.300')
  })

  it('needs the same currency and the same channel', () => {
    expect(decision(hold, asking('capture', { currency: 'USD' }))).toBe('700.100.500')
    expect(decision(hold, asking('capture', { channelId: 'another' }))).toBe('700.400.700')
  })

  it('of zero is refused', () => {
    expect(decision(hold, asking('capture', { amountMinor: 0 }))).toBe('100.550.300')
  })
})

describe('a reversal', () => {
  it('releases what is left of a partly captured authorisation', () => {
    const target = paymentRow({ paymentType: 'PA', capturedMinor: 4000 })
    expect(decision(target, asking('reversal'))).toBe('ok 6000')
  })

  it('is possible of a hold that has expired', () => {
    const expired = paymentRow({ paymentType: 'PA', expiresAtMs: 1 })
    expect(decision(expired, asking('reversal', { nowMs: 5000 }))).toBe('ok 10000')
  })

  it('must be of the whole open amount', () => {
    expect(decision(paymentRow(), asking('reversal', { amountMinor: 9999 }))).toBe('700.400.300')
    expect(decision(paymentRow(), asking('reversal', { amountMinor: 10_000 }))).toBe('ok 10000')
  })

  it('of a debit is possible until the cut-off and while nothing was refunded', () => {
    const late = asking('reversal', { nowMs: 86_400_001 })
    expect(decision(paymentRow(), late)).toBe('700.400.300')
    expect(decision(paymentRow({ refundedMinor: 1 }), asking('reversal'))).toBe('700.400.300')
    expect(decision(paymentRow({ paymentType: 'PA' }), late)).toBe('ok 10000')
  })
})

describe('a refund', () => {
  it('is partial and repeated up to the amount booked', () => {
    const target = paymentRow({ refundedMinor: 9000 })
    expect(decision(target, asking('refund', { amountMinor: 1000 }))).toBe('ok 1000')
    expect(decision(target, asking('refund', { amountMinor: 1001 }))).toBe('700.400.200')
    expect(decision({ ...target, refundedMinor: 10_000 }, asking('refund'))).toBe('700.300.300')
  })

  it('of a reversed debit is refused', () => {
    expect(decision(paymentRow({ reversedMinor: 10_000 }), asking('refund'))).toBe('700.300.300')
  })
})

describe('a payment of which nothing is open', () => {
  it.each([
    ['refunded', { refundedMinor: 10_000 }, '700.300.300'],
    ['reversed', { reversedMinor: 10_000 }, '700.300.300'],
    ['charged back', { chargedBackMinor: 10_000 }, '700.300.600'],
    [
      'charged back after a part was refunded',
      { refundedMinor: 1, chargedBackMinor: 9999 },
      '700.300.600',
    ],
  ])('because it was %s is refused with that reason', (_why, money, code) => {
    expect(decision(paymentRow(money), asking('refund'))).toBe(code)
  })

  it('because it only checks an account says so, whatever its type', () => {
    const check = paymentRow({ paymentType: 'PA', amountMinor: 0 })
    expect(refusalText(check, asking('capture'))).toBe(
      'An account check of 0.00 moves and holds nothing',
    )
    expect(refusalText(check, asking('reversal'))).toMatch(/^An account check/)
  })

  it('because it is an increment asks for the hold that it raised, as no other payment does', () => {
    const increment = paymentRow({ paymentType: 'PA', authorisedMinor: 0, referencedId: 'hold' })
    expect(refusalText(increment, asking('capture'))).toContain('name that payment')
    const captured = paymentRow({ paymentType: 'PA', capturedMinor: 10_000 })
    expect(refusalText(captured, asking('capture'))).toBeUndefined()
    expect(refusalText(paymentRow({ refundedMinor: 10_000 }), asking('refund'))).toBeUndefined()
  })
})

describe('a rebill', () => {
  it('charges any amount again, as often as the merchant asks', () => {
    const refunded = paymentRow({ refundedMinor: 10_000 })
    expect(decision(paymentRow(), asking('rebill', { amountMinor: 25_000 }))).toBe('ok 25000')
    expect(decision(refunded, asking('rebill'))).toBe('ok 10000')
  })

  it('is refused while any of the debit is charged back', () => {
    const disputed = paymentRow({ chargedBackMinor: 1 })
    expect(decision(disputed, asking('rebill', { amountMinor: 500 }))).toBe('700.300.600')
    expect(decision(paymentRow(), asking('rebill', { amountMinor: 500 }))).toBe('ok 500')
  })

  it('books on itself and leaves the debit as it was', () => {
    const debit = paymentRow()
    const [changes = []] = carriedOut(
      debit,
      { operation: 'rebill', isFinal: false, outcome: 'approved' },
      500,
    )
    expect(applied(debit, changes)).toEqual(debit)
    expect(bookedIn(changes)).toBe(500)
  })
})

describe('an incremental authorisation', () => {
  const hold = paymentRow({ paymentType: 'PA', capturedMinor: 4000, captureCount: 1 })

  it('raises the hold with its success, by any amount', () => {
    expect(decision(hold, asking('increment', { amountMinor: 50_000 }))).toBe('ok 50000')
    const raise = { operation: 'increment', isFinal: false, outcome: 'approved' } as const
    const [changes = []] = carriedOut(hold, raise, 50_000)
    expect(applied(hold, changes).authorisedMinor).toBe(60_000)
    expect(decision(applied(hold, changes), asking('capture'))).toBe('ok 56000')
  })

  it('holds nothing itself: captures name the payment that it raised', () => {
    const increment = paymentRow({ paymentType: 'PA', authorisedMinor: 0, referencedId: hold.id })
    expect(decision(increment, asking('capture'))).toBe('700.300.300')
  })

  it('of a hold that is used up is refused', () => {
    const spent = { ...hold, capturedMinor: 10_000 }
    expect(decision(spent, asking('increment', { amountMinor: 1 }))).toBe('700.300.300')
  })
})

describe('a renewed authorisation', () => {
  const hold = paymentRow({ paymentType: 'PA', capturedMinor: 4000, captureCount: 1 })
  const renewal = { operation: 'renewal', isFinal: false, outcome: 'approved' } as const

  it('replaces the open amount, and must not exceed it', () => {
    expect(decision(hold, asking('renewal'))).toBe('ok 6000')
    expect(decision(hold, asking('renewal', { amountMinor: 6001 }))).toBe('700.100.200')
    const [changes = []] = carriedOut(hold, renewal, 5000)
    expect(applied(hold, changes).reversedMinor).toBe(6000)
    expect(decision(applied(hold, changes), asking('capture'))).toBe('700.300.300')
    const accounts = postingsIn(changes).map(({ account, amountMinor }) => [account, amountMinor])
    expect(accounts).toEqual([
      ['authorised', -6000],
      ['reversed', 6000],
      ['shopper', -5000],
      ['authorised', 5000],
    ])
  })

  it('blocks the old hold while it is pending, and unblocks it when it fails', () => {
    const slow = { ...renewal, outcome: 'unknown then declined' }
    const [opened = [], closed = []] = carriedOut(hold, slow, 5000)
    const reserved = applied(hold, opened)
    expect(decision(reserved, asking('capture', { amountMinor: 1 }))).toBe('700.300.300')
    expect(decision(reserved, asking('renewal'))).toBe('700.300.300')
    expect(decision(applied(reserved, closed), asking('capture'))).toBe('ok 6000')
    expect(postingsIn([...opened, ...closed])).toEqual([])
  })
})

describe('a hold that is closed', () => {
  const hold = paymentRow({ paymentType: 'PA' })
  const last = { operation: 'capture', isFinal: true, outcome: 'approved' } as const

  it('by a FINAL capture releases what is left, in the same set of postings', () => {
    const [changes = []] = carriedOut(hold, last, 4000)
    const closed = applied(hold, changes)
    expect(closed).toMatchObject({ capturedMinor: 4000, reversedMinor: 6000, holdClosed: true })
    const accounts = postingsIn(changes).map(({ account, amountMinor }) => [account, amountMinor])
    expect(accounts).toEqual([
      ['authorised', -6000],
      ['reversed', 6000],
      ['authorised', -4000],
      ['captured', 4000],
    ])
    expect(decision(closed, asking('capture'))).toBe('700.400.100')
    expect(decision(closed, asking('reversal'))).toBe('700.400.300')
  })

  it('may not be raised where it cannot be captured any more', () => {
    const used = { ...hold, maximumCaptures: 1, captureCount: 1, capturedMinor: 1000 }
    expect(decision(used, asking('increment', { amountMinor: 1 }))).toBe('700.100.200')
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

function bookedIn(changes: readonly Change[]): number | undefined {
  const inserted = changes.find((change) => change.kind === 'insertPayment')
  return inserted?.kind === 'insertPayment' ? inserted.row.bookedMinor : undefined
}

function postingsIn(changes: readonly Change[]) {
  return changes.flatMap((change) => (change.kind === 'appendPosting' ? [change.row] : []))
}

describe('the money of a payment, for any operations in any order', () => {
  const requests = fc.array(
    fc.record({
      operation: fc.constantFrom<ReferenceOperation>(...operations),
      amountMinor: fc.option(fc.integer({ min: 0, max: 12_000 }), { nil: undefined }),
      isFinal: fc.boolean(),
      outcome: fc.constantFrom('approved', 'declined', 'unknown then declined'),
    }),
    { maxLength: 12 },
  )

  it.each(['PA', 'DB', 'CD'] as const)(
    'of type %s keeps its limits and stays balanced',
    (paymentType) => {
      fc.assert(
        fc.property(requests, (asked) => {
          let target = paymentRow({ paymentType })
          for (const [index, request] of asked.entries()) {
            const { amountMinor, ...rest } = request
            const wanted = asking(rest.operation, {
              ...(amountMinor === undefined ? {} : { amountMinor }),
            })
            const decided = decideReference(target, wanted)
            if (isRefusal(decided)) continue
            const before = target
            const changes = carriedOut(target, request, decided.amountMinor, `reference${index}`)
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
    },
  )
})

describe('operations on one hold that end in any order', () => {
  const requests = fc.array(
    fc.record({
      operation: fc.constantFrom<ReferenceOperation>('capture', 'reversal', 'increment', 'renewal'),
      amountMinor: fc.option(fc.integer({ min: 1, max: 12_000 }), { nil: undefined }),
      isFinal: fc.boolean(),
      isApproved: fc.boolean(),
      /** How many others begin before this one ends. */
      lasts: fc.nat({ max: 4 }),
    }),
    { maxLength: 12 },
  )

  it('leave nothing held once one of them has closed it, and stay balanced', () => {
    fc.assert(
      fc.property(requests, (asked) => {
        const book = bookOf(paymentRow({ paymentType: 'PA' }))
        for (const [index, request] of asked.entries()) {
          book.begin(request, index)
          book.endThose((begun) => begun.until <= index)
        }
        book.endThose(() => true)
        expect(book.heldMinor()).toBe(openHold(book.target()))
      }),
      { numRuns: 1000 },
    )
  })
})

interface Begun {
  readonly payment: PaymentRow
  readonly reference: TargetOfReference
  readonly isApproved: boolean
  readonly until: number
}

/** A hold, what refers to it, and the balance of its postings; each set is held against the limits. */
function bookOf(hold: PaymentRow) {
  let target = hold
  let held = hold.amountMinor
  let isClosed = false
  let underWay: Begun[] = []

  function take(changes: readonly Change[]): void {
    const before = target
    target = applied(target, changes)
    expect(keepsMoneyLimits(target, before)).toBe(true)
    for (const { account, amountMinor } of postingsIn(changes)) {
      if (account === 'authorised') held += amountMinor
    }
  }

  function end({ payment, reference, isApproved }: Begun): void {
    const outcome = isApproved
      ? ({ kind: 'approved' } as const)
      : ({ kind: 'declined', code: '800.100.152' } as const)
    const recorded = recordedBy(
      payment,
      readDetails(payment),
      outcome,
      { approvalCode: '000.100.110' },
      1,
    )
    if (recorded === undefined) throw new Error('recorded outcomes have a step')
    const changes = closePayment(payment, recorded, { ...reference, target })
    // What a renewal holds is its own.
    if (isApproved && payment.operation === 'renewal') held -= payment.amountMinor
    take(changes)
    const { operation } = payment
    const closes =
      operation === 'reversal' ||
      operation === 'renewal' ||
      (operation === 'capture' && reference.isFinal)
    isClosed ||= isApproved && closes
    if (isClosed) expect(openHold(target)).toBe(0)
  }

  return {
    begin(
      { operation, isFinal, isApproved, lasts, amountMinor }: RequestInTime,
      index: number,
    ): void {
      const wanted = asking(operation, amountMinor === undefined ? {} : { amountMinor })
      const decided = decideReference(target, wanted)
      if (isRefusal(decided)) return
      const isLast = isFinal && referenceRules[operation].mayBeLast
      const payment = paymentRow({
        id: `reference${index}`,
        operation,
        paymentType: referenceRules[operation].paymentType,
        amountMinor: decided.amountMinor,
        state: 'intent',
        referencedId: target.id,
        replacedHoldMinor: operation === 'renewal' ? openHold(target) : 0,
      })
      const reference = { target, isFinal: isLast }
      take(openPayment(payment, reference))
      underWay.push({ payment, reference, isApproved, until: index + lasts })
    },
    endThose(isOver: (begun: Begun) => boolean): void {
      const over = underWay.filter(isOver)
      underWay = underWay.filter((begun) => !isOver(begun))
      for (const begun of over) end(begun)
    },
    target: () => target,
    /** Without what is under way the postings say what is open. */
    heldMinor: () => held,
  }
}

interface RequestInTime {
  readonly operation: ReferenceOperation
  readonly amountMinor: number | undefined
  readonly isFinal: boolean
  readonly isApproved: boolean
  readonly lasts: number
}

/** The change sets of one reference: at once, or written down first and recorded after. */
function carriedOut(
  target: PaymentRow,
  request: { operation: ReferenceOperation; isFinal: boolean; outcome: string },
  amountMinor: number,
  id = 'reference',
): Change[][] {
  const { operation } = request
  const isFinal = request.isFinal && referenceRules[operation].mayBeLast
  const payment = paymentRow({
    id,
    operation,
    paymentType: referenceRules[operation].paymentType,
    amountMinor,
    state: 'intent',
    referencedId: target.id,
    replacedHoldMinor: operation === 'renewal' ? openHold(target) : 0,
  })
  const outcome =
    request.outcome === 'approved'
      ? ({ kind: 'approved' } as const)
      : ({ kind: 'declined', code: '800.100.152' } as const)
  const recorded = recordedBy(
    payment,
    { request: {} },
    outcome,
    { approvalCode: '000.100.110' },
    1000,
  )
  if (recorded === undefined) throw new Error('recorded outcomes have a step')
  const reference = { target, isFinal }
  if (request.outcome !== 'unknown then declined') {
    return [recordPayment(paymentAfterStep(payment, recorded.step), recorded, reference)]
  }
  const opened = openPayment(payment, reference)
  const reserved = applied(target, opened)
  return [opened, closePayment(payment, recorded, { ...reference, target: reserved })]
}

describe('an outcome', () => {
  const details = { request: {} }

  it('that is unknown settles nothing', () => {
    expect(
      recordedBy(paymentRow(), details, { kind: 'unknown' }, { approvalCode: '000.100.110' }, 1),
    ).toBeUndefined()
  })

  it('of an account check books and posts nothing', () => {
    const payment = paymentRow({ paymentType: 'PA', amountMinor: 0, state: 'intent' })
    const recorded = recordedBy(
      payment,
      details,
      { kind: 'approved' },
      { approvalCode: '000.100.110' },
      1,
    )
    if (recorded === undefined) throw new Error('approved outcomes have a step')
    expect(postingsIn(recordPayment(paymentAfterStep(payment, recorded.step), recorded))).toEqual(
      [],
    )
  })

  it('for which a risk check asks a review has a result code that says so', () => {
    const payment = paymentRow({ state: 'intent', bookedMinor: 0 })
    const reviewed = { request: {}, reviewCode: '000.400.000' }
    const recorded = recordedBy(
      payment,
      reviewed,
      { kind: 'approved' },
      { approvalCode: '000.100.110' },
      1,
    )
    expect(recorded?.step).toMatchObject({ state: 'succeeded', resultCode: '000.400.000' })
  })
})

describe('an outcome that was unknown', () => {
  const dayMs = 86_400_000
  const noonMs = dayMs / 2
  const approvedAt = (payment: PaymentRow, nowMs: number) => {
    const recorded = recordedBy(
      payment,
      readDetails(payment),
      { kind: 'approved' },
      { approvalCode: '000.100.110' },
      nowMs,
    )
    if (recorded === undefined) throw new Error('approved outcomes have a step')
    return paymentAfterStep(payment, recorded.step)
  }
  const intentOf = (columns: Partial<PaymentRow> = {}) =>
    paymentRow({
      state: 'intent',
      bookedMinor: 0,
      createdAtMs: noonMs,
      updatedAtMs: noonMs,
      ...columns,
    })

  it('and is told on the same day needs no time of its booking', () => {
    expect(approvedAt(intentOf(), dayMs - 1).bookedAtMs).toBeNull()
  })

  it.each(['DB', 'CP', 'RF', 'CD', 'RB', 'RV'] as const)(
    'and is told on a later day books a %s then, when its postings are made',
    (paymentType) => {
      const booked = approvedAt(intentOf({ paymentType }), 21 * dayMs)
      expect([booked.bookedAtMs, booked.updatedAtMs]).toEqual([21 * dayMs, 21 * dayMs])
      expect(approvedAt(intentOf({ paymentType }), dayMs).bookedAtMs).toBe(dayMs)
    },
  )

  it('has its cut-off for a reversal counted from the day on which the acquirer was asked', () => {
    const booked = approvedAt(intentOf(), 21 * dayMs)
    expect(decision(booked, asking('reversal', { nowMs: noonMs + dayMs }))).toBe('ok 10000')
    expect(decision(booked, asking('reversal', { nowMs: 21 * dayMs }))).toBe('700.400.300')
    expect(shownOf(booked).members).not.toContain('askedAtMs')
  })

  it.each([
    ['a review', (payment: PaymentRow) => stepToReview(payment, 21 * dayMs)],
    [
      'the note that it is sent again',
      (payment: PaymentRow) =>
        notedStep(payment, readDetails(payment), { kind: 'replayed', atMs: 21 * dayMs }).changes,
    ],
  ])('is booked on the day of its outcome, also after %s on that day', (_, noted) => {
    const payment = intentOf()
    const [change] = noted(payment)
    if (change?.kind !== 'stepPayment') throw new Error('a note changes its payment')
    const booked = approvedAt(paymentAfterStep(payment, change.set), 21 * dayMs + 1)
    expect(booked.bookedAtMs).toBe(21 * dayMs + 1)
    expect(decision(booked, asking('reversal', { nowMs: 21 * dayMs + 1 }))).toBe('700.400.300')
    const hold = intentOf({
      paymentType: 'PA',
      authenticationId: 'a1',
      expiresAtMs: noonMs + 7 * dayMs,
    })
    const [ofHold] = noted(hold)
    if (ofHold?.kind !== 'stepPayment') throw new Error('a note changes its payment')
    expect(approvedAt(paymentAfterStep(hold, ofHold.set), 21 * dayMs + 1)).toMatchObject({
      bookedAtMs: noonMs,
      expiresAtMs: noonMs + 7 * dayMs,
    })
  })

  it('does not make a hold last longer', () => {
    const hold = { paymentType: 'PA', expiresAtMs: noonMs + 7 * dayMs } as const
    expect(approvedAt(intentOf(hold), 5 * dayMs)).toMatchObject({
      bookedAtMs: null,
      expiresAtMs: noonMs + 7 * dayMs,
    })
    const authenticated = intentOf({ ...hold, authenticationId: 'a1', updatedAtMs: dayMs })
    expect(approvedAt(authenticated, 5 * dayMs)).toMatchObject({
      bookedAtMs: dayMs,
      expiresAtMs: 8 * dayMs,
    })
  })
})

describe('a pending outcome', () => {
  const waits = {
    kind: 'pending',
    code: '000.200.000',
    redirect: { url: 'https://bank.example/pay', parameters: [] },
    expiresAfterMs: 5000,
  } as const
  const details = { request: {} }
  const intent = paymentRow({ state: 'intent', bookedMinor: 0 })

  it('books nothing, keeps the redirect, and expires at a set time', () => {
    const recorded = recordedBy(intent, details, waits, { approvalCode: '000.100.110' }, 1000)
    if (recorded === undefined) throw new Error('pending outcomes have a step')
    const changes = recordPayment(paymentAfterStep(intent, recorded.step), recorded)
    expect(postingsIn(changes)).toEqual([])
    expect(changes.at(-1)).toMatchObject({
      kind: 'insertTimer',
      row: { kind: 'pendingPayment', dueAtMs: 6000, entityId: intent.entityId },
    })
    expect(readDetails(paymentAfterStep(intent, recorded.step)).redirect?.url).toBe(
      'https://bank.example/pay',
    )
  })

  it('changes nothing when it is received again, and the final outcome books and ends the redirect', () => {
    const pending = { ...intent, state: 'pending', resultCode: '000.200.000' } as const
    expect(
      recordedBy(pending, details, waits, { approvalCode: '000.100.110' }, 2000),
    ).toBeUndefined()
    const redirected = { request: {}, redirect: waits.redirect }
    const recorded = recordedBy(
      pending,
      redirected,
      { kind: 'approved' },
      { approvalCode: '000.100.110' },
      2000,
    )
    if (recorded === undefined) throw new Error('approved outcomes have a step')
    const changes = closePayment(pending, recorded)
    expect(postingsIn(changes)).toHaveLength(2)
    expect(changes).toContainEqual({
      kind: 'endTimer',
      timer: 'pendingPayment',
      subjectId: pending.id,
      expectedVersion: null,
    })
    expect(readDetails(paymentAfterStep(pending, recorded.step))).not.toHaveProperty('redirect')
  })

  it('that becomes a booking can be reversed from then on, for the usual time', () => {
    const pending = { ...intent, state: 'pending', resultCode: '000.200.000' } as const
    const dayMs = 86_400_000
    const recorded = recordedBy(
      pending,
      details,
      { kind: 'approved' },
      { approvalCode: '000.100.110' },
      dayMs,
    )
    if (recorded === undefined) throw new Error('approved outcomes have a step')
    const booked = paymentAfterStep(pending, recorded.step)
    expect(decision(booked, asking('reversal', { nowMs: 2 * dayMs }))).toBe('ok 10000')
    expect(decision(booked, asking('reversal', { nowMs: 2 * dayMs + 1 }))).toBe('700.400.300')
  })

  it('of a refund keeps its amount reserved until it is known', () => {
    const debit = paymentRow()
    const refund = paymentRow({
      id: 'refund',
      paymentType: 'RF',
      amountMinor: 4000,
      state: 'intent',
      bookedMinor: 0,
      referencedId: debit.id,
    })
    const reference = { target: debit, isFinal: false }
    const recorded = recordedBy(refund, details, waits, { approvalCode: '000.100.110' }, 1000)
    if (recorded === undefined) throw new Error('pending outcomes have a step')
    const changes = recordPayment(paymentAfterStep(refund, recorded.step), recorded, reference)
    expect(applied(debit, changes).refundedMinor).toBe(4000)
  })
})

describe('an operation that the acquirer has accepted', () => {
  const taken = { kind: 'taken', expectedWithinMs: 5000 } as const
  const manner = { approvalCode: '000.100.110' }
  const debit = paymentRow()
  const refund = paymentRow({
    id: 'refund',
    paymentType: 'RF',
    amountMinor: 4000,
    state: 'intent',
    bookedMinor: 0,
    referencedId: debit.id,
  })

  it('waits without an end, and keeps its amount reserved', () => {
    const recorded = recordedBy(refund, { request: {} }, taken, manner, 1000)
    if (recorded === undefined) throw new Error('what is accepted has a step')
    const stored = paymentAfterStep(refund, recorded.step)
    expect([stored.state, stored.resultCode]).toEqual(['taken', '000.200.000'])
    const changes = recordPayment(stored, recorded, { target: debit, isFinal: false })
    expect(applied(debit, changes).refundedMinor).toBe(4000)
    expect(postingsIn(changes)).toEqual([])
    expect(changes.at(-1)).toMatchObject({
      kind: 'insertTimer',
      row: { kind: 'takenPayment', dueAtMs: 6000 },
    })
  })

  it.each([
    ['it is accepted again', taken],
    ['it is said to be pending', { kind: 'pending', code: '000.200.000', expiresAfterMs: 1 }],
    ['it is not found', { kind: 'notSent' }],
    ['nothing is known', { kind: 'unknown' }],
  ] as const)('stays as it is where %s', (_, outcome) => {
    const stored = { ...refund, state: 'taken', resultCode: '000.200.000' } as const
    expect(recordedBy(stored, { request: {} }, outcome, manner, 9e9)).toBeUndefined()
  })

  it('is booked when it is approved, and releases its amount when it is declined', () => {
    const stored = { ...refund, state: 'taken', resultCode: '000.200.000' } as const
    const target = { ...debit, refundedMinor: 4000 }
    const changesBy = (outcome: ConnectorOutcome) => {
      const recorded = recordedBy(stored, { request: {} }, outcome, manner, 9e9)
      if (recorded === undefined) throw new Error('outcomes have a step')
      return closePayment(stored, recorded, { target, isFinal: false })
    }
    expect(postingsIn(changesBy({ kind: 'approved' }))).toHaveLength(2)
    const declined = changesBy({ kind: 'declined', code: '800.100.100' })
    expect(postingsIn(declined)).toEqual([])
    expect(applied(target, declined).refundedMinor).toBe(0)
  })

  it.each([
    ['the shop has the profile legacy', { request: {}, takenIsDone: true }, manner],
    ['its account says so', { request: {} }, { ...manner, takenIsDone: true }],
  ])('counts as done where %s', (_, details, ofAccount) => {
    const recorded = recordedBy(refund, details, taken, ofAccount, 1000)
    expect(recorded?.step).toMatchObject({ state: 'succeeded', resultCode: '000.100.110' })
    expect(recorded?.details.isUnconfirmed).toBe(true)
  })

  it('waits where it is a hold, also where its account says that it is done: no failure could take it back', () => {
    const hold = { ...refund, paymentType: 'PA', operation: 'increment' } as const
    const ofAccount = { ...manner, takenIsDone: true }
    const recorded = recordedBy(hold, { request: {} }, taken, ofAccount, 1000)
    expect(recorded?.step).toMatchObject({ state: 'taken', resultCode: '000.200.000' })
  })
})
