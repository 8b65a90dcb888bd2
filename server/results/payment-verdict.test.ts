import { describe, expect, it } from 'vitest'
import { verdictOf } from '../../common/payment-verdict.ts'
import { allResultCodes, httpStatusOf, type ResultGroup } from './catalogue.ts'

const verdicts: Partial<Record<ResultGroup, string>> = {
  success: 'accepted',
  success_review: 'accepted',
  pending: 'pending',
  pending_long: 'pending',
}

describe('what the widget makes of a result code', () => {
  it('is what the catalogue says of its group', () => {
    const wrong = allResultCodes().filter(
      ({ code, group }) => verdictOf(code) !== (verdicts[group] ?? 'declined'),
    )
    expect(wrong).toEqual([])
  })

  it('agrees with the status of the answer, by which the secured fields forget what was typed', () => {
    // A chargeback is never the answer to a submit.
    const wrong = allResultCodes().filter(
      ({ code, group }) =>
        group !== 'chargeback' && (httpStatusOf(code) === 200) !== (verdictOf(code) !== 'declined'),
    )
    expect(wrong).toEqual([])
  })
})
