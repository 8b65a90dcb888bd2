import type { AuthenticationRow } from '../../../store/port.ts'

type AuthenticationState = AuthenticationRow['state']

/**
 * The states that may follow each state of an authentication. `browser`: waits for the shopper's browser
 * and the issuer's method call; `requested`: the directory is asked; `challenge` and `decoupled`: the
 * cardholder is asked. The final states have no successor, so a result that is late, repeated, or after a
 * cancellation changes nothing.
 */
const FOLLOWING_STATES: Readonly<Record<AuthenticationState, readonly AuthenticationState[]>> = {
  browser: ['browser', 'requested', 'failed'],
  requested: ['challenge', 'decoupled', 'passed', 'failed'],
  challenge: ['passed', 'failed'],
  decoupled: ['passed', 'failed'],
  passed: [],
  failed: [],
}

export function mayFollow(next: AuthenticationState, state: AuthenticationState): boolean {
  return FOLLOWING_STATES[state].includes(next)
}
