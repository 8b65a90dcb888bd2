import { describe, expect, it } from 'vitest'
import type { PaymentRow, PaymentStep, PaymentType, Store } from '../port.ts'
import { authorised, nextId, payment, succeeded } from '../testing/sample-rows.ts'
import {
  applied,
  conflict,
  given,
  insertPayment,
  stepPayment,
  storeOfAllTests,
} from './open-store.ts'

type StepCase = readonly [name: string, before: Partial<PaymentRow>, step: Partial<PaymentStep>]

const hold = { paymentType: 'PA', bookedMinor: 0, authorisedMinor: 10_000_000_000 } as const
const credit = { paymentType: 'CD' } as const

/** Steps on a successful payment of 10,000 minor units, a DB unless `before` says otherwise. */
const allowed: readonly StepCase[] = [
  ['a capture of all that is held', hold, { capturedMinor: 10_000_000_000, captureCount: 1 }],
  [
    'a capture of what a capture left',
    { ...hold, capturedMinor: 9_999_999_999, captureCount: 1 },
    { capturedMinor: 10_000_000_000, captureCount: 2 },
  ],
  ['a raised hold', hold, { authorisedMinor: 20_000_000_000 }],
  ['a void of all that is held', hold, { reversedMinor: 10_000_000_000 }],
  [
    'a void of what captures left',
    { ...hold, capturedMinor: 4_000_000_000, captureCount: 1 },
    { reversedMinor: 6_000_000_000 },
  ],
  ['a refund of everything', {}, { refundedMinor: 10_000_000_000 }],
  ['a refund of a credit', credit, { refundedMinor: 10_000_000_000 }],
  [
    'a raised hold beside captures of it',
    { ...hold, capturedMinor: 9_000_000_000, captureCount: 1 },
    { authorisedMinor: 12_000_000_000 },
  ],
  ['a reversal of everything', {}, { reversedMinor: 10_000_000_000 }],
  [
    'the last of the captures that are allowed',
    { ...hold, maximumCaptures: 2, capturedMinor: 1, captureCount: 1 },
    { capturedMinor: 2, captureCount: 2 },
  ],
  [
    'a hundredth capture where their number was not limited',
    { ...hold, capturedMinor: 99, captureCount: 99 },
    { capturedMinor: 100, captureCount: 100 },
  ],
  [
    'the booking that is final itself',
    hold,
    { capturedMinor: 1, captureCount: 1, finalisedBy: 'last' },
  ],
  [
    'giving a final booking back, because it failed',
    { ...hold, capturedMinor: 1, captureCount: 1, finalisedBy: 'last' },
    { capturedMinor: 0, captureCount: 0, finalisedBy: null },
  ],
  [
    'releasing what the final capture leaves',
    { ...hold, capturedMinor: 4_000_000_000, captureCount: 1, finalisedBy: 'last' },
    { reversedMinor: 6_000_000_000 },
  ],
  [
    'releasing what another capture gives back after the final one',
    {
      ...hold,
      capturedMinor: 7_000_000_000,
      captureCount: 2,
      reversedMinor: 3_000_000_000,
      finalisedBy: 'last',
    },
    { capturedMinor: 4_000_000_000, captureCount: 1, reversedMinor: 6_000_000_000 },
  ],
  [
    'giving a capture back beside a void of the rest',
    { ...hold, capturedMinor: 4_000_000_000, captureCount: 1, reversedMinor: 6_000_000_000 },
    { capturedMinor: 0, captureCount: 0 },
  ],
]

const refused: readonly StepCase[] = [
  ['a capture of one more than is held', hold, { capturedMinor: 10_000_000_001, captureCount: 1 }],
  [
    'a capture of what was voided',
    { ...hold, reversedMinor: 10_000_000_000 },
    { capturedMinor: 1, captureCount: 1 },
  ],
  ['a void of one more than is held', hold, { reversedMinor: 10_000_000_001 }],
  ['a void of a part', hold, { reversedMinor: 9_999_999_999 }],
  ['a refund of a hold', hold, { refundedMinor: 1 }],
  [
    'one capture more than their number',
    { ...hold, maximumCaptures: 1, capturedMinor: 1, captureCount: 1 },
    { capturedMinor: 2, captureCount: 2 },
  ],
  ['a refund of one more than was booked', {}, { refundedMinor: 10_000_000_001 }],
  ['a refund of what was reversed', { reversedMinor: 10_000_000_000 }, { refundedMinor: 1 }],
  ['a reversal of what was refunded', { refundedMinor: 1 }, { reversedMinor: 9_999_999_999 }],
  ['a reversal of a part', {}, { reversedMinor: 9_999_999_999 }],
  ['a capture of a debit', {}, { capturedMinor: 1, captureCount: 1 }],
  ['a hold on a debit', {}, { authorisedMinor: 1 }],
  ['a negative capture', hold, { capturedMinor: -1 }],
  ['a negative refund', {}, { refundedMinor: -1 }],
  ['a negative number of captures', hold, { captureCount: -1 }],
  ['more captures than can be counted', hold, { captureCount: Number.MAX_SAFE_INTEGER + 1 }],
  ['more than a safe integer', hold, { authorisedMinor: Number.MAX_SAFE_INTEGER + 1 }],
  [
    'a capture after the final one',
    { ...hold, finalisedBy: 'last' },
    { capturedMinor: 1, captureCount: 1 },
  ],
  [
    'a capture after the final one that reopens it',
    { ...hold, finalisedBy: 'last' },
    { capturedMinor: 1, captureCount: 1, finalisedBy: null },
  ],
  ['a refund after the final one', { finalisedBy: 'last' }, { refundedMinor: 1 }],
  [
    'a void of a part after the final one',
    { ...hold, finalisedBy: 'last' },
    { reversedMinor: 9_999_999_999 },
  ],
  [
    'a reversal of a debit after the final one',
    { finalisedBy: 'last' },
    { reversedMinor: 10_000_000_000 },
  ],
  ['failing after it has booked', {}, { state: 'failed' }],
]

export function describeMoneyLimits(open: () => Promise<Store>): void {
  describe('money limits (R-INV-1, decisions §5)', () => {
    const store = storeOfAllTests(open)

    it.each(allowed)('allow %s', async (_name, before, step) => {
      const row = succeeded(before)
      await given(store(), insertPayment(row))
      expect(await store().commit([stepPayment(row, step)])).toEqual(applied)
    })

    it.each(refused)('refuse %s', async (_name, before, step) => {
      const row = succeeded(before)
      await given(store(), insertPayment(row))
      expect(await store().commit([stepPayment(row, step)])).toEqual(conflict('limit', 0))
      expect(await store().read.payment(row.id)).toEqual(row)
    })

    it.each(['intent', 'pending', 'failed'] as const)(
      'do not allow a %s payment to book',
      async (state) => {
        const booking = insertPayment(succeeded({ state }))
        const holding = insertPayment(authorised({ state }))
        expect(await store().commit([booking])).toEqual(conflict('limit', 0))
        expect(await store().commit([holding])).toEqual(conflict('limit', 0))
      },
    )

    it.each<PaymentType>(['CP', 'RF'])('allow a successful %s to book', async (paymentType) => {
      const first = succeeded()
      const row = succeeded({ paymentType, referencedId: first.id })
      await given(store(), insertPayment(first), insertPayment(row))
      const reversal = stepPayment(row, { reversedMinor: row.bookedMinor })
      expect(await store().commit([reversal])).toEqual(conflict('limit', 0))
    })

    it('allow a rebill to book and to be refunded, but not to be reversed', async () => {
      const debit = succeeded()
      const row = succeeded({ paymentType: 'RB', referencedId: debit.id })
      await given(store(), insertPayment(debit), insertPayment(row))
      for (const beyond of [
        { refundedMinor: 10_000_000_001 },
        { reversedMinor: 10_000_000_000 },
        { capturedMinor: 1 },
        { authorisedMinor: 1 },
      ]) {
        expect(await store().commit([stepPayment(row, beyond)])).toEqual(conflict('limit', 0))
      }
      const refund = stepPayment(row, { refundedMinor: 10_000_000_000 })
      expect(await store().commit([refund])).toEqual(applied)
    })

    it.each<PaymentType>(['RI', '3D'])(
      'allow a successful %s only when it books nothing',
      async (paymentType) => {
        const booking = insertPayment(succeeded({ paymentType }))
        expect(await store().commit([booking])).toEqual(conflict('limit', 0))
        const holding = insertPayment(authorised({ paymentType }))
        expect(await store().commit([holding])).toEqual(conflict('limit', 0))
        const plain = payment({ paymentType, state: 'succeeded' })
        await given(store(), insertPayment(plain))
        for (const set of [{ bookedMinor: 1 }, { authorisedMinor: 1 }, { refundedMinor: 1 }]) {
          expect(await store().commit([stepPayment(plain, set)])).toEqual(conflict('limit', 0))
        }
      },
    )

    it('allow a PA that refers to another to hold its own amount or raise the other hold', async () => {
      const first = authorised()
      const increment = payment({
        paymentType: 'PA',
        state: 'succeeded',
        referencedId: first.id,
        amountMinor: 500_000_000,
      })
      const renewal = authorised({ referencedId: first.id, amountMinor: 700_000_000 })
      const raised = stepPayment(first, { authorisedMinor: 10_500_000_000 })
      const captured = stepPayment({ ...first, version: 2 }, { capturedMinor: 10_500_000_000 })
      const own = stepPayment(renewal, { capturedMinor: 700_000_000, captureCount: 1 })
      await given(store(), ...[first, increment, renewal].map(insertPayment))
      expect(await store().commit([captured])).toEqual(conflict('version', 0))
      await given(store(), raised, captured, own)
      const nothingHeld = stepPayment(increment, { capturedMinor: 1, captureCount: 1 })
      expect(await store().commit([nothingHeld])).toEqual(conflict('limit', 0))
      const lowered = stepPayment({ ...first, version: 3 }, { authorisedMinor: 10_499_999_999 })
      expect(await store().commit([lowered])).toEqual(conflict('limit', 0))
    })

    it('allow the refund of a capture, and never of a refund', async () => {
      const first = authorised()
      const capture = succeeded({ paymentType: 'CP', referencedId: first.id })
      const refund = succeeded({ paymentType: 'RF', referencedId: capture.id, familyId: first.id })
      await given(store(), ...[first, capture, refund].map(insertPayment))
      const onCapture = stepPayment(capture, { refundedMinor: 10_000_000_000 })
      const onRefund = stepPayment(refund, { refundedMinor: 1 })
      expect(await store().commit([onCapture, onRefund])).toEqual(conflict('limit', 1))
      expect(await store().commit([onCapture])).toEqual(applied)
    })

    it('do not allow a reversal to book an amount of its own', async () => {
      const first = succeeded()
      const columns = { paymentType: 'RV', referencedId: first.id } as const
      await given(store(), insertPayment(first))
      const booking = insertPayment(succeeded(columns))
      expect(await store().commit([booking])).toEqual(conflict('limit', 0))
      const plain = insertPayment(payment({ ...columns, state: 'succeeded' }))
      expect(await store().commit([plain])).toEqual(applied)
    })

    it('refuse a negative amount, and accept zero and the greatest safe integer', async () => {
      for (const negative of [{ amountMinor: -1 }, { replacedHoldMinor: -1 }]) {
        const change = insertPayment(payment(negative))
        expect(await store().commit([change])).toEqual(conflict('limit', 0))
      }
      const rows = [0, Number.MAX_SAFE_INTEGER].map((amountMinor) => succeeded({ amountMinor }))
      await given(store(), ...rows.map(insertPayment))
      for (const row of rows) expect(await store().read.payment(row.id)).toEqual(row)
    })
  })

  describe('one success per checkout (decisions §6)', () => {
    const store = storeOfAllTests(open)

    it('refuses a second success, inserted or stepped to', async () => {
      const checkoutId = nextId()
      const [paid, other] = [succeeded({ checkoutId }), payment({ checkoutId })]
      await given(store(), insertPayment(paid), insertPayment(other))
      const second = insertPayment(succeeded({ checkoutId }))
      expect(await store().commit([second])).toEqual(conflict('exists', 0))
      const late = stepPayment(other, { state: 'succeeded', bookedMinor: 10_000_000_000 })
      expect(await store().commit([late])).toEqual(conflict('exists', 0))
    })

    it('allows a success after failures, and captures of it', async () => {
      const checkoutId = nextId()
      const paid = authorised({ checkoutId })
      const columns = { paymentType: 'CP', referencedId: paid.id, checkoutId } as const
      await given(store(), insertPayment(payment({ checkoutId, state: 'failed' })))
      await given(store(), insertPayment(payment({ checkoutId, state: 'failed' })))
      await given(store(), insertPayment(paid), insertPayment(succeeded(columns)))
    })

    it('allows one of many concurrent attempts to succeed', async () => {
      const checkoutId = nextId()
      const attempts = Array.from({ length: 50 }, () => succeeded({ checkoutId }))
      const results = await Promise.all(attempts.map((row) => store().commit([insertPayment(row)])))
      expect(results.filter((result) => result.applied)).toHaveLength(1)
    })
  })
}
