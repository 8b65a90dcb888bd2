import { describe, expect, it } from 'vitest'
import type { ToldDispute } from '../../server/payments/connectors/index.ts'
import type { DisputeRow } from '../../server/store/port.ts'
import { dispute, succeeded } from '../../server/store/testing/sample-rows.ts'
import { answeredByAcquirer, awaitsEvidence } from './steps.ts'
import { reportTold } from './told.ts'

const row = (columns: Partial<DisputeRow>) => dispute(succeeded(), columns)
const told = (more: Partial<ToldDispute>): ToldDispute => ({ caseReference: 'case', ...more })

describe('what a provider tells of a case', () => {
  it('says the code of the reason of the card network', () => {
    const reported = reportTold(told({ stage: 'firstChargeback', reasonCode: '4837' }), undefined)
    expect(reported).toEqual({
      ...{ stage: 'firstChargeback', reasonCode: '4837', resultCode: '000.100.220' },
    })
  })

  it.each([{ isAnswered: true }, { outcome: 'expired' }] as const)(
    'without a stage (%j) waits for the case',
    (more) => {
      expect(reportTold(told(more), undefined)).toBe('early')
    },
  )

  it.each(['lost', 'accepted', 'expired'] as const)(
    'is nothing new where the money of an alert that was %s is taken, but that it is',
    (outcome) => {
      const known = row({ stage: 'alert', outcome, chargebackId: null })
      expect(reportTold(told({ stage: 'firstChargeback' }), known)).toEqual({
        ...{ stage: 'firstChargeback', outcome },
      })
    },
  )

  it('takes an alert that was contested here to the representment, with its evidence', () => {
    const known = row({ stage: 'alert', submittedStage: 'alert', chargebackId: null })
    expect(reportTold(told({ stage: 'firstChargeback' }), known)).toEqual({
      ...{ stage: 'representment', respondByMs: null },
    })
    expect(awaitsEvidence({ ...known, stage: 'representment' })).toBe(true)
  })

  it('leaves a first chargeback where such evidence is returned', () => {
    const known = row({ stage: 'representment', submittedStage: 'alert' })
    const chargeback = { ...succeeded(), id: known.chargebackId ?? '' }
    const standing = [{ chargeback, leftMinor: chargeback.amountMinor }]
    const given = { dispute: known, charged: succeeded(), standing }
    const said = { madeBy: 'acquirer', note: '', nowMs: known.updatedAtMs }
    const ids = () => 'f'.repeat(32)
    const outcome = { kind: 'refused', reason: '' } as const
    expect(answeredByAcquirer(given, outcome, said, ids).dispute.stage).toBe('firstChargeback')
  })

  it('that is lost says nothing new where it was accepted or not answered', () => {
    for (const outcome of ['accepted', 'expired', 'lost'] as const) {
      const known = row({ stage: 'firstChargeback', outcome })
      expect(reportTold(told({ stage: 'firstChargeback', outcome: 'lost' }), known)).toBe('known')
    }
  })

  it('is an alert after an inquiry that has ended, and no inquiry after an alert', () => {
    const inquiry = row({ stage: 'inquiry', outcome: 'expired', chargebackId: null })
    expect(reportTold(told({ stage: 'alert' }), inquiry)).toMatchObject({ isNew: true })
    expect(reportTold(told({ stage: 'inquiry' }), row({ stage: 'alert' }))).toBe('known')
  })

  it('opens what had expired here again where the answer is there', () => {
    const known = row({ stage: 'firstChargeback', outcome: 'expired' })
    expect(reportTold(told({ isAnswered: true }), known)).toMatchObject({
      ...{ stage: 'representment', isNew: true },
    })
  })

  it.each(['won', 'lost', 'accepted'] as const)(
    'says nothing of an answer, or of its time, once it was %s',
    (outcome) => {
      const known = row({ stage: 'representment', outcome })
      expect(reportTold(told({ isAnswered: true }), known)).toBe('known')
      expect(reportTold(told({ outcome: 'expired' }), known)).toBe('known')
    },
  )
})
