import type {
  Connector,
  ConnectorOutcome,
  Redirect,
} from '../../server/payments/connectors/connector.ts'
import { mapOutcomes } from './mapped-outcomes.ts'

/**
 * A connector whose authentications are shown by the gateway's own page: shoppers, clients and the
 * widget see the same as where the gateway authenticates. `pageOf`: the redirect to the page.
 */
export function createPageConnector<Kind extends Connector>(
  connector: Kind,
  pageOf: (paymentId: string) => Redirect,
): Kind {
  return mapOutcomes(connector, (paymentId, outcome) => withPage(outcome, () => pageOf(paymentId)))
}

function withPage(outcome: ConnectorOutcome, page: () => Redirect): ConnectorOutcome {
  if (outcome.kind !== 'pending' || outcome.authenticationRedirect === undefined) return outcome
  const { preconditions } = outcome.authenticationRedirect
  const redirect = { ...page(), ...(preconditions === undefined ? {} : { preconditions }) }
  return { ...outcome, redirect }
}
