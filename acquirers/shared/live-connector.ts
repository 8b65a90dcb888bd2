import type { Connector } from '../../server/payments/connectors/connector.ts'
import { isTestSystemSuccess } from '../../server/results/catalogue.ts'
import { mapOutcomes } from './mapped-outcomes.ts'

/** "testMode not allowed in the live environment". */
const OF_OTHER_ENVIRONMENT = '600.200.701'

/**
 * A connector as live uses it: what a test system approves is no success (decisions §7). No answer may
 * say that money has moved when it has not. The answer may come from another server than the operator
 * has configured, so a person has to look. What a reference had reserved is released.
 */
export function liveConnector<Kind extends Connector>(
  connector: Kind,
  log: { error(fields: object, message: string): void },
): Kind {
  return refusingApprovals(connector, { refuses: isTestSystemSuccess, alarm: ALARM, log })
}

const ALARM =
  'a test system approved a live payment, which is refused: no real money has moved there, see where the payments of this gateway go'

interface Refusing {
  /** Whether an approval with this code is none. */
  readonly refuses: (code: string) => boolean
  readonly alarm: string
  readonly log: { error(fields: object, message: string): void }
}

/** A connector whose approvals with some codes are declined, however they come, with an alarm for each. */
export function refusingApprovals<Kind extends Connector>(
  connector: Kind,
  { refuses, alarm, log }: Refusing,
): Kind {
  return mapOutcomes(connector, (paymentId, outcome) => {
    if (outcome.kind !== 'approved') return outcome
    const code = outcome.saidCode ?? connector.approvalCode
    if (!refuses(code)) return outcome
    log.error({ paymentId, connector: connector.name, code }, alarm)
    const resultDetails = { ...outcome.resultDetails, AcquirerResponse: code }
    const { references } = outcome
    return {
      kind: 'declined',
      code: OF_OTHER_ENVIRONMENT,
      isApprovedThere: true,
      resultDetails,
      ...(references === undefined ? {} : { references }),
    }
  })
}
