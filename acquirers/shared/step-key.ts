import { createHash } from 'node:crypto'
import type { ConnectorOperation } from '../../server/payments/connectors/connector.ts'

/** Which request of an operation is sent: what it makes ready, what it charges, what it redeems after the shopper's return, or how it changes an earlier payment. */
export type StepPart =
  | 'method'
  | 'customer'
  | 'setUp'
  | 'attach'
  | 'prepare'
  | 'charge'
  | 'resume'
  | 'modify'

/**
 * By what a provider tells a request that arrives twice from another one: the same for each sending of one step of
 * one operation, and never the same for two. Of at most 64 characters. A payment is charged a second time after a
 * soft decline, and that is another step.
 */
export function stepKey(
  {
    paymentId,
    afterAuthenticationId,
  }: Pick<ConnectorOperation, 'paymentId' | 'afterAuthenticationId'>,
  part: StepPart,
): string {
  if (afterAuthenticationId === undefined) return `${paymentId}-${part}`
  const attempt = createHash('sha256').update(afterAuthenticationId).digest('hex').slice(0, 16)
  return `${paymentId}-${attempt}-${part}`
}
