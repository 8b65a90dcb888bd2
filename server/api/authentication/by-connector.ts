import type { BrowserStep } from '../../../common/authentication-wire.ts'
import type { PaymentRow } from '../../engine/store/port.ts'
import { detailsOf } from '../payments/details.ts'
import type { SeenByBrowser } from './browser-authentication.ts'
import { doneStep, windowSizeOf } from './browser-next.ts'

/**
 * Asks the connector of a pending payment for its outcome, and answers the payment as it is stored
 * then. Rejects only where the store cannot read.
 */
export type AskConnector = (payment: PaymentRow) => Promise<PaymentRow>

/** Whether a connector authenticates, or has authenticated, the cardholder of a payment. */
export function isByConnector(payment: PaymentRow): boolean {
  return detailsOf(payment).authenticationRedirect !== undefined
}

/**
 * What a browser does next for a payment whose connector authenticates. The connector is asked for the
 * outcome only when the browser has come back from there: it limits how often it may be asked.
 */
export async function nextByConnector(
  payment: PaymentRow,
  { challengeEnded = false }: SeenByBrowser,
  ask: AskConnector,
): Promise<BrowserStep> {
  const { authenticationRedirect } = detailsOf(payment)
  const isOver = payment.state !== 'pending' || authenticationRedirect === undefined
  if (isOver) return doneStep(payment)
  if (challengeEnded) return endByConnector(payment, ask)
  const { preconditions = [], ...redirect } = authenticationRedirect
  return {
    step: 'redirect',
    redirect,
    preconditions: preconditions.map(({ url, parameters }) => ({ url, parameters })),
    windowSize: windowSizeOf(payment),
  }
}

/**
 * Takes the shopper back to the shop. What the other side does not know yet, or cannot be told, such
 * as a cancellation, leaves the payment pending until its outcome is heard.
 */
export async function endByConnector(payment: PaymentRow, ask: AskConnector): Promise<BrowserStep> {
  return doneStep(await ask(payment))
}
