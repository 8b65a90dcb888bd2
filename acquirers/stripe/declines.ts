/** What a decline at Stripe means here. */
interface Meaning {
  readonly code: string
  /** What may be tried next, as a merchant advice code; see `ADVICE`. */
  readonly advice?: Advice
}

/**
 * Merchant advice codes of the card networks (Mastercard Transaction Processing Rules, "Merchant Advice Code"; the
 * interface document, Payment response).
 */
const ADVICE = {
  /** With new details of the card. */
  otherData: '01',
  /** With the same details, some days later. */
  later: '02',
  /** Not again with this card. */
  never: '03',
} as const

type Advice = keyof typeof ADVICE

const of = (code: string, advice?: Advice): Meaning => ({
  code,
  ...(advice === undefined ? {} : { advice }),
})

/**
 * By `decline_code`, or by the error's `code` where there is none (docs.stripe.com/declines/codes and
 * docs.stripe.com/error-codes). What the issuer keeps to itself (lost, stolen, fraud) is a code that the widget
 * words without naming it.
 */
const MEANINGS: ReadonlyMap<string, Meaning> = new Map(
  Object.entries({
    authentication_required: of('300.100.100'),
    authentication_not_handled: of('100.390.107'),
    payment_intent_authentication_failure: of('100.380.401'),
    payment_method_provider_decline: of('800.100.100'),
    payment_method_provider_timeout: of('900.100.500', 'later'),
    payment_method_customer_decline: of('100.396.101'),
    amount_too_small: of('800.100.174'),
    amount_too_large: of('800.100.174'),
    approve_with_id: of('800.100.152', 'later'),
    call_issuer: of('800.100.200'),
    card_not_supported: of('800.100.169'),
    card_velocity_exceeded: of('800.100.163', 'later'),
    currency_not_supported: of('800.100.173'),
    debit_not_authorized: of('800.100.208', 'never'),
    do_not_honor: of('800.100.152', 'later'),
    do_not_try_again: of('800.100.152', 'never'),
    duplicate_transaction: of('800.100.154'),
    expired_card: of('100.100.303', 'otherData'),
    fraudulent: of('100.100.701', 'never'),
    generic_decline: of('800.100.152', 'later'),
    incorrect_address: of('800.100.151', 'otherData'),
    incorrect_cvc: of('800.100.153', 'otherData'),
    incorrect_number: of('100.100.101', 'otherData'),
    incorrect_pin: of('800.100.166'),
    incorrect_zip: of('800.100.151', 'otherData'),
    insufficient_funds: of('800.100.155', 'later'),
    invalid_account: of('800.100.172', 'never'),
    invalid_amount: of('800.100.174'),
    invalid_cvc: of('100.100.601', 'otherData'),
    invalid_expiry_month: of('100.100.201', 'otherData'),
    invalid_expiry_year: of('100.100.301', 'otherData'),
    invalid_number: of('100.100.101', 'otherData'),
    invalid_pin: of('800.100.166'),
    issuer_not_available: of('800.100.176', 'later'),
    lost_card: of('800.100.165', 'never'),
    merchant_blacklist: of('800.300.401', 'never'),
    new_account_information_available: of('800.100.151', 'otherData'),
    no_action_taken: of('800.100.152', 'later'),
    not_permitted: of('800.100.170'),
    offline_pin_required: of('800.100.166'),
    online_or_offline_pin_required: of('800.100.166'),
    pickup_card: of('800.100.171', 'never'),
    pin_try_exceeded: of('800.100.178', 'never'),
    processing_error: of('900.100.200', 'later'),
    reenter_transaction: of('900.100.200', 'later'),
    restricted_card: of('800.100.168', 'never'),
    revocation_of_all_authorizations: of('800.100.501', 'never'),
    revocation_of_authorization: of('800.100.500', 'never'),
    security_violation: of('800.100.158'),
    service_not_allowed: of('800.100.170'),
    stolen_card: of('800.100.159', 'never'),
    stop_payment_order: of('800.100.403', 'never'),
    testmode_decline: of('600.200.701', 'never'),
    transaction_not_allowed: of('800.100.170'),
    try_again_later: of('800.100.176', 'later'),
    withdrawal_count_limit_exceeded: of('800.100.179', 'later'),
  }),
)

/** "Declined for an unknown reason": a word that the table does not have is shown beside it. */
const UNKNOWN = '800.100.100'

/** What Stripe itself advises (docs.stripe.com/declines/codes, "advice_code"): it comes before the table. */
const SAID: Readonly<Record<string, Advice>> = {
  confirm_card_data: 'otherData',
  do_not_try_again: 'never',
  try_again_later: 'later',
}

/** What Stripe says about a decline. */
export interface Decline {
  readonly code?: string
  readonly declineCode?: string
  readonly adviceCode?: string
  /** Of the card network, as merchant advice codes are; of Mastercard alone. */
  readonly networkAdviceCode?: string
}

/** The result code of a decline, and the merchant advice code where one is known. */
export function meaningOf({ code, declineCode, adviceCode, networkAdviceCode }: Decline): {
  readonly code: string
  readonly adviceCode?: string
} {
  const { code: result, advice } = MEANINGS.get(declineCode ?? code ?? '') ?? of(UNKNOWN)
  const said = SAID[adviceCode ?? ''] ?? advice
  const ofNetwork = /^\d{2}$/.test(networkAdviceCode ?? '') ? networkAdviceCode : undefined
  const told = ofNetwork ?? (said && ADVICE[said])
  return { code: result, ...(told === undefined ? {} : { adviceCode: told }) }
}

/** Whether an error's code says why a payment is declined, whatever type the error has. */
export function isDecline(code: string): boolean {
  return MEANINGS.has(code)
}
