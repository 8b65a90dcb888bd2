/** Where receivers send the shopper back to; the token proves that the address is ours. */
export const RETURN_ROUTE = '/connectors/gateway/return/{paymentId}/{token}'

/** The address of one payment. A receiver adds its own query, which is not looked at. */
export function returnPath(paymentId: string, token: string): string {
  return RETURN_ROUTE.replace('{paymentId}', paymentId).replace('{token}', token)
}
