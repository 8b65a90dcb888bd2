import type {
  ConnectorOperation,
  ConnectorOutcome,
} from '../../server/payments/connectors/connector.ts'
import { nameOfReferred } from '../../server/payments/connectors/names.ts'
import { memberOf } from '../shared/json.ts'
import { type Judged, notSent, unknown } from '../shared/judged.ts'
import { stepKey } from '../shared/step-key.ts'
import type { Answer } from './client.ts'
import { amountAtStripe } from './currencies.ts'
import type { Body } from './form.ts'
import { answerOf, outcomeOfRefund, refusedBy } from './outcome.ts'
import { EXPANDED, markOf } from './requests.ts'
import type { StripeSteps } from './steps.ts'

/** Captures, raises, cancels or refunds a payment, once. */
export async function modifyAtStripe(
  operation: ConnectorOperation,
  steps: StripeSteps,
): Promise<Judged<ConnectorOutcome>> {
  const intentId = await nameOfReferred(operation, steps.names)
  if (intentId === undefined) return notSent('the payment that is referred to has no id there')
  const { path, body } = requestOf(operation, intentId, steps)
  const answer = await steps.client.post(path, body, stepKey(operation, 'modify'))
  return answer.kind === 'object' ? doneBy(operation, answer.object) : outcomeWithout(answer)
}

interface Request {
  readonly path: string
  readonly body: Body
}

function requestOf(
  operation: ConnectorOperation,
  intentId: string,
  { account }: StripeSteps,
): Request {
  const { paymentId, paymentType, amount, isLast, holdAfter } = operation
  const intent = `/v1/payment_intents/${encodeURIComponent(intentId)}`
  const sent = amountAtStripe(amount)
  switch (paymentType) {
    case 'CP':
      return {
        path: `${intent}/capture`,
        body: {
          amount_to_capture: sent,
          // Only accounts that capture several times know it.
          ...(isLast === true || account.settings.capture === 'one'
            ? {}
            : { final_capture: false }),
          metadata: { [markOf('capture', paymentId)]: sent },
          expand: EXPANDED,
        },
      }
    case 'PA':
      return {
        path: `${intent}/increment_authorization`,
        body: {
          amount: holdAfter && amountAtStripe(holdAfter),
          metadata: { [markOf('raise', paymentId)]: sent },
          expand: EXPANDED,
        },
      }
    case 'RV':
      return {
        path: `${intent}/cancel`,
        body: { cancellation_reason: 'requested_by_customer', expand: EXPANDED },
      }
    default:
      return {
        path: '/v1/refunds',
        body: { payment_intent: intentId, amount: sent, metadata: { payment: paymentId } },
      }
  }
}

function doneBy(
  operation: ConnectorOperation,
  object: Extract<Answer, { kind: 'object' }>['object'],
): Judged<ConnectorOutcome> {
  if (operation.paymentType === 'RF') return outcomeOfRefund(object, operation)
  const status = memberOf(object, 'status')
  const isDone =
    operation.paymentType === 'RV'
      ? status === 'canceled'
      : status === 'succeeded' || status === 'requires_capture'
  // The ids are those of the payment that is referred to, which has them already.
  const { resultDetails = {} } = answerOf(object)
  return isDone
    ? { outcome: { kind: 'approved', resultDetails } }
    : unknown(`tells the status ${status} after ${operation.paymentType}`)
}

function outcomeWithout(answer: Exclude<Answer, { kind: 'object' }>): Judged<ConnectorOutcome> {
  if (answer.kind === 'error') return refusedBy(answer)
  return answer.kind === 'notSent' ? notSent(answer.reason) : unknown(answer.reason)
}
