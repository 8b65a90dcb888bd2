import { describe, expect, it } from 'vitest'
import { disputeBy, isOfDispute } from './disputes.ts'
import type { Notification } from './notification.ts'

const AMOUNT = { minor: 9_200, currency: 'EUR' }

const notification = (eventCode: string, more: object = {}): Notification => ({
  eventCode,
  isSuccess: true,
  pspReference: 'CASE',
  originalReference: 'PSP',
  merchantAccountCode: 'AcmeECOM',
  merchantReference: 'a'.repeat(32),
  value: 9_200,
  currency: 'EUR',
  item: { additionalData: { disputeStatus: 'Unresponded', ...more } },
})

describe('an event of a dispute of Adyen', () => {
  it('says reason and deadline, which nothing signs, beside the money', () => {
    const told = disputeBy(
      notification('CHARGEBACK', {
        chargebackReasonCode: '10.4',
        defensePeriodEndsAt: '2026-12-18T10:15:30+01:00',
      }),
      AMOUNT,
    )
    expect(told.dispute).toEqual({
      caseReference: 'CASE',
      stage: 'firstChargeback',
      amount: AMOUNT,
      reasonCode: '10.4',
      respondByMs: Date.UTC(2026, 11, 18, 9, 15, 30),
    })
  })

  it('is of a chargeback that was contested already where its status says so', () => {
    const told = disputeBy(notification('CHARGEBACK', { disputeStatus: 'Responded' }), AMOUNT)
    expect(told.dispute).toMatchObject({ stage: 'representment' })
    expect(told.dispute).not.toHaveProperty('outcome')
  })

  it('moves no other money by what is not signed', () => {
    const strange = { disputeStatus: 'Won', chargebackReasonCode: '', defensePeriodEndsAt: 'soon' }
    expect(disputeBy(notification('CHARGEBACK', strange), AMOUNT).dispute).toEqual({
      ...{ caseReference: 'CASE', stage: 'firstChargeback', amount: AMOUNT },
    })
  })

  it.each(['PREARBITRATION_OPEN', 'PREARBITRATION_ACCEPTED', 'SCHEME_ARBITRATION'])(
    'says nothing of the case where %s does not say where the money is',
    (eventCode) => {
      expect(isOfDispute(eventCode)).toBe(true)
      expect(disputeBy(notification(eventCode), AMOUNT)).toEqual({})
    },
  )

  it('says nothing without its success, or without an amount that is known here', () => {
    const failed = { ...notification('CHARGEBACK'), isSuccess: false }
    expect(disputeBy(failed, AMOUNT)).toEqual({})
    expect(disputeBy(notification('CHARGEBACK'), undefined)).toEqual({})
    expect(disputeBy(notification('INFORMATION_SUPPLIED'), undefined).dispute).toEqual({
      ...{ caseReference: 'CASE', isAnswered: true },
    })
  })

  it('is none where its code is another one', () => {
    expect(['NOTIFICATION_OF_FRAUD', 'constructor'].filter(isOfDispute)).toEqual([])
  })
})
