import type { BrowserStep } from '../../../../common/authentication-wire.ts'
import { detailsOf } from '../../../payments/index.ts'
import type { PaymentRow } from '../../../store/port.ts'
import type { SeenByBrowser } from './browser-authentication.ts'
import { doneStep, windowSizeOf } from './browser-next.ts'
import type { AskConnector } from './parts.ts'

/** Whether a connector authenticates, or has authenticated, the cardholder of a payment. */
export function isByConnector(payment: PaymentRow): boolean {
  return detailsOf(payment).authenticationRedirect !== undefined
}

/**
 * The next step of a browser for a payment whose connector authenticates. The connector is asked for the
 * outcome only after the browser has come back from it, because it limits the number of inquiries.
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

/** Sends the shopper back to the shop, with the outcome if the connector already has one. */
async function endByConnector(payment: PaymentRow, ask: AskConnector): Promise<BrowserStep> {
  return doneStep(await ask(payment))
}

/**
 * Sends a shopper who cancels back to the shop. The connector has no request to cancel. So the payment
 * ends at once only if the connector reports an outcome, for example because the shopper has cancelled
 * there too; else it stays pending until its outcome is known.
 */
export async function cancelByConnector(
  payment: PaymentRow,
  ask: AskConnector,
): Promise<BrowserStep> {
  return doneStep(await ask(payment, 'urgent'))
}
