import type { EventReader } from '../../server/payments/connectors/acquirer-event.ts'
import type { Connector, ConnectorOutcome } from '../../server/payments/connectors/connector.ts'

type ChangeOutcome = (paymentId: string, outcome: ConnectorOutcome) => ConnectorOutcome

/** A connector that changes all outcomes of another one, in every way in which they arrive. */
export function mapOutcomes<Kind extends Connector>(connector: Kind, change: ChangeOutcome): Kind {
  const { events } = connector
  return {
    ...connector,
    ...(events === undefined ? {} : { events: withJudgement(events, change) }),
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

function withJudgement(events: EventReader, change: ChangeOutcome): EventReader {
  return {
    ...events,
    judge: (paymentId, outcome) => change(paymentId, events.judge?.(paymentId, outcome) ?? outcome),
  }
}
