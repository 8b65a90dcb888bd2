/** How a payment ends that is not authorised. */
export interface RefusalFact {
  readonly reason: string
  readonly resultCode: 'Refused' | 'Cancelled' | 'Error'
  /** Name of the cardholder that brings it about in the test environment. */
  readonly holderName: string
  /** What the issuer answers then, with its text; only where a network was asked. */
  readonly raw?: string
  /** Mastercard's advice, where it gives one. */
  readonly advice?: string
}

const refused = (
  holderName: string,
  reason: string,
  raw?: string,
  advice?: string,
): RefusalFact => ({
  reason,
  resultCode: 'Refused',
  holderName,
  ...(raw === undefined ? {} : { raw }),
  ...(advice === undefined ? {} : { advice }),
})

const LATER = '02 : Retry later'
const NEVER = '03 : Do not try again'
const NEW_DATA = '01 : New account information available'

/**
 * Refusals by their codes (docs.adyen.com/development-resources/refusal-reasons, and
 * …/testing/result-codes for the names of cardholders).
 */
export const REFUSALS = {
  '0': { reason: 'Unknown', resultCode: 'Error', holderName: 'UNKNOWN' },
  '2': refused('DECLINED', 'Refused', '05 : Do not honor', LATER),
  '3': refused('REFERRAL', 'Referral', '01 : Refer to card issuer'),
  '4': {
    reason: 'Acquirer Error',
    resultCode: 'Error',
    holderName: 'ERROR',
    raw: '96 : System error',
  },
  '5': refused('BLOCK_CARD', 'Blocked Card', '43 : Stolen card', NEVER),
  '6': refused('CARD_EXPIRED', 'Expired Card', '54 : Expired card', NEW_DATA),
  '7': refused('INVALID_AMOUNT', 'Invalid Amount', '13 : Invalid amount'),
  '8': refused('INVALID_CARD_NUMBER', 'Invalid Card Number', '14 : Invalid card number', NEVER),
  '9': refused('ISSUER_UNAVAILABLE', 'Issuer Unavailable', '91 : Issuer unavailable', LATER),
  '10': refused('NOT_SUPPORTED', 'Not supported', '57 : Not permitted to cardholder'),
  '11': refused('NOT_3D_AUTHENTICATED', '3D Not Authenticated'),
  '12': refused('NOT_ENOUGH_BALANCE', 'Not enough balance', '51 : Insufficient funds', LATER),
  '14': refused('ACQUIRER_FRAUD', 'Acquirer Fraud'),
  '15': refused('CANCELLED', 'Cancelled'),
  '16': refused('SHOPPER_CANCELLED', 'Shopper Cancelled'),
  '17': refused('INVALID_PIN', 'Invalid Pin', '55 : Invalid PIN'),
  '18': refused('PIN_TRIES_EXCEEDED', 'Pin tries exceeded', '75 : PIN tries exceeded'),
  '19': refused(
    'PIN_VALIDATION_NOT_POSSIBLE',
    'Pin validation not possible',
    '86 : PIN validation not possible',
  ),
  '20': refused('FRAUD', 'FRAUD'),
  '21': refused('NOT_SUBMITTED', 'Not Submitted'),
  '22': { reason: 'FRAUD-CANCELLED', resultCode: 'Cancelled', holderName: 'FRAUD_CANCELLED' },
  '23': refused(
    'TRANSACTION_NOT_PERMITTED',
    'Transaction Not Permitted',
    '57 : Not permitted to cardholder',
  ),
  '24': refused('CVC_DECLINED', 'CVC Declined', 'N7 : CVV2 failure'),
  '25': refused('RESTRICTED_CARD', 'Restricted Card', '62 : Restricted card', NEVER),
  '26': refused(
    'REVOCATION_OF_AUTH',
    'Revocation Of Auth',
    'R1 : Revocation of authorisation',
    '21 : Payment cancelled',
  ),
  '27': refused('DECLINED_NON_GENERIC', 'Declined Non Generic', '79 : Life cycle', NEVER),
  '28': refused(
    'WITHDRAWAL_AMOUNT_EXCEEDED',
    'Withdrawal amount exceeded',
    '61 : Exceeds amount limit',
  ),
  '29': refused(
    'WITHDRAWAL_COUNT_EXCEEDED',
    'Withdrawal count exceeded',
    '65 : Exceeds count limit',
  ),
  '31': refused('ISSUER_SUSPECTED_FRAUD', 'Issuer Suspected Fraud', '59 : Suspected fraud', NEVER),
  '32': refused('AVS_DECLINED', 'AVS Declined', '05 : Do not honor'),
  '33': refused('PIN_REQUIRED', 'Card requires online pin'),
  '34': refused(
    'NO_CHECKING_ACCOUNT',
    'No checking account available on Card',
    '52 : No checking account',
  ),
  '35': refused(
    'NO_SAVINGS_ACCOUNT',
    'No savings account available on Card',
    '53 : No savings account',
  ),
  '36': refused('MOBILE_PIN_REQUIRED', 'Mobile pin required'),
  '37': refused('CONTACTLESS_FALLBACK', 'Contactless fallback'),
  '38': refused(
    'AUTHENTICATION_REQUIRED',
    'Authentication required',
    '65 : Authentication required',
  ),
  '39': refused('RREQ_NOT_RECEIVED', 'RReq not received from DS'),
  '40': refused('BAN_CURRENT_AID', 'Current AID is in Penalty Box'),
  '41': refused('CVM_REQUIRED', 'CVM Required Restart Payment'),
  '42': refused('THREED_SECURE_ERROR', '3DS Authentication Error'),
  '43': refused('ONLINE_PIN_REQUIRED', 'Online PIN required'),
  '44': refused('TRY_ANOTHER_INTERFACE', 'Try another interface'),
  '45': refused('CHIP_DOWNGRADE_MODE', 'Chip downgrade mode'),
  '46': refused('ERPS_BLOCK', 'Transaction blocked by Adyen to prevent excessive retry fees'),
  '50': refused('TOKEN_REVOKED', 'Token Revoked', '5C : Not supported by issuer', NEVER),
} as const satisfies Readonly<Record<string, RefusalFact>>

export type RefusalCode = keyof typeof REFUSALS

export const isRefusalCode = (code: string): code is RefusalCode => Object.hasOwn(REFUSALS, code)

const BY_HOLDER = new Map(
  Object.entries(REFUSALS).map(([code, { holderName }]) => [holderName, code as RefusalCode]),
)

/** The refusal that a cardholder's name asks for. */
export const refusalByHolder = (holderName: string | undefined): RefusalCode | undefined =>
  BY_HOLDER.get(holderName?.trim().toUpperCase() ?? '')
