import { outcomeOf as outcomeOfCode } from '../clients/tillgate.mjs'
import { CURRENCY } from './catalogue.ts'
import type { GatewayAnswer, GatewayFault } from './gateway.ts'
import { type PricedOrder, wireAmount } from './order.ts'

/** An order as the shop keeps it, from checkout to result page. */
export interface Order extends PricedOrder {
  readonly number: string
}

/** `cancelled`: by the shopper, who knows why. */
export type Outcome = 'paid' | 'pending' | 'declined' | 'cancelled'

/** What `GET /api/result` tells the result page. Amounts as text with two decimals, as on the wire. */
export interface PaymentResult {
  readonly outcome: Outcome
  readonly code: string
  readonly description: string
  readonly paymentId?: string
  readonly brand?: string
  readonly last4Digits?: string
  readonly timestamp?: string
  readonly amount?: string
  readonly currency?: string
  readonly order?: Order
}

export type CheckoutFault = GatewayFault | 'badRequest' | 'emptyBasket' | 'checkoutRefused'

export type ResultFault =
  | GatewayFault
  /** The return address names no checkout, or one that the gateway does not know any more. */
  | 'paymentNotFound'
  /** Paid, but not this order's amount. */
  | 'orderMismatch'

export type ShopFault = CheckoutFault | ResultFault

/** HTTP status of the shop's own answers. */
export const FAULT_STATUS: Readonly<Record<ShopFault, number>> = {
  gatewayUnreachable: 502,
  gatewayTimeout: 504,
  gatewayBusy: 503,
  gatewayFailed: 502,
  accessRefused: 502,
  badRequest: 400,
  emptyBasket: 400,
  checkoutRefused: 502,
  paymentNotFound: 404,
  orderMismatch: 409,
}

const RESOURCE_PATH = /^\/v1\/checkouts\/([A-Za-z0-9][A-Za-z0-9.-]{31,47})\/payment$/

/**
 * The checkout id in `resourcePath`, which comes out of the address bar: anybody may write anything
 * there. Only this exact shape (an id of 32 to 48 letters, digits, dots and hyphens, as the interface
 * document has it) may become part of a request that carries our token.
 */
export function checkoutIdOf(resourcePath: unknown): string | undefined {
  return typeof resourcePath === 'string' ? RESOURCE_PATH.exec(resourcePath)?.[1] : undefined
}

const CANCELLED = /^100\.39[67]\.101/

/** What is under review counts as pending: this shop does not ship until somebody has looked at it. */
const OUTCOMES = {
  success: 'paid',
  review: 'pending',
  pending: 'pending',
  failed: 'declined',
} as const

/** `result.code` decides, and nothing else does: neither the HTTP status nor the redirect. */
export function outcomeOf(code: string): Outcome {
  return CANCELLED.test(code) ? 'cancelled' : OUTCOMES[outcomeOfCode(code)]
}

/** The gateway knows no such checkout: never existed, expired, or deleted. */
export function isUnknownCheckout(status: number, { result }: GatewayAnswer): boolean {
  return status === 404 || (result.code === '200.300.404' && result.parameterErrors === undefined)
}

/**
 * Turns the gateway's status into what the page shows. A payment of another amount, currency or order
 * than ours is not a payment of this order, however successful it was.
 */
export function readResult(answer: GatewayAnswer, order?: Order): PaymentResult | 'orderMismatch' {
  const outcome = outcomeOf(answer.result.code)
  if (outcome === 'paid' && order !== undefined && !paysFor(answer, order)) return 'orderMismatch'
  return {
    outcome,
    code: answer.result.code,
    description: answer.result.description ?? '',
    ...(answer.id !== undefined && { paymentId: answer.id }),
    ...(answer.paymentBrand !== undefined && { brand: answer.paymentBrand }),
    ...(answer.card?.last4Digits !== undefined && { last4Digits: answer.card.last4Digits }),
    ...(answer.timestamp !== undefined && { timestamp: answer.timestamp }),
    ...(answer.amount !== undefined && { amount: answer.amount }),
    ...(answer.currency !== undefined && { currency: answer.currency }),
    ...(order !== undefined && { order }),
  }
}

function paysFor(answer: GatewayAnswer, order: Order): boolean {
  return (
    answer.amount === wireAmount(order.totalCents) &&
    answer.currency === CURRENCY &&
    (answer.merchantTransactionId ?? order.number) === order.number
  )
}
