import { declineReason } from '../../common/decline-reasons.ts'
import type { PaymentDetails } from '../../server/payments/index.ts'
import type { PaymentRow } from '../../server/store/port.ts'

/** What somebody may tell the shopper after a decline. */
export type DeclineAdvice = 'later' | 'otherCard' | 'checkDetails' | 'never'

/** Merchant advice codes of the card networks; those that only inform say nothing of it (docs/schedules.md). */
const BY_ADVICE_CODE: Readonly<Record<string, DeclineAdvice>> = {
  '01': 'checkDetails',
  '02': 'later',
  '03': 'never',
  '21': 'never',
  '24': 'later',
  '25': 'later',
  '26': 'later',
  '27': 'later',
  '28': 'later',
  '29': 'later',
  '30': 'later',
}

/** What the reason of a bank means for another try, where it means something (`results/catalogue.json`). */
const BY_CODE: Readonly<Record<string, DeclineAdvice>> = {
  '800.100.151': 'otherCard',
  '800.100.153': 'checkDetails',
  '800.100.155': 'later',
  '800.100.157': 'checkDetails',
  '800.100.158': 'never',
  '800.100.159': 'never',
  '800.100.160': 'otherCard',
  '800.100.161': 'otherCard',
  '800.100.162': 'later',
  '800.100.163': 'later',
  '800.100.165': 'never',
  '800.100.166': 'checkDetails',
  '800.100.168': 'otherCard',
  '800.100.169': 'otherCard',
  '800.100.170': 'otherCard',
  '800.100.171': 'never',
  '800.100.172': 'otherCard',
  '800.100.173': 'otherCard',
  '800.100.175': 'otherCard',
  '800.100.176': 'later',
  '800.100.178': 'otherCard',
  '800.100.179': 'later',
  '800.100.192': 'checkDetails',
  '800.100.201': 'checkDetails',
  '800.100.202': 'otherCard',
  '800.100.203': 'later',
  '800.100.402': 'checkDetails',
  '800.100.500': 'never',
  '800.100.501': 'never',
  '800.700.100': 'later',
}

/** Why a payment failed, as the acquirer says it, and what may be done; `undefined`: it has not failed. */
export function declineOf(
  { state, resultCode, checkoutId }: Pick<PaymentRow, 'state' | 'resultCode' | 'checkoutId'>,
  { resultDetails = {}, card }: Pick<PaymentDetails, 'resultDetails' | 'card'>,
):
  | {
      readonly acquirerCode?: string
      readonly adviceCode?: string
      readonly advice?: DeclineAdvice
      readonly shopperText?: string
    }
  | undefined {
  if (state !== 'failed') return undefined
  const { AcquirerResponse: acquirerCode, MerchantAdviceCode: adviceCode } = resultDetails
  const advice = BY_ADVICE_CODE[adviceCode ?? ''] ?? BY_CODE[resultCode]
  return {
    ...(acquirerCode === undefined ? {} : { acquirerCode }),
    ...(adviceCode === undefined ? {} : { adviceCode }),
    ...(advice === undefined ? {} : { advice }),
    ...(checkoutId === null ? {} : { shopperText: declineReason(resultCode, card !== undefined) }),
  }
}
