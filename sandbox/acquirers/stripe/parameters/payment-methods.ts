import {
  billingDetails,
  choice,
  expand,
  flag,
  group,
  integer,
  list,
  metadata,
  required,
  text,
} from './parts.ts'

/** The methods that the emulator plays. */
export const METHOD_TYPES = ['card', 'sepa_debit', 'ideal', 'bancontact', 'eps'] as const
export type MethodType = (typeof METHOD_TYPES)[number]

/** Those that are confirmed on the page of a bank, and belong to no customer. */
export const REDIRECTS: ReadonlySet<MethodType> = new Set(['ideal', 'bancontact', 'eps'])

/** Of a card, by its number. Tokens of wallets are not played. */
const card = group({
  number: required(text(23)),
  exp_month: required(integer),
  exp_year: required(integer),
  cvc: text(5),
  networks: group({ preferred: choice('cartes_bancaires', 'mastercard', 'visa') }),
})

const methodData = {
  type: required(choice(...METHOD_TYPES)),
  allow_redisplay: choice('always', 'limited', 'unspecified'),
  bancontact: group({}),
  billing_details: billingDetails,
  eps: group({ bank: text(40) }),
  ideal: group({ bank: text(40) }),
  metadata,
  radar_options: group({ session: text() }),
  sepa_debit: group({ iban: required(text(34)) }),
} as const

export const paymentMethodCreate = { ...methodData, card, expand } as const

/** `payment_method_data` takes no card: its number goes into a PaymentMethod of its own. */
export const paymentMethodData = group(methodData)

export const paymentMethodAttach = { customer: required(text()), expand } as const

const proof = {
  ares_trans_status: choice('A', 'C', 'I', 'N', 'R', 'U', 'Y'),
  electronic_commerce_indicator: choice('01', '02', '05', '06', '07'),
  network_options: group({
    cartes_bancaires: group({
      cb_avalgo: required(choice('0', '1', '2', '3', '4', 'A')),
      cb_exemption: text(4),
      cb_score: integer,
    }),
  }),
  requestor_challenge_indicator: text(2),
} as const

const versions = ['1.0.2', '2.1.0', '2.2.0', '2.3.0', '2.3.1'] as const
const usage = ['installment', 'recurring', 'unscheduled'] as const
const networks =
  'amex cartes_bancaires diners discover eftpos_au girocard interac jcb link mastercard unionpay unknown visa'
const availability = choice('if_available', 'never')

export const futureUsage = choice('off_session', 'on_session')
const optionUsage = { ...choice('none', 'off_session', 'on_session'), clearable: true } as const

/** `payment_method_options` of a PaymentIntent. */
export const paymentOptions = group({
  card: group({
    capture_method: { ...choice('manual'), clearable: true },
    moto: flag,
    network: choice(...networks.split(' ')),
    request_extended_authorization: availability,
    request_incremental_authorization: availability,
    request_multicapture: availability,
    request_overcapture: availability,
    request_three_d_secure: choice('any', 'automatic', 'challenge'),
    require_cvc_recollection: flag,
    setup_credential_usage: choice(...usage),
    setup_future_usage: optionUsage,
    stored_credential_usage: choice(...usage),
    three_d_secure: group({
      ...proof,
      cryptogram: required(text()),
      exemption_indicator: choice('low_risk', 'none'),
      transaction_id: required(text()),
      version: required(choice(...versions)),
    }),
  }),
  bancontact: group({
    preferred_language: choice('de', 'en', 'fr', 'nl'),
    setup_future_usage: optionUsage,
  }),
  eps: group({ setup_future_usage: choice('none') }),
  ideal: group({ setup_future_usage: optionUsage }),
  sepa_debit: group({
    mandate_options: group({ reference_prefix: text(12) }),
    setup_future_usage: optionUsage,
    target_date: text(10),
  }),
})

/** `payment_method_options` of a SetupIntent. */
export const setupOptions = group({
  card: group({
    moto: flag,
    network: choice(...networks.split(' ')),
    request_three_d_secure: choice('any', 'automatic', 'challenge'),
    setup_credential_usage: choice(...usage),
    three_d_secure: group({
      ...proof,
      cryptogram: text(),
      transaction_id: text(),
      version: choice(...versions),
    }),
  }),
  sepa_debit: group({ mandate_options: group({ reference_prefix: text(12) }) }),
})

export const mandateData = group({
  customer_acceptance: required(
    group({
      type: required(choice('offline', 'online')),
      accepted_at: integer,
      offline: group({}),
      online: group({ ip_address: required(text()), user_agent: required(text()) }),
    }),
  ),
})

export const methodList = list(choice(...METHOD_TYPES), METHOD_TYPES.length)

/** Since 2026-09-30 a request says what it allows (`allowed_payment_method_types`). */
export const removedMethodTypes = {
  kind: 'removed',
  code: 'payment_method_types_no_longer_supported',
} as const
