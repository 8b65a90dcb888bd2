import type {
  ConnectorOperation,
  ConnectorOutcome,
  Inquiry,
} from '../../server/payments/connectors/connector.ts'
import { type Judged, notSent, unknown } from '../shared/judged.ts'
import { stepKey } from '../shared/step-key.ts'
import { isChargedByReturn } from './methods.ts'
import { outcomeOfCharge } from './outcome.ts'
import { paymentBody, proofFault } from './requests.ts'
import type { AdyenSteps } from './steps.ts'

const PAYMENTS = '/payments'

/** Charges, once. What was sent is kept in memory until its outcome is known. */
export async function chargeAtAdyen(
  operation: ConnectorOperation,
  steps: AdyenSteps,
): Promise<Judged> {
  const fault = proofFault(operation)
  if (fault !== undefined) return refused('100.390.117', fault)
  const { account, client, held, returnUrl } = steps
  const { paymentId, registrationId } = operation
  const parts = {
    merchantAccount: account.merchantId,
    settings: account.settings,
    returnUrl: returnUrl(paymentId),
    stored: registrationId === undefined ? [] : await steps.stored(registrationId),
  }
  const body = paymentBody(operation, parts)
  if (body === undefined) return refused('600.200.500', 'has no details that Adyen could charge')
  const charge = { body: JSON.stringify(body), key: stepKey(operation, 'charge') }
  held.hold(paymentId, charge)
  const judged = outcomeOfCharge(await client.post(PAYMENTS, charge.body, charge.key), operation)
  if (judged.outcome.kind !== 'unknown') held.drop(paymentId)
  return judged
}

function refused(code: string, ExtendedDescription: string): Judged {
  return { outcome: { kind: 'declined', code, resultDetails: { ExtendedDescription } } }
}

/** Sends a charge again whose answer was lost, while this process still holds it. */
export async function chargedAgain(
  { operation }: Inquiry,
  { client, held }: AdyenSteps,
): Promise<Judged> {
  const { paymentId } = operation
  const charge = held.find(paymentId)
  if (charge === undefined) return { outcome: { kind: 'unknown' } }
  const answer = await client.post(PAYMENTS, charge.body, charge.key)
  // The first one may have arrived; that this one has not proves nothing.
  if (answer.kind === 'notSent') return unknown(answer.reason)
  const judged = outcomeOfCharge(answer, operation)
  if (judged.outcome.kind !== 'unknown') held.drop(paymentId)
  return judged
}

/**
 * Redeems what the shopper has brought back. Without it nothing is charged where the cardholder was to be
 * authenticated; a bank has charged or not, and tells it by an event.
 */
export async function afterReturn(
  { operation, returned }: Inquiry,
  { client }: AdyenSteps,
): Promise<Judged> {
  const redirectResult = returned?.redirectResult
  if (redirectResult === undefined) {
    const waits = isChargedByReturn(operation.paymentBrand)
    return { outcome: waits ? STILL_AWAY : { kind: 'unknown' } }
  }
  const body = JSON.stringify({ details: { redirectResult } })
  const key = stepKey({ ...operation, afterAuthenticationId: redirectResult }, 'resume')
  const answer = await client.post('/payments/details', body, key)
  // A result that is wrong, or was redeemed before, says nothing of the payment.
  if (answer.kind === 'error')
    return unknown(`refuses what the shopper brought: ${answer.errorCode}`)
  if (answer.kind === 'notSent') return unknown(answer.reason)
  return outcomeOfCharge(answer, operation)
}

const STILL_AWAY: ConnectorOutcome = { kind: 'pending', code: '000.200.000', expiresAfterMs: 0 }

export const notCharged = notSent('has nothing to charge')
