import type { Connector, ConnectorOutcome } from './connector.ts'

/** A connector that changes all outcomes of another one, in every way in which they arrive. */
export function mapOutcomes<Kind extends Connector>(
  connector: Kind,
  change: (paymentId: string, outcome: ConnectorOutcome) => ConnectorOutcome,
): Kind {
  return {
    ...connector,
    decide(operation) {
      const outcome = connector.decide(operation)
      return outcome && change(operation.paymentId, outcome)
    },
    send: async (operation) => change(operation.paymentId, await connector.send(operation)),
    async inquire(inquiry) {
      const outcome = await connector.inquire(inquiry)
      if (outcome.kind === 'notFound') return outcome
      return change(inquiry.operation.paymentId, outcome)
    },
    onUnsolicitedAnswer(listener) {
      connector.onUnsolicitedAnswer((paymentId, told) =>
        listener(paymentId, told.kind === 'failedLater' ? told : change(paymentId, told)),
      )
    },
  }
}
