import {
  address,
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
  text,
  timeRange,
} from './parts.ts'

export const customerCreate = {
  address: clearable(address),
  description: text(),
  email: text(512),
  expand,
  metadata,
  name: text(256),
  payment_method: text(),
  phone: text(20),
  preferred_locales: list(text(10), 10),
  shipping: clearable(
    group({ address: required(address), name: required(text()), phone: text(20) }),
  ),
} as const

export const refundCreate = {
  amount: integer,
  charge: text(),
  expand,
  metadata,
  payment_intent: text(),
  reason: choice('duplicate', 'fraudulent', 'requested_by_customer'),
} as const

export const refundList = {
  ...pagination,
  charge: text(),
  created: timeRange,
  payment_intent: text(),
} as const

/** Texts of evidence; an empty one removes what was staged. */
const evidenceText = { kind: 'text', max: 20_000, mayBeEmpty: true } as const

export const EVIDENCE_TEXTS = [
  'access_activity_log',
  'billing_address',
  'cancellation_policy_disclosure',
  'cancellation_rebuttal',
  'customer_email_address',
  'customer_name',
  'customer_purchase_ip',
  'duplicate_charge_explanation',
  'duplicate_charge_id',
  'product_description',
  'refund_policy_disclosure',
  'refund_refusal_explanation',
  'service_date',
  'shipping_address',
  'shipping_carrier',
  'shipping_date',
  'shipping_tracking_number',
  'uncategorized_text',
] as const

/** They name files that were uploaded with the purpose `dispute_evidence`. */
export const EVIDENCE_FILES = [
  'cancellation_policy',
  'customer_communication',
  'customer_signature',
  'duplicate_charge_documentation',
  'receipt',
  'refund_policy',
  'service_documentation',
  'shipping_documentation',
  'uncategorized_file',
] as const

const evidenceFields = Object.fromEntries(
  [...EVIDENCE_TEXTS, ...EVIDENCE_FILES].map((name) => [name, evidenceText]),
) as Record<(typeof EVIDENCE_TEXTS | typeof EVIDENCE_FILES)[number], typeof evidenceText>

export const disputeUpdate = {
  evidence: group(evidenceFields),
  expand,
  metadata,
  submit: flag,
} as const

export const disputeList = {
  ...pagination,
  charge: text(),
  created: timeRange,
  payment_intent: text(),
} as const

export const webhookEndpointCreate = {
  api_version: text(40),
  description: clearableText,
  enabled_events: required(list(text(80), 300)),
  expand,
  metadata,
  url: required({ kind: 'text', max: 2_048, form: /^https?:\/\// }),
} as const

export const eventList = {
  ...pagination,
  created: timeRange,
  delivery_success: flag,
  type: text(80),
  types: list(text(80), 20),
} as const

export const balanceTransactionList = {
  ...pagination,
  created: timeRange,
  currency: text(3),
  payout: text(),
  source: text(),
  type: text(40),
} as const

export const payoutList = {
  ...pagination,
  arrival_date: timeRange,
  created: timeRange,
  status: choice('pending', 'paid', 'failed', 'canceled'),
} as const
