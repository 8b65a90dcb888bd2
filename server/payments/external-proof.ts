import type { InstructedPayment } from '../parameters/standing-instruction-faults.ts'
import type { ParameterValues } from '../parameters/values.ts'
import type { ParameterError } from '../results/refusal.ts'
import { knownEcisOf } from './card-schemes.ts'

const STATUS = 'threeDSecure.authenticationStatus'
const ECI = 'threeDSecure.eci'

/**
 * What is wrong with the proof of another 3-D Secure server, which goes to the acquirer unchanged: it says
 * that the cardholder was not authenticated, or has a value that its card network does not know. Such a
 * payment would look authenticated, with the merchant being liable.
 */
export function externalProofErrors(
  { brand, network = brand }: Pick<InstructedPayment, 'brand' | 'network'>,
  values: ParameterValues,
): readonly ParameterError[] {
  return [...statusErrors(values), ...eciErrors(network, values)]
}

function statusErrors(values: ParameterValues): ParameterError[] {
  const value = values.get(STATUS)
  if (value !== 'N') return []
  const message =
    'says that the cardholder was not authenticated: do not charge this payment, or leave out threeDSecure.* and let the cardholder be authenticated here'
  return [{ name: STATUS, value, message }]
}

function eciErrors(network: string, values: ParameterValues): ParameterError[] {
  const value = values.get(ECI)
  const known = knownEcisOf(network)
  if (value === undefined || known === undefined || known.includes(value)) return []
  // 00 is no value of the parameter.
  const others = known.filter((eci) => eci !== '00').join(', ')
  const message = `is no ECI of ${network}, which has ${others}: send the one that the 3-D Secure server has answered for this card`
  return [{ name: ECI, value, message }]
}
