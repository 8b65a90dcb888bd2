import { isRefusal, type Refusal } from '../../results/refusal.ts'
import { paymentAfterStep } from '../../store/port.ts'
import type { FirstPayment, PreparedPayment } from '../charge/prepared-payment.ts'
import { detailsAfterAuthentication } from '../details.ts'
import type { AuthenticateStage, FrictionlessAuthentication } from './authenticate-stage.ts'

/**
 * Decides whether the payment is authenticated. A message to a directory outside this process is sent
 * only after the first commit, which begins the wait.
 */
export async function withAuthentication(
  prepared: PreparedPayment,
  first: FirstPayment,
  { authentication }: { readonly authentication?: AuthenticateStage | undefined },
): Promise<PreparedPayment | Refusal> {
  if (prepared.faultCode !== undefined || authentication === undefined) return prepared
  const deciding = authentication.decide(prepared, first)
  const decision = deciding instanceof Promise ? await deciding : deciding
  if (decision === undefined) return prepared
  if (isRefusal(decision)) return decision
  if ('planned' in decision) return { ...prepared, authentication: decision.planned }
  if ('authenticated' in decision) return afterAuthentication(prepared, decision.authenticated)
  if ('resultDetails' in decision) {
    const details = { ...prepared.details, authenticationDetails: decision.resultDetails }
    return { ...prepared, details }
  }
  return { ...prepared, ...decision }
}

/** Adds the proof of its authentication to the charge; or records that the payment is not charged. */
function afterAuthentication(
  prepared: PreparedPayment,
  { row, end }: FrictionlessAuthentication,
): PreparedPayment {
  const { outcome } = end
  const { payment } = prepared
  const { updatedAtMs } = payment
  // Not literals that begin with a spread: they take 1.2 µs each, these 0.4 µs.
  const after = {
    payment: paymentAfterStep(payment, { authenticationId: row.id, updatedAtMs }),
    details: detailsAfterAuthentication(prepared.details, end),
    authenticated: row,
  }
  if (outcome.kind !== 'passed')
    return Object.assign({}, prepared, after, { faultCode: outcome.code })
  const operation = Object.assign({}, prepared.operation, { authentication: outcome.proof })
  const { afterSoftDecline } = outcome
  const charged = Object.assign({}, prepared, after, { operation })
  return afterSoftDecline === undefined ? charged : Object.assign(charged, { afterSoftDecline })
}
