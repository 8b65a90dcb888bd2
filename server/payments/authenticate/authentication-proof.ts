import type { ParameterValues } from '../../parameters/values.ts'
import { ecisOf } from '../read/card-schemes.ts'

/** The values that an issuer, or a wallet, has made for one payment. All else only says that there is one. */
const PROOFS = ['threeDSecure.verificationId', 'tokenAccount.cryptogram'] as const

/**
 * Removes from a request what claims an authentication that it does not prove: an indicator (ECI) of an
 * authentication or an attempt, and the status Y or A, without the value that proves it. An acquirer would be told
 * that the cardholder was authenticated, and the merchant would be liable. Indicators that claim nothing stay.
 *
 * @param values with the secrets that a request is stored without
 * @returns the names that were removed
 */
export function leaveOutUnprovedClaims(
  request: Record<string, string>,
  values: Pick<ParameterValues, 'has'>,
  network: string,
): readonly string[] {
  const { 'threeDSecure.eci': eci, 'threeDSecure.authenticationStatus': status } = request
  if (eci === undefined && status === undefined) return []
  if (PROOFS.some((name) => values.has(name))) return []
  const removed: string[] = []
  if (eci !== undefined && !ecisOf(network).none.includes(eci)) removed.push('threeDSecure.eci')
  if (status === 'Y' || status === 'A') removed.push('threeDSecure.authenticationStatus')
  for (const name of removed) delete request[name]
  return removed
}
