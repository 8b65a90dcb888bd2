/** What a refusal at Adyen means here. */
interface Meaning {
  readonly code: string
  /** What may be tried next, as a merchant advice code of the card networks; absent: nothing is known. */
  readonly advice?: string
}

/** With new details; some days later with the same; not again with this card. */
const OTHER_DATA = '01'
const LATER = '02'
const NEVER = '03'

/** A charge that has to be authenticated first is a soft decline here. */
const SOFT_DECLINE = '300.100.100'

const of = (reason: string, code: string, advice?: string) => ({ reason, code, advice })

/**
 * By `refusalReasonCode` (docs.adyen.com/development-resources/refusal-reasons; the same list in the server libraries of
 * Adyen). What the issuer keeps to itself (blocked, fraud) is a code that the widget words without naming it. Events
 * tell the reason alone.
 */
const REFUSALS = {
  '2': of('Refused', '800.100.152', LATER),
  '3': of('Referral', '800.100.200'),
  '4': of('Acquirer Error', '900.100.200', LATER),
  '5': of('Blocked Card', '800.100.168', NEVER),
  '6': of('Expired Card', '100.100.303', OTHER_DATA),
  '7': of('Invalid Amount', '800.100.174'),
  '8': of('Invalid Card Number', '100.100.101', OTHER_DATA),
  '9': of('Issuer Unavailable', '800.100.176', LATER),
  '10': of('Not supported', '800.100.170'),
  '11': of('3D Not Authenticated', '100.380.401'),
  '12': of('Not enough balance', '800.100.155', LATER),
  '14': of('Acquirer Fraud', '100.100.701', NEVER),
  '15': of('Cancelled', '100.396.201'),
  '16': of('Shopper Cancelled', '100.396.101'),
  '17': of('Invalid Pin', '800.100.166', OTHER_DATA),
  '18': of('Pin tries exceeded', '800.100.178', NEVER),
  '19': of('Pin validation not possible', '800.100.166', OTHER_DATA),
  '20': of('FRAUD', '100.400.140', NEVER),
  '21': of('Not Submitted', '900.100.310'),
  '22': of('FRAUD-CANCELLED', '100.400.140', NEVER),
  '23': of('Transaction Not Permitted', '800.100.170'),
  '24': of('CVC Declined', '800.100.153', OTHER_DATA),
  '25': of('Restricted Card', '800.100.168', NEVER),
  '26': of('Revocation Of Auth', '800.100.500', NEVER),
  '27': of('Declined Non Generic', '800.100.152'),
  '28': of('Withdrawal amount exceeded', '800.100.162', LATER),
  '29': of('Withdrawal count exceeded', '800.100.179', LATER),
  '31': of('Issuer Suspected Fraud', '100.100.701', NEVER),
  '32': of('AVS Declined', '800.100.151', OTHER_DATA),
  '33': of('Card requires online pin', '800.100.166', OTHER_DATA),
  '34': of('No checking account available on Card', '800.100.172', NEVER),
  '35': of('No savings account available on Card', '800.100.172', NEVER),
  '36': of('Mobile pin required', '800.100.166', OTHER_DATA),
  '37': of('Contactless fallback', '800.100.170', OTHER_DATA),
  '38': of('Authentication required', SOFT_DECLINE),
  '39': of('RReq not received from DS', '100.390.112', LATER),
  '40': of('Current AID is in Penalty Box', '800.100.170', OTHER_DATA),
  '41': of('CVM Required Restart Payment', '800.100.166', OTHER_DATA),
  '42': of('3DS Authentication Error', '100.390.112', LATER),
  '43': of('Online PIN required', '800.100.166', OTHER_DATA),
  '44': of('Try another interface', '800.100.170', OTHER_DATA),
  '45': of('Chip downgrade mode', '800.100.170', OTHER_DATA),
  '46': of('Transaction blocked by Adyen to prevent excessive retry fees', '800.100.163', NEVER),
  '50': of('Token Revoked', '800.100.501', NEVER),
} as const

/**
 * What the issuer answered, where the account shows it ("43 : Stolen card"), and the code says more than the reason
 * (docs.adyen.com/development-resources/raw-acquirer-responses; ISO 8583, field 39).
 */
const RAW: Readonly<Record<string, Meaning>> = {
  '04': { code: '800.100.171', advice: NEVER },
  '07': { code: '800.100.171', advice: NEVER },
  '41': { code: '800.100.165', advice: NEVER },
  '43': { code: '800.100.159', advice: NEVER },
  '46': { code: '800.100.172', advice: NEVER },
  '1A': { code: SOFT_DECLINE },
  R0: { code: '800.100.403', advice: NEVER },
  R1: { code: '800.100.500', advice: NEVER },
  R3: { code: '800.100.501', advice: NEVER },
}

/** "Declined for an unknown reason": a reason that the table does not have is shown beside it. */
const UNKNOWN: Meaning = { code: '800.100.100' }

/** What Adyen says about a refusal. */
export interface Refusal {
  /** Of answers. */
  readonly reasonCode?: string | undefined
  /** Of answers and events. */
  readonly reason?: string | undefined
  /** `CODE : text`, where the account shows it. */
  readonly raw?: string | undefined
  /** `CODE : text`, of Mastercard. */
  readonly adviceCode?: string | undefined
}

/** The result code of a refusal, and the merchant advice code where one is known. */
export function meaningOf({ reasonCode, reason, raw, adviceCode }: Refusal): Meaning {
  const known = rowOf(reasonCode, reason) ?? UNKNOWN
  const { code, advice } = RAW[leading(raw)] ?? known
  const said = leading(adviceCode)
  const told = /^\d{2}$/.test(said) ? said : advice
  return told === undefined ? { code } : { code, advice: told }
}

function rowOf(code: string | undefined, reason: string | undefined): Meaning | undefined {
  if (code !== undefined && Object.hasOwn(REFUSALS, code)) {
    return REFUSALS[code as keyof typeof REFUSALS] as Meaning
  }
  const lower = reason?.toLowerCase()
  return Object.values(REFUSALS).find((row) => row.reason.toLowerCase() === lower) as
    | Meaning
    | undefined
}

/** The code of "CODE : text". */
function leading(text: string | undefined): string {
  return text?.split(':', 1)[0]?.trim() ?? ''
}
