import { MINUTE_MS, SECOND_MS } from '../../../../common/durations.ts'
import type { ThreeDSecureSettings } from '../../../entities/settings.ts'
import type { AuthenticationRow } from '../../../store/port.ts'
import { DECOUPLED_MINUTES } from '../server/contract.ts'
import { dataOf } from './state.ts'

/** Time in which the shopper must open the authentication page. */
const BROWSER_MS = 30 * MINUTE_MS
/** Time for a challenge, from the answer of the issuer (EMV 3-D Secure). */
const CHALLENGE_MS = 10 * MINUTE_MS
/** Time after the end of a challenge in which its result may still arrive. */
const RESULT_MS = 30 * SECOND_MS
/** Without an answer after this time, the process that asked the directory is considered dead. */
const REQUEST_LOST_MS = 45 * SECOND_MS

/** Until an outcome that is known has been carried out, also by another process, within its lease. */
const CARRIED_OUT_MS = 5 * MINUTE_MS

/** How long a payment waits at most from its request to its charge. */
export function longestWaitMs(
  request: Readonly<Record<string, string>>,
  { decoupledMinutes = DECOUPLED_MINUTES }: ThreeDSecureSettings,
): number {
  const isDecoupled = request['threeDSecure.decoupled'] === 'true'
  const cardholderMs = isDecoupled
    ? Math.max(decoupledMinutes * MINUTE_MS, CHALLENGE_MS)
    : CHALLENGE_MS
  return BROWSER_MS + REQUEST_LOST_MS + cardholderMs + RESULT_MS + CARRIED_OUT_MS
}

/** When an authentication expires, by the channel's clock. */
export function deadlineOf(row: AuthenticationRow): number {
  switch (row.state) {
    case 'challenge':
      return row.updatedAtMs + CHALLENGE_MS + RESULT_MS
    case 'decoupled':
      return (dataOf(row).decoupledUntilMs ?? row.updatedAtMs) + RESULT_MS
    default:
      return row.createdAtMs + BROWSER_MS
  }
}

/** Whether the directory was asked, but the process that waited for its answer is considered dead. */
export function isRequestLost({ state, updatedAtMs }: AuthenticationRow, nowMs: number): boolean {
  return state === 'requested' && nowMs - updatedAtMs >= REQUEST_LOST_MS
}
