import { isTestSystemSuccess } from '../../wire/results/catalogue.ts'
import type { Connector, ConnectorOutcome } from './connector.ts'

/** "testMode not allowed in the live environment". */
const NOT_LIVE = '600.200.701'

/**
 * A connector as live uses it: what a test system approves is no success (decisions §7). No answer may
 * say that money has moved when it has not. The answer may come from another server than the operator
 * has configured, so a person has to look. What a reference had reserved is released.
 */
export function liveConnector<Kind extends Connector>(
  connector: Kind,
  log: { error(fields: object, message: string): void },
): Kind {
  function believed<Outcome>(
    paymentId: string,
    outcome: Outcome | ConnectorOutcome,
  ): Outcome | ConnectorOutcome {
    if (!isApproval(outcome)) return outcome
    const code = outcome.saidCode ?? connector.approvalCode
    if (!isTestSystemSuccess(code)) return outcome
    log.error({ paymentId, connector: connector.name, code }, ALARM)
    const resultDetails = { ...outcome.resultDetails, AcquirerResponse: code }
    return { kind: 'declined', code: NOT_LIVE, isApprovedThere: true, resultDetails }
  }

  return {
    ...connector,
    decide(operation) {
      const outcome = connector.decide(operation)
      return outcome && believed(operation.paymentId, outcome)
    },
    send: async (operation) => believed(operation.paymentId, await connector.send(operation)),
    inquire: async (inquiry) =>
      believed(inquiry.operation.paymentId, await connector.inquire(inquiry)),
    onUnsolicitedAnswer(listener) {
      connector.onUnsolicitedAnswer((paymentId, outcome) =>
        listener(paymentId, believed(paymentId, outcome)),
      )
    },
  }
}

const ALARM =
  'a test system approved a live payment, which is refused: no real money has moved there, see where the payments of this gateway go'

function isApproval(outcome: unknown): outcome is ConnectorOutcome & { kind: 'approved' } {
  return (outcome as ConnectorOutcome).kind === 'approved'
}
