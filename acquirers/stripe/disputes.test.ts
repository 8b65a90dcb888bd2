import { describe, expect, it } from 'vitest'
import { disputeOf } from './disputes.ts'

const dispute = (more: object = {}) => ({
  id: 'du_1',
  amount: 9200,
  currency: 'eur',
  reason: 'fraudulent',
  status: 'needs_response',
  evidence_details: { due_by: 1_796_000_000, submission_count: 0 },
  payment_method_details: { card: { network_reason_code: '10.4' } },
  ...more,
})

describe('a dispute of Stripe', () => {
  it.each([
    ['warning_needs_response', { stage: 'inquiry' }],
    ['warning_under_review', { stage: 'inquiry', isAnswered: true }],
    ['warning_closed', { stage: 'inquiry', outcome: 'won' }],
    ['needs_response', { stage: 'firstChargeback' }],
    ['under_review', { stage: 'representment' }],
    ['won', { stage: 'firstChargeback', outcome: 'won' }],
    ['lost', { stage: 'firstChargeback', outcome: 'lost' }],
  ])('with the status %s is %j', (status, place) => {
    expect(disputeOf(dispute({ status }))).toEqual({
      caseReference: 'du_1',
      amount: { minor: 9200, currency: 'EUR' },
      reasonCode: '10.4',
      respondByMs: 1_796_000_000_000,
      ...place,
    })
  })

  it('that was answered ends as a representment', () => {
    const evidence_details = { due_by: null, submission_count: 1 }
    expect(disputeOf(dispute({ status: 'lost', evidence_details }))).toMatchObject({
      ...{ stage: 'representment', outcome: 'lost' },
    })
  })

  it('counts its amount as Stripe does', () => {
    const told = disputeOf(dispute({ amount: 1_000_00, currency: 'isk' }))
    expect(told?.amount).toEqual({ minor: 1_000, currency: 'ISK' })
  })

  it('has the reason of Stripe where no card network gives one', () => {
    expect(disputeOf(dispute({ payment_method_details: null }))?.reasonCode).toBe('fraudulent')
  })

  it.each([
    ['of another status', { status: 'prevented' }],
    ['of a status that every object has', { status: 'constructor' }],
    ['of no known currency', { currency: 'xyz' }],
    ['without an amount', { amount: null }],
    ['of decimal places that are none here', { amount: 150, currency: 'isk' }],
  ])('%s says nothing here', (_, more) => {
    expect(disputeOf(dispute(more))).toBeUndefined()
  })
})
