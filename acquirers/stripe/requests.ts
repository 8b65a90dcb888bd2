import type { ConnectorOperation } from '../../server/payments/connectors/connector.ts'
import { fullNameOf } from '../shared/full-name.ts'
import { proofSent } from '../shared/proof.ts'
import { beginsSeries, isByMerchant, type Wire } from '../shared/series.ts'
import { amountAtStripe } from './currencies.ts'
import type { Body } from './form.ts'
import { type Method, methodOf, NETWORKS } from './methods.ts'

/** The parameters of a PaymentMethod with the shopper's own data; `undefined`: there is nothing to make it of. */
export function methodBody({
  instrument,
  paymentBrand,
  request,
}: ConnectorOperation): Body | undefined {
  const type = methodOf(paymentBrand)?.type
  if (type === undefined || instrument === undefined) return undefined
  const billing_details = billingOf(request, 'holder' in instrument ? instrument.holder : undefined)
  if (type === 'card') {
    if (instrument.kind !== 'card') return undefined
    const { number, expiryMonth, expiryYear, cvv } = instrument
    const card = {
      number,
      exp_month: Number(expiryMonth),
      exp_year: Number(expiryYear),
      cvc: cvv,
    }
    return { type, card, billing_details }
  }
  if (type !== 'sepa_debit') return { type, billing_details }
  if (instrument.kind !== 'bankAccount' || instrument.iban === undefined) return undefined
  return { type, sepa_debit: { iban: instrument.iban }, billing_details }
}

function billingOf(request: Wire, holder: string | undefined): Body {
  const address = addressOf(request, 'billing')
  return {
    name: holder ?? fullNameOf(request, 'customer'),
    email: request['customer.email'],
    phone: request['customer.phone'] ?? request['customer.mobile'],
    ...(address === undefined ? {} : { address }),
  }
}

function addressOf(request: Wire, of: 'billing' | 'shipping'): Body | undefined {
  const address = {
    line1: request[`${of}.street1`],
    line2: request[`${of}.street2`],
    city: request[`${of}.city`],
    state: request[`${of}.state`],
    postal_code: request[`${of}.postcode`],
    country: request[`${of}.country`],
  }
  return Object.values(address).some((value) => value !== undefined) ? address : undefined
}

/** Who is charged and with what, as Stripe has made it. */
export interface MadeThere {
  readonly method: string
  readonly customer?: string
}

/** The parameters of a PaymentIntent that is made ready and not confirmed: it moves no money. */
export function intentBody(
  operation: ConnectorOperation,
  { method, customer }: MadeThere,
  capturesOnce: boolean,
): Body {
  const { paymentId, paymentType, paymentBrand, amount, request, afterAuthenticationId } = operation
  const kind = methodOf(paymentBrand)
  const isHold = paymentType === 'PA'
  return {
    amount: amountAtStripe(amount),
    currency: amount.currency.toLowerCase(),
    allowed_payment_method_types: kind === undefined ? undefined : [kind.type],
    capture_method: isHold ? 'manual' : 'automatic',
    payment_method: method,
    customer,
    description: request.descriptor,
    metadata: {
      payment: paymentId,
      charge: afterAuthenticationId,
      merchantTransactionId: request.merchantTransactionId,
    },
    ...(keepsForLater(operation) ? { setup_future_usage: 'off_session' } : {}),
    ...shippingOf(request),
    ...(kind?.type === 'card'
      ? { payment_method_options: { card: cardOptions(operation, isHold, capturesOnce) } }
      : {}),
    expand: EXPANDED,
  }
}

/** What the merchant starts is kept before it is charged: Stripe does not take both wishes together. */
function keepsForLater(operation: ConnectorOperation): boolean {
  return beginsSeries(operation) && !isByMerchant(operation.request)
}

/** Of each PaymentIntent that is read: what its outcome is told by. */
export const EXPANDED = ['latest_charge', 'payment_method'] as const

function shippingOf(request: Wire): Body {
  const address = addressOf(request, 'shipping')
  const name = fullNameOf(request, 'shipping.customer') ?? fullNameOf(request, 'customer')
  return address === undefined || name === undefined ? {} : { shipping: { name, address } }
}

function cardOptions(operation: ConnectorOperation, isHold: boolean, capturesOnce: boolean): Body {
  const { paymentBrand, request } = operation
  const usage = USAGES[request['standingInstruction.type'] ?? '']
  const category = request.transactionCategory
  return {
    network: NETWORKS[paymentBrand],
    ...(category === 'MO' || category === 'TO' ? { moto: true } : {}),
    ...(isHold ? { request_incremental_authorization: 'if_available' } : {}),
    ...(isHold && !capturesOnce ? { request_multicapture: 'if_available' } : {}),
    ...(keepsForLater(operation) ? { setup_credential_usage: usage } : {}),
    ...(isByMerchant(request) ? { stored_credential_usage: usage ?? 'unscheduled' } : {}),
  }
}

const USAGES: Readonly<Record<string, string>> = {
  RECURRING: 'recurring',
  INSTALLMENT: 'installment',
  UNSCHEDULED: 'unscheduled',
}

/**
 * The parameters that keep a card with the proof of its holder's authentication, so that the issuer knows of the
 * agreement; `undefined`: there is no proof that Stripe takes.
 */
export function setUpBody(
  operation: ConnectorOperation,
  { method, customer }: MadeThere,
): Body | undefined {
  const { paymentId, paymentBrand, request, storedProof } = operation
  const type = methodOf(paymentBrand)?.type
  const proof = storedProof && proofOf({ request: storedProof })
  if (type !== 'card' || typeof proof !== 'object') return undefined
  const card = {
    network: NETWORKS[paymentBrand],
    setup_credential_usage: USAGES[request['standingInstruction.type'] ?? ''] ?? 'unscheduled',
    three_d_secure: proof,
  }
  return {
    allowed_payment_method_types: [type],
    confirm: true,
    customer,
    metadata: { payment: paymentId },
    payment_method: method,
    payment_method_options: { card },
    usage: 'off_session',
  }
}

/** The parameters with which a PaymentIntent is charged. */
export function confirmBody(operation: ConnectorOperation, returnUrl: string): Body {
  const { paymentBrand, request } = operation
  const method = methodOf(paymentBrand)
  const byMerchant = isByMerchant(request)
  const proof = proofOf(operation)
  return {
    ...(byMerchant ? { off_session: true } : {}),
    ...(method?.redirects === true && !byMerchant ? { return_url: returnUrl } : {}),
    ...mandateOf(method, request),
    ...(typeof proof === 'object'
      ? { payment_method_options: { card: { three_d_secure: proof } } }
      : {}),
    expand: EXPANDED,
  }
}

/** The shopper has agreed to the mandate on the merchant's page, or has signed it elsewhere. */
function mandateOf(method: Method | undefined, request: Wire): Body {
  if (method?.type !== 'sepa_debit') return {}
  const ip = request['customer.ip']
  const userAgent = request['customer.browser.userAgent']
  const customer_acceptance =
    ip === undefined || userAgent === undefined
      ? { type: 'offline' }
      : { type: 'online', online: { ip_address: ip, user_agent: userAgent } }
  return { mandate_data: { customer_acceptance } }
}

/** Versions of EMV 3-D Secure whose proof Stripe takes (docs.stripe.com/payments/payment-intents/three-d-secure-import). */
const VERSIONS: readonly string[] = ['2.1.0', '2.2.0', '2.3.0', '2.3.1']
const INDICATORS: readonly string[] = ['01', '02', '05', '06', '07']

/**
 * The proof of an authentication: the gateway's own, or the merchant's. `incomplete`: there is one that Stripe does not
 * take as it is, and charging without it would shift the liability. `undefined`: there is none.
 */
export function proofOf(
  operation: Parameters<typeof proofSent>[0],
): Body | 'incomplete' | undefined {
  const { status, eci, verificationId, dsTransactionId, version } = proofSent(operation)
  if (verificationId === undefined) return eci === undefined ? undefined : absentProof(eci)
  const isWhole =
    dsTransactionId !== undefined &&
    VERSIONS.includes(version ?? '') &&
    INDICATORS.includes(eci ?? '')
  if (!isWhole) return 'incomplete'
  return {
    version,
    cryptogram: verificationId,
    transaction_id: dsTransactionId,
    electronic_commerce_indicator: eci,
    ares_trans_status: status,
  }
}

/** An indicator of a charge without authentication proves nothing: Stripe decides by itself. */
function absentProof(eci: string): 'incomplete' | undefined {
  return eci === '07' || eci === '00' ? undefined : 'incomplete'
}

/** Where the capture or increment of a payment is noted in its PaymentIntent, so that a read tells whether it was done. */
export function markOf(kind: 'capture' | 'raise', paymentId: string): string {
  return `${kind}_${paymentId}`
}

export function isRaiseMark(name: string): boolean {
  return name.startsWith(markOf('raise', ''))
}
