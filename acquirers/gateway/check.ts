import type { AccountFinding } from '../../server/payments/connectors/account-finding.ts'
import type { ReceiverEnvironment } from './probe.ts'

/** What a probe of the receiver says of an account there. */
export function findingsOf(
  found: ReceiverEnvironment,
  environment: 'test' | 'live',
): readonly AccountFinding[] {
  switch (found) {
    case 'unreachable':
      return [{ what: 'access', result: 'wrong', why: UNREACHABLE }]
    case 'wrongAccess':
      return [{ what: 'access', result: 'wrong', why: WRONG_ACCESS }]
    case 'unknown':
      return [right, { what: 'environment', result: 'unknown', why: UNTOLD }]
    case 'test':
    case 'live':
      return [right, environmentFinding(found, environment)]
  }
}

const right: AccountFinding = { what: 'access', result: 'right' }

const UNREACHABLE =
  'the server does not answer: look at settings.url, at the network, and at TILLGATE_OUTGOING_SUBNETS where it is in a network of your own'

const WRONG_ACCESS =
  'the server does not take the access token for this entity: look at the merchant id and the accessToken'

const UNTOLD =
  'the server does not say whether it is of test or live: what a test system approves is refused in live'

function environmentFinding(found: 'test' | 'live', environment: 'test' | 'live'): AccountFinding {
  if (found === environment) return { what: 'environment', result: 'right' }
  const why = `the server is of ${found}, this gateway of ${environment}: name a server of ${environment}`
  return { what: 'environment', result: 'wrong', why }
}
