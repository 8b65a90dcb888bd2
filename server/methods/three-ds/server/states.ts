import type { AuthenticationRow } from '../../../engine/store/port.ts'

type AuthenticationState = AuthenticationRow['state']

/**
 * The life of an authentication: from each state the states that may follow. `browser`: the shopper's
 * browser has to come, and the issuer's method page may report; `requested`: the directory is asked;
 * `challenge` and `decoupled`: the cardholder is asked. Nothing follows an end: a result that comes
 * late, twice, or after a cancellation changes nothing.
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
