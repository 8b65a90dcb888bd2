import { paymentBrand } from '../../common/payment-brands.ts'
import type { ParameterError } from '../results/refusal.ts'
import { codeOrProof, otherProof } from './standing-instruction.ts'
import type { ParameterValues } from './values.ts'

/** "One card network": the interface document names no network. */
const NETWORK = new Set(['MASTER', 'MASTERDEBIT'])

/**
 * Values that the network assumes where the request names none (interface document, Card on file:
 * expiry and frequency). To be shown and sent like those of the request.
 */
export function standingInstructionDefaults(
  brand: string,
  values: ParameterValues,
): Record<string, string> {
  const type = values.get('standingInstruction.type')
  if (!NETWORK.has(brand) || (type !== 'RECURRING' && type !== 'INSTALLMENT')) return {}
  return {
    ...(values.has('standingInstruction.expiry')
      ? {}
      : { 'standingInstruction.expiry': '9999-12-31' }),
    ...(values.has('standingInstruction.frequency')
      ? {}
      : { 'standingInstruction.frequency': '0001' }),
  }
}

/**
 * What a standing instruction lacks for the brand that is paid with; to be refused as errors of the
 * request. Nothing at once for a request without one.
 */
export function standingInstructionFaults(
  brand: string,
  values: ParameterValues,
): ParameterError[] {
  const mode = values.get('standingInstruction.mode')
  if (mode === undefined) return []
  return [
    ...recurringTypeFaults(brand, values),
    ...(mode === 'INITIAL' ? proofFaults(brand, values) : []),
  ]
}

/** In both profiles: the old name, which plugins of the legacy profile send, says it as well. */
function recurringTypeFaults(brand: string, values: ParameterValues): ParameterError[] {
  const name = 'standingInstruction.recurringType'
  const isAsked = NETWORK.has(brand) && values.get('standingInstruction.type') === 'RECURRING'
  if (!isAsked || values.has(name)) return []
  const message = `is required for ${brand} together with standingInstruction.type=RECURRING: STANDING_ORDER or SUBSCRIPTION`
  return [{ name, value: '', message }]
}

/** The tables ask it of a card that was sent; of a stored one only its brand tells that it is one. */
function proofFaults(brand: string, values: ParameterValues): ParameterError[] {
  const isProven = [...codeOrProof, ...otherProof].some((name) => values.has(name))
  if (isProven || paymentBrand(brand)?.kind !== 'card') return []
  const message = `either ${codeOrProof.join(' or ')} is required together with standingInstruction.mode=INITIAL`
  return [{ name: 'card.cvv', value: '', message }]
}
