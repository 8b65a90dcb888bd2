import type { Money } from '../../common/money.ts'
import type { ToldDispute } from '../../server/payments/connectors/told-dispute.ts'
import { textAt } from '../shared/json.ts'
import type { Notification } from './notification.ts'

type Place = Pick<ToldDispute, 'stage' | 'outcome' | 'isAnswered'>

/**
 * What each event says of its case (docs.adyen.com/risk-management/disputes-api/dispute-notifications). The code is
 * signed, and each has its place in the order of a case, so that their order of arrival decides nothing. Where money is
 * by an event that is told for certain; of the others a settlement file says it, and people have to look.
 */
const PLACES: Readonly<Record<string, Place | 'kept'>> = {
  REQUEST_FOR_INFORMATION: { stage: 'inquiry' },
  NOTIFICATION_OF_CHARGEBACK: { stage: 'alert' },
  CHARGEBACK: { stage: 'firstChargeback' },
  CHARGEBACK_REVERSED: { stage: 'representment', outcome: 'won' },
  ISSUER_RESPONSE_TIMEFRAME_EXPIRED: { stage: 'representment', outcome: 'won' },
  SECOND_CHARGEBACK: { stage: 'preArbitration', outcome: 'lost' },
  PREARBITRATION_WON: { stage: 'preArbitration', outcome: 'won' },
  PREARBITRATION_LOST: { stage: 'preArbitration', outcome: 'lost' },
  SCHEME_ARBITRATION_WON: { stage: 'arbitration', outcome: 'won' },
  SCHEME_ARBITRATION_LOST: { stage: 'arbitration', outcome: 'lost' },
  INFORMATION_SUPPLIED: { isAnswered: true },
  DISPUTE_DEFENSE_PERIOD_ENDED: { outcome: 'expired' },
  ISSUER_COMMENTS: 'kept',
  PREARBITRATION_ACCEPTED: 'kept',
  PREARBITRATION_DECLINED: 'kept',
  PREARBITRATION_ISSUER_WITHDRAWN: 'kept',
  PREARBITRATION_OPEN: 'kept',
  SCHEME_ARBITRATION: 'kept',
}

export function isOfDispute(eventCode: string): boolean {
  return Object.hasOwn(PLACES, eventCode)
}

/**
 * The dispute of an event. Reason, deadline and status are not signed (R-SIGN-1): they are shown, and whether a
 * chargeback was contested already moves no money.
 */
export function disputeBy(
  { eventCode, isSuccess, pspReference: caseReference, item }: Notification,
  amount: Money | undefined,
): { readonly dispute?: ToldDispute } {
  const place = PLACES[eventCode]
  if (place === undefined || place === 'kept' || !isSuccess) return {}
  // Without an amount that is known here it could move another one.
  if (place.stage !== undefined && amount === undefined) return {}
  const data = (name: string) => textAt(item, `additionalData.${name}`)
  const isContested = eventCode === 'CHARGEBACK' && data('disputeStatus') === 'Responded'
  const reasonCode = data('chargebackReasonCode') ?? data('rfiReasonCode')
  const respondByMs = Date.parse(data('defensePeriodEndsAt') ?? '')
  return {
    dispute: {
      caseReference,
      ...place,
      ...(isContested ? { stage: 'representment' } : {}),
      ...(amount === undefined || place.stage === undefined ? {} : { amount }),
      ...(reasonCode === undefined || reasonCode === '' ? {} : { reasonCode }),
      ...(respondByMs > 0 ? { respondByMs } : {}),
    },
  }
}
