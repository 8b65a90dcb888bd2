import { areEqual } from '../../kernel/equal-secrets.ts'

/** Where providers send the shopper back to; the token proves that the address is ours. */
export const RETURN_ROUTE = '/connectors/return/{paymentId}/{token}'

/** What of a payment decides where its shopper goes on to. */
export interface ReturningPayment {
  /** Where the shopper goes back to, with `id` and `resourcePath` in its query. */
  readonly shopUrl?: string
  /** Whether the provider authenticates, or has authenticated, the cardholder on a page of its own. */
  readonly isAuthenticatedThere: boolean
}

/** Where the provider of a payment sends its shopper back to. It may add a query of its own. */
export type ReturnUrlOf = (paymentId: string) => string

/** A keyed hash that is safe in an address: a guessed payment id gives no access. */
type Sign = (text: string) => string

export function returnPath(paymentId: string, token: string): string {
  return RETURN_ROUTE.replace('{paymentId}', paymentId).replace('{token}', token)
}

/** `baseUrl`: the origin under which the shopper's browser reaches this gateway. */
export function createReturnUrl(baseUrl: string, sign: Sign): ReturnUrlOf {
  return (paymentId) => baseUrl + returnPath(paymentId, tokenOf(paymentId, sign))
}

/** Whether a token, as in the address that a provider got, belongs to the payment. */
export function mayReturnTo(paymentId: string, token: string, sign: Sign): boolean {
  return areEqual(token, tokenOf(paymentId, sign))
}

function tokenOf(paymentId: string, sign: Sign): string {
  return sign(`return ${paymentId}`)
}
