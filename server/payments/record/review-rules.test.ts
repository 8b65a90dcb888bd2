import { describe, expect, it } from 'vitest'
import { allResultCodes } from '../../results/catalogue.ts'
import type { PaymentRow, PaymentState, PaymentType } from '../../store/port.ts'
import { readDetails, storedDetails } from '../details.ts'
import { paymentRow } from '../payment-row.fixture.ts'
import {
  decisionOf,
  openDecisions,
  reviewChanges,
  reviewRefusal,
  waysBack,
} from './review-rules.ts'

const types: readonly PaymentType[] = ['PA', 'DB', 'CD', 'CP', 'RV', 'RF', 'RB', 'RI', '3D']
const states: readonly PaymentState[] = [
  'authenticating',
  'intent',
  'pending',
  'succeeded',
  'failed',
]
const REVIEW = '000.400.000'

const inReview = (given: Partial<PaymentRow> = {}) => paymentRow({ resultCode: REVIEW, ...given })

describe('a review', () => {
  it.each(allResultCodes())('of a success with $code', ({ code, group }) => {
    const refusal = reviewRefusal(paymentRow({ resultCode: code }), 'accepted')
    expect(refusal === undefined).toBe(group === 'success_review')
  })

  it.each(states)('is of a payment that is %s', (state) => {
    const refusal = reviewRefusal(inReview({ state }), 'accepted')
    expect(refusal === undefined).toBe(state === 'succeeded')
  })

  it.each(types)('may reject a payment of type %s if that can be taken back', (paymentType) => {
    const refusal = reviewRefusal(inReview({ paymentType }), 'rejected')
    expect(refusal === undefined).toBe(waysBack(paymentType).length > 0)
  })

  it('rejects nothing where nothing is open', () => {
    const used = inReview({ paymentType: 'PA', capturedMinor: 10_000 })
    expect(reviewRefusal(used, 'rejected')?.code).toBe('700.300.300')
    expect(reviewRefusal(used, 'accepted')).toBeUndefined()
    expect(openDecisions(used)).toEqual(['accepted'])
  })

  it('may reject what was given back before', () => {
    const refunded = inReview({ refundedMinor: inReview().bookedMinor })
    expect(reviewRefusal(refunded, 'rejected')).toBeUndefined()
  })
})

describe('a decision', () => {
  const manual = { by: 'Jane', reason: 'called' }
  const details = storedDetails(
    { state: 'succeeded', resultCode: REVIEW },
    { request: { note: 'kept as it is' }, resultDetails: { AcquirerResponse: '00' } },
  )
  const decided = (decision: 'accepted' | 'rejected') =>
    reviewChanges(
      inReview({ details }),
      { decision, manual },
      { approvalCode: '000.100.110', nowMs: 5 },
    ).after

  it('keeps what the payment shows, and adds itself', () => {
    const after = readDetails(decided('rejected'))
    expect(after.request).toEqual({ note: 'kept as it is' })
    expect(after.resultDetails).toEqual({ AcquirerResponse: '00', ReviewDecision: 'rejected' })
    expect(decisionOf(after)).toBe('rejected')
  })

  it('stays: the other one is refused, the same one is taken as done', () => {
    const rejected = decided('rejected')
    expect(reviewRefusal(rejected, 'accepted')?.code).toBe('200.300.404')
    expect(reviewRefusal(rejected, 'rejected')).toBeUndefined()
  })

  it('is over when nothing is left to give back; until then it may be sent again', () => {
    const rejected = decided('rejected')
    expect(openDecisions(rejected)).toEqual(['rejected'])
    expect(openDecisions({ ...rejected, refundedMinor: rejected.bookedMinor })).toEqual([])
    expect(openDecisions(decided('accepted'))).toEqual([])
    expect(openDecisions(inReview())).toEqual(['accepted', 'rejected'])
  })

  it('changes no amount and no state', () => {
    const { after, changes } = reviewChanges(
      inReview(),
      { decision: 'accepted', manual },
      { approvalCode: '000.100.110', nowMs: 5 },
    )
    const { version, updatedAtMs, resultCode, details: shown, ...same } = after
    expect(inReview()).toMatchObject(same)
    expect([version, updatedAtMs, resultCode]).toEqual([2, 5, '000.100.110'])
    expect(shown).toContain('"code":"000.100.110"')
    expect(changes.map(({ kind }) => kind)).toEqual(['stepPayment', 'appendEvent'])
  })
})
