import { describe, expect, it } from 'vitest'
import type { Change, PaymentRow } from '../../store/port.ts'
import { paymentRow } from '../payment-row.fixture.ts'
import { decideReference } from '../rules.ts'
import { bookLateFailure, type FailingLater, mayFailLater } from './late-failure.ts'

const APPROVED = '000.100.110'
const told = { id: 'late', code: '800.100.100', resultDetails: { Reason: 'closed' }, atMs: 9000 }

const bookedBy = (failing: FailingLater) => bookLateFailure(failing, told, APPROVED)

/** A row after the steps among these changes. */
function stepped(row: PaymentRow, changes: readonly Change[]): PaymentRow {
  const steps = changes.flatMap((one) =>
    one.kind === 'stepPayment' && one.id === row.id ? [one.set] : [],
  )
  return Object.assign({}, row, ...steps)
}

function postings(changes: readonly Change[]) {
  return changes.flatMap((one) =>
    one.kind === 'appendPosting' ? [[one.row.account, one.row.amountMinor]] : [],
  )
}

const reference = (columns: Partial<PaymentRow>, target: PaymentRow) =>
  paymentRow({
    id: 'reference',
    referencedId: target.id,
    familyId: target.id,
    amountMinor: 4000,
    bookedMinor: 0,
    ...columns,
  })

describe('a capture that fails after it has succeeded', () => {
  const hold = (columns: Partial<PaymentRow> = {}) =>
    paymentRow({
      paymentType: 'PA',
      authorisedMinor: 10_000,
      bookedMinor: 0,
      capturedMinor: 4000,
      captureCount: 1,
      ...columns,
    })
  const captureOf = (target: PaymentRow) =>
    reference({ paymentType: 'CP', operation: 'capture', bookedMinor: 4000 }, target)

  it('gives its amount back to the hold, on the day on which that is told', () => {
    const target = hold()
    const payment = captureOf(target)
    const { made, changes } = bookedBy({ payment, reference: { target, isFinal: false } })
    expect(stepped(target, changes)).toMatchObject({ capturedMinor: 0, captureCount: 0 })
    expect(stepped(payment, changes).failedLaterAtMs).toBe(9000)
    expect(made).toMatchObject({
      operation: 'lateFailure',
      paymentType: 'RV',
      referencedId: payment.id,
      amountMinor: 4000,
      createdAtMs: 9000,
    })
    expect(postings(changes)).toEqual([
      ['captured', -4000],
      ['authorised', 4000],
    ])
  })

  it('may be captured again, and not be refunded', () => {
    const target = hold()
    const payment = captureOf(target)
    const { changes } = bookedBy({ payment, reference: { target, isFinal: false } })
    const asked = { isFinal: false, nowMs: 9001, reversalWindowMs: 1000 }
    expect(decideReference(stepped(target, changes), { ...asked, operation: 'capture' })).toEqual({
      amountMinor: 10_000,
    })
    expect(
      decideReference(stepped(payment, changes), { ...asked, operation: 'refund' }),
    ).toMatchObject({ code: '700.300.300' })
  })

  it('is released where its hold is closed', () => {
    const target = hold({ reversedMinor: 6000, holdClosed: true, finalisedBy: 'reference' })
    const payment = captureOf(target)
    const { changes } = bookedBy({ payment, reference: { target, isFinal: true } })
    expect(stepped(target, changes)).toMatchObject({
      capturedMinor: 0,
      reversedMinor: 10_000,
      finalisedBy: 'reference',
    })
    expect(postings(changes)).toEqual([
      ['captured', -4000],
      ['authorised', 4000],
      ['authorised', -4000],
      ['reversed', 4000],
    ])
  })
})

describe('a refund that fails after it has succeeded', () => {
  it.each([
    ['DB', 'captured'],
    ['CD', 'credited'],
  ] as const)('of a %s may be made again', (paymentType, account) => {
    const target = paymentRow({ paymentType, refundedMinor: 4000, finalisedBy: 'reference' })
    const payment = reference({ paymentType: 'RF', operation: 'refund', bookedMinor: 4000 }, target)
    const { changes } = bookedBy({ payment, reference: { target, isFinal: true } })
    expect(stepped(target, changes)).toMatchObject({ refundedMinor: 0, finalisedBy: null })
    expect(postings(changes)).toEqual([
      ['refunded', -4000],
      [account, 4000],
    ])
  })
})

describe('a reversal that fails after it has succeeded', () => {
  it('of a hold holds its amount again', () => {
    const target = paymentRow({
      paymentType: 'PA',
      authorisedMinor: 4000,
      bookedMinor: 0,
      reversedMinor: 4000,
      holdClosed: true,
    })
    const payment = reference({ paymentType: 'RV', operation: 'reversal' }, target)
    const { changes } = bookedBy({ payment, reference: { target, isFinal: false } })
    expect(stepped(target, changes)).toMatchObject({ reversedMinor: 0, holdClosed: false })
    expect(postings(changes)).toEqual([
      ['reversed', -4000],
      ['authorised', 4000],
    ])
  })
})

describe('a payment', () => {
  it('that has failed, waits, holds, or has failed later before is not booked as failed later', () => {
    expect(mayFailLater(paymentRow())).toBe(true)
    for (const columns of [
      { state: 'failed', bookedMinor: 0 },
      { state: 'taken', bookedMinor: 0 },
      { paymentType: 'PA' },
      { failedLaterAtMs: 1 },
    ] as const)
      expect(mayFailLater(paymentRow(columns))).toBe(false)
  })
})
