/** What the network says besides a decline code. */
interface Decline {
  /** `code` of the error, where it is not `card_declined`; the decline code is then left out. */
  readonly code?: string
  readonly advice?: 'confirm_card_data' | 'do_not_try_again' | 'try_again_later'
  /** Answer of the card networks (ISO 8583, field 39). */
  readonly network?: string
}

const later = (network?: string): Decline => ({
  advice: 'try_again_later',
  ...(network === undefined ? {} : { network }),
})
const never = (network: string): Decline => ({ advice: 'do_not_try_again', network })
const data = (code?: string, network?: string): Decline => ({
  advice: 'confirm_card_data',
  ...(code === undefined ? {} : { code }),
  ...(network === undefined ? {} : { network }),
})

/**
 * The decline codes that Stripe documents (docs.stripe.com/declines/codes; the codes of errors after
 * docs.stripe.com/error-codes and the tests of docs.stripe.com/testing).
 */
export const DECLINES = {
  approve_with_id: later('08'),
  authentication_required: { code: 'authentication_required', network: '65' },
  call_issuer: later('01'),
  card_not_supported: never('57'),
  card_velocity_exceeded: later('61'),
  currency_not_supported: {},
  do_not_honor: later('05'),
  do_not_try_again: never('05'),
  duplicate_transaction: { network: '94' },
  expired_card: data('expired_card', '54'),
  fraudulent: never('59'),
  generic_decline: later('05'),
  incorrect_address: data('incorrect_address'),
  incorrect_cvc: data('incorrect_cvc', 'N7'),
  incorrect_number: data('incorrect_number', '14'),
  incorrect_pin: data(undefined, '55'),
  incorrect_zip: data('incorrect_zip'),
  insufficient_funds: later('51'),
  invalid_account: never('14'),
  invalid_amount: { network: '13' },
  invalid_cvc: data('invalid_cvc'),
  invalid_expiry_month: data('invalid_expiry_month'),
  invalid_expiry_year: data('invalid_expiry_year'),
  invalid_number: data('invalid_number', '14'),
  invalid_pin: data(undefined, '55'),
  issuer_not_available: later('91'),
  lost_card: never('41'),
  merchant_blacklist: never('03'),
  new_account_information_available: data(),
  no_action_taken: later('21'),
  not_permitted: never('57'),
  offline_pin_required: {},
  online_or_offline_pin_required: {},
  pickup_card: never('04'),
  pin_try_exceeded: later('75'),
  processing_error: { ...later('96'), code: 'processing_error' },
  reenter_transaction: later('19'),
  restricted_card: never('62'),
  revocation_of_all_authorizations: never('R1'),
  revocation_of_authorization: never('R0'),
  security_violation: later('63'),
  service_not_allowed: later('57'),
  stolen_card: never('43'),
  stop_payment_order: never('R0'),
  test_mode_live_card: {},
  testmode_decline: {},
  transaction_not_allowed: later('57'),
  try_again_later: later('91'),
  withdrawal_count_limit_exceeded: later('65'),
} as const satisfies Record<string, Decline>

export type DeclineCode = keyof typeof DECLINES

const MESSAGES: Partial<Record<DeclineCode, string>> = {
  authentication_required: 'Your card was declined. This transaction requires authentication.',
  expired_card: 'Your card has expired.',
  incorrect_cvc: "Your card's security code is incorrect.",
  incorrect_number: 'Your card number is incorrect.',
  insufficient_funds: 'Your card has insufficient funds.',
  processing_error: 'An error occurred while processing your card. Try again in a little bit.',
}

/** The members of an error about a declined card. */
export function declineError(decline: DeclineCode) {
  const { code, advice, network }: Decline = DECLINES[decline]
  const isOwnCode = code !== undefined && code !== 'authentication_required'
  return {
    type: 'card_error' as const,
    code: code ?? 'card_declined',
    message: MESSAGES[decline] ?? 'Your card was declined.',
    ...(isOwnCode ? {} : { decline_code: decline }),
    ...(advice === undefined ? {} : { advice_code: advice }),
    ...(network === undefined ? {} : { network_decline_code: network }),
  }
}
