import {
  choice,
  clearable,
  clearableText,
  expand,
  flag,
  group,
  integer,
  list,
  metadata,
  pagination,
  required,
  shipping,
  text,
  timeRange,
} from './parts.ts'
import {
  futureUsage,
  mandateData,
  methodList,
  paymentMethodData,
  paymentOptions,
  removedMethodTypes,
  setupOptions,
} from './payment-methods.ts'

/** Level 2 and 3 data. */
const amountDetails = group({
  discount_amount: integer,
  enforce_arithmetic_validation: flag,
  line_items: list(
    group({
      discount_amount: integer,
      product_code: text(12),
      product_name: required(text(1024)),
      quantity: required(integer),
      tax: group({ total_tax_amount: required(integer) }),
      unit_cost: required(integer),
      unit_of_measure: text(12),
    }),
    200,
  ),
  shipping: group({ amount: integer, from_postal_code: text(10), to_postal_code: text(10) }),
  tax: group({ total_tax_amount: required(integer) }),
})

const paymentDetails = group({ customer_reference: text(25), order_reference: text(25) })

const automaticMethods = group({
  allow_redirects: choice('always', 'never'),
  enabled: required(flag),
})

/** What a confirmation says, also one that comes with the creation. */
const confirmation = {
  error_on_requires_action: flag,
  mandate: text(),
  mandate_data: clearable(mandateData),
  off_session: { kind: 'flagOrChoice', of: ['one_off', 'recurring'] },
  return_url: { kind: 'text', max: 5_000, form: /^https?:\/\// },
  use_stripe_sdk: flag,
} as const

/** What is said at the creation and may be said again at the confirmation. */
const described = {
  amount_details: clearable(amountDetails),
  capture_method: choice('automatic', 'automatic_async', 'manual'),
  expand,
  payment_details: clearable(paymentDetails),
  payment_method: text(),
  payment_method_data: paymentMethodData,
  payment_method_options: paymentOptions,
  payment_method_types: removedMethodTypes,
  allowed_payment_method_types: methodList,
  radar_options: group({ referrer: text(), session: text() }),
  receipt_email: clearableText,
  setup_future_usage: clearable(futureUsage),
  shipping: clearable(shipping),
} as const

export const paymentIntentCreate = {
  ...confirmation,
  ...described,
  amount: required(integer),
  automatic_payment_methods: automaticMethods,
  confirm: flag,
  confirmation_method: choice('automatic', 'manual'),
  currency: required(text(3)),
  customer: text(),
  description: text(1_000),
  metadata,
  statement_descriptor: text(22),
  statement_descriptor_suffix: text(22),
} as const

export const paymentIntentConfirm = {
  ...confirmation,
  ...described,
  amount_to_confirm: integer,
} as const

export const paymentIntentCapture = {
  amount_details: clearable(amountDetails),
  amount_to_capture: { kind: 'integer', min: 0 },
  expand,
  final_capture: flag,
  metadata,
  payment_details: clearable(paymentDetails),
  statement_descriptor: text(22),
  statement_descriptor_suffix: text(22),
} as const

export const paymentIntentCancel = {
  cancellation_reason: choice('abandoned', 'duplicate', 'fraudulent', 'requested_by_customer'),
  expand,
} as const

export const paymentIntentIncrement = {
  amount: required(integer),
  amount_details: clearable(amountDetails),
  description: text(1_000),
  expand,
  metadata,
  payment_details: paymentDetails,
  statement_descriptor: text(22),
} as const

export const paymentIntentList = { ...pagination, created: timeRange, customer: text() } as const

export const setupIntentCreate = {
  allowed_payment_method_types: methodList,
  automatic_payment_methods: automaticMethods,
  confirm: flag,
  customer: text(),
  description: text(1_000),
  expand,
  mandate_data: clearable(mandateData),
  metadata,
  payment_method: text(),
  payment_method_data: paymentMethodData,
  payment_method_options: setupOptions,
  payment_method_types: removedMethodTypes,
  return_url: confirmation.return_url,
  usage: futureUsage,
  use_stripe_sdk: flag,
} as const

export const setupIntentConfirm = {
  expand,
  mandate_data: clearable(mandateData),
  payment_method: text(),
  payment_method_data: paymentMethodData,
  payment_method_options: setupOptions,
  payment_method_types: removedMethodTypes,
  return_url: confirmation.return_url,
  use_stripe_sdk: flag,
} as const

export const setupIntentCancel = {
  cancellation_reason: choice('abandoned', 'duplicate', 'requested_by_customer'),
  expand,
} as const
