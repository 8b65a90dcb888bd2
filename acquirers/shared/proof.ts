import type {
  AuthenticationProof,
  ConnectorOperation,
} from '../../server/payments/connectors/connector.ts'

/** The proof of an authentication: the gateway's own, or what the merchant has sent of another one. */
export function proofSent({
  authentication,
  request,
}: Pick<ConnectorOperation, 'authentication' | 'request'>): Partial<AuthenticationProof> {
  if (authentication !== undefined) return authentication
  const sent = {
    status: request['threeDSecure.authenticationStatus'],
    eci: request['threeDSecure.eci'],
    verificationId: request['threeDSecure.verificationId'],
    dsTransactionId: request['threeDSecure.dsTransactionId'],
    version: request['threeDSecure.version'],
    authenticationType: request['threeDSecure.authType'],
    transactionStatusReason: request['threeDSecure.transactionStatusReason'],
  }
  return Object.fromEntries(Object.entries(sent).filter(([, value]) => value !== undefined))
}
