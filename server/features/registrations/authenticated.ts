import type { UsableEntity } from '../../entities/access.ts'
import { ParameterValues } from '../../parameters/values.ts'
import type { AuthenticateStage } from '../../payments/authenticate/index.ts'
import type { FirstPayment } from '../../payments/index.ts'
import { type ConnectorChoice, connectorOfNothing } from '../../payments/read/index.ts'
import { isRefusal } from '../../results/refusal.ts'

/**
 * A card that is stored without a payment, after its cardholder was authenticated. This is a
 * payment of type 3D with `createRegistration`: it waits, fails and ends like any other payment,
 * and the commit of its success stores the card. The registration has the id of that payment.
 */

export interface AuthenticatingParts extends ConnectorChoice {
  /** Absent where 3-D Secure is off. */
  readonly authentication?: AuthenticateStage | undefined
}

/** Payment details that are to be stored without a payment. */
interface StoringRequest {
  readonly channel: UsableEntity
  readonly values: ParameterValues
}

/** Whether the cardholder is authenticated before the card is stored: request or channel ask for it. */
export async function isAuthenticatedFirst(
  { channel, values }: StoringRequest,
  parts: AuthenticatingParts,
): Promise<boolean> {
  const { threeDSecure = {} } = channel.settings
  const isAsked =
    threeDSecure.registrations === true ||
    values.get('threeDSecure.npa') === 'true' ||
    values.has('threeDSecure.authenticationInd')
  // Another gateway has stored the card with its cardholder.
  if (!isAsked || values.has('recurringMigration.paymentType')) return false
  const connector = await connectorOfNothing({ channel, values }, parts)
  if (isRefusal(connector)) return false
  return parts.authentication?.canAuthenticate(values, connector.name) === true
}

/** The payment that authenticates the cardholder and stores the card. */
export function storingPayment(first: Omit<FirstPayment, 'paymentTypeFor'>): FirstPayment {
  const values = ParameterValues.of([
    ...first.values.entries(),
    ['createRegistration', 'true'],
    ['threeDSecure.npa', 'true'],
    ['threeDSecure.authenticationInd', 'ADD_CARD'],
  ])
  return { ...first, values, paymentTypeFor: () => '3D', onlyStores: true }
}
