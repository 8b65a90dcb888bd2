import type { CommitParticipant } from '../../../store/commit-parts.ts'
import type { PaymentRow } from '../../../store/port.ts'
import type { RunningParts } from './parts.ts'
import { requestAuthentication } from './request.ts'
import type { Authentication } from './state.ts'

/**
 * Asks the directory about an authentication that is `requested`, and charges the payment if the
 * authentication ends with that. Returns the payment then; `undefined` while it waits for the cardholder.
 */
export async function askDirectoryAndCharge(
  authentication: Authentication,
  parts: RunningParts,
  requestParticipants: readonly CommitParticipant[] = [],
): Promise<PaymentRow | undefined> {
  const { payment } = authentication
  const { threeDSecure = {} } = await parts.access.settingsOf(payment.entityId)
  const requested = await requestAuthentication(authentication, threeDSecure, parts)
  if (!('end' in requested)) return undefined
  const { charged } = await parts.end(payment, requested.end, requestParticipants)
  return charged
}
