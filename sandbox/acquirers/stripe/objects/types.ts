import type { MethodType } from '../parameters/payment-methods.ts'

/** What every object of Stripe's API has. Times are in seconds, amounts in minor units. */
interface Identified {
  readonly id: string
  readonly object: string
}

/** All but mandates say when they were made. */
export interface StripeObject extends Identified {
  readonly created?: number
}

interface Dated extends StripeObject {
  readonly created: number
}

/** Objects that belong to one of the two environments. */
interface Owned extends Dated {
  readonly livemode: boolean
}

type Metadata = Readonly<Record<string, string>>
type Json = Readonly<Record<string, unknown>>

export interface Customer extends Owned {
  readonly object: 'customer'
  readonly email: string | null
}

export interface PaymentMethod extends Owned {
  readonly object: 'payment_method'
  readonly type: MethodType
  readonly billing_details: {
    readonly name: string | null
    readonly email: string | null
    readonly [rest: string]: unknown
  }
  customer: string | null
  card?: CardOfMethod
  readonly [type: string]: unknown
}

export interface CardOfMethod {
  readonly brand: string
  readonly last4: string
  readonly exp_month: number
  readonly exp_year: number
  readonly country: string
  readonly funding: string
  readonly fingerprint: string
  readonly checks: Json
}

export type IntentStatus =
  | 'requires_payment_method'
  | 'requires_confirmation'
  | 'requires_action'
  | 'processing'
  | 'requires_capture'
  | 'canceled'
  | 'succeeded'

/** `use_stripe_sdk`: only Stripe's own script can go on, as no `return_url` was given. */
export type NextAction =
  | {
      readonly type: 'redirect_to_url'
      readonly redirect_to_url: { readonly return_url: string; readonly url: string }
    }
  | { readonly type: 'use_stripe_sdk'; readonly use_stripe_sdk: Json }

export interface PaymentIntent extends Owned {
  readonly object: 'payment_intent'
  amount: number
  amount_capturable: number
  amount_received: number
  readonly currency: string
  status: IntentStatus
  capture_method: string
  canceled_at: number | null
  cancellation_reason: string | null
  readonly client_secret: string
  readonly customer: string | null
  last_payment_error: Json | null
  latest_charge: string | null
  metadata: Metadata
  next_action: NextAction | null
  payment_method: string | null
  payment_method_options: Readonly<Record<string, Json>>
  readonly payment_method_types: readonly string[]
  processing: Json | null
  setup_future_usage: string | null
  description: string | null
  receipt_email: string | null
  shipping: unknown
  statement_descriptor: string | null
  statement_descriptor_suffix: string | null
  readonly automatic_payment_methods: { enabled: boolean; allow_redirects: string } | null
  [rest: string]: unknown
}

export interface Charge extends Owned {
  readonly object: 'charge'
  amount: number
  amount_captured: number
  amount_refunded: number
  balance_transaction: string | null
  captured: boolean
  readonly currency: string
  disputed: boolean
  failure_balance_transaction: string | null
  failure_code: string | null
  failure_message: string | null
  outcome: Json | null
  paid: boolean
  readonly payment_intent: string
  readonly payment_method: string
  readonly payment_method_details: { readonly type: MethodType; readonly [type: string]: unknown }
  refunded: boolean
  status: 'succeeded' | 'pending' | 'failed'
}

export interface Refund extends Dated {
  readonly object: 'refund'
  readonly amount: number
  balance_transaction: string | null
  readonly charge: string
  readonly currency: string
  readonly destination_details?: {
    readonly type: string
    readonly card: { readonly type: 'refund' | 'reversal' }
  }
  failure_balance_transaction?: string
  failure_reason?: string
  pending_reason?: string
  readonly payment_intent: string
  status: 'pending' | 'succeeded' | 'failed'
}

export interface SetupIntent extends Owned {
  readonly object: 'setup_intent'
  status:
    | 'requires_payment_method'
    | 'requires_confirmation'
    | 'requires_action'
    | 'processing'
    | 'canceled'
    | 'succeeded'
  cancellation_reason: string | null
  readonly client_secret: string
  readonly customer: string | null
  last_setup_error: Json | null
  mandate: string | null
  next_action: NextAction | null
  payment_method: string | null
  payment_method_options: Readonly<Record<string, Json>>
  readonly payment_method_types: readonly string[]
  readonly usage: string
}

export interface Mandate extends Identified {
  readonly object: 'mandate'
  readonly payment_method: string
  readonly status: 'active'
}

export interface Dispute extends Owned {
  readonly object: 'dispute'
  readonly amount: number
  readonly charge: string
  readonly currency: string
  readonly balance_transactions: BalanceTransaction[]
  evidence: Readonly<Record<string, unknown>>
  evidence_details: {
    readonly due_by: number
    readonly has_evidence: boolean
    readonly past_due: boolean
    readonly submission_count: number
    readonly enhanced_eligibility: Json
  }
  is_charge_refundable: boolean
  metadata: Metadata
  readonly payment_intent: string
  status: string
}

export interface BalanceTransaction extends Dated {
  readonly object: 'balance_transaction'
  readonly amount: number
  readonly available_on: number
  readonly currency: string
  readonly fee: number
  readonly net: number
  readonly reporting_category: string
  readonly source: string
  readonly type: string
  status: 'pending' | 'available'
}

export interface Payout extends Owned {
  readonly object: 'payout'
  readonly amount: number
  readonly arrival_date: number
  readonly currency: string
  readonly balance_transaction: string
  failure_balance_transaction: string | null
  failure_code: string | null
  failure_message: string | null
  reconciliation_status: string
  status: 'pending' | 'in_transit' | 'paid' | 'failed'
}

export interface Event extends Owned {
  readonly object: 'event'
  readonly api_version: string
  readonly data: { readonly object: unknown; readonly previous_attributes?: Json }
  pending_webhooks: number
  readonly request: { readonly id: string | null; readonly idempotency_key: string | null }
  readonly type: string
}

export interface WebhookEndpoint extends Owned {
  readonly object: 'webhook_endpoint'
  readonly api_version: string | null
  readonly enabled_events: readonly string[]
  status: 'enabled' | 'disabled'
  readonly url: string
}

/** The objects by the name that they have in `object`. */
export interface Kinds {
  balance_transaction: BalanceTransaction
  charge: Charge
  customer: Customer
  dispute: Dispute
  event: Event
  file: Owned & { readonly object: 'file'; readonly purpose: string }
  mandate: Mandate
  payment_intent: PaymentIntent
  payment_method: PaymentMethod
  payout: Payout
  'radar.early_fraud_warning': Owned
  refund: Refund
  setup_intent: SetupIntent
  webhook_endpoint: WebhookEndpoint
}
