import { timingSafeEqual } from 'node:crypto'

/** Where receivers send the shopper back to; the token proves that the address is ours. */
export const RETURN_ROUTE = '/connectors/gateway/return/:paymentId/:token'

/** The address of one payment. A receiver adds its own query, which is not looked at. */
export function returnPath(paymentId: string, token: string): string {
  return RETURN_ROUTE.replace(':paymentId', paymentId).replace(':token', token)
}

/** Takes the same time wherever two texts differ. */
export function areEqual(given: string, expected: string): boolean {
  const [one, other] = [Buffer.from(given), Buffer.from(expected)]
  return one.length === other.length && timingSafeEqual(one, other)
}
