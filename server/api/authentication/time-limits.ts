import type { AuthenticationRow } from '../../engine/store/port.ts'
import { dataOf } from './state.ts'

const SECOND_MS = 1000
const MINUTE_MS = 60 * SECOND_MS

/** How long a shopper may take to come to the authentication page. */
const BROWSER_MS = 30 * MINUTE_MS
/** How long a challenge may take, from the answer of the issuer on (EMV 3-D Secure). */
const CHALLENGE_MS = 10 * MINUTE_MS
/** Its result may come this long after the time of the challenge is over. */
const RESULT_MS = 30 * SECOND_MS
/** After this long without an answer the process that has asked the directory has died. */
const REQUEST_LOST_MS = 45 * SECOND_MS

/** When the time of an authentication is over, by the channel's clock. */
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

/** Whether nobody waits for the directory's answer any more, although it was asked. */
export function isRequestLost({ state, updatedAtMs }: AuthenticationRow, nowMs: number): boolean {
  return state === 'requested' && nowMs - updatedAtMs >= REQUEST_LOST_MS
}
