import { paymentBrand } from '../../common/payment-brands.ts'
import type { ParameterError } from '../results/refusal.ts'
import { walletOrTokenProof } from './instrument-tables.ts'
import { cvvOrAuthentication } from './standing-instruction.ts'
import type { ParameterValues } from './values.ts'

/** "One card network" and "another network": the interface document names neither. */
const MASTERCARD_BRANDS: ReadonlySet<string> = new Set(['MASTER', 'MASTERDEBIT'])
const VISA_BRANDS: ReadonlySet<string> = new Set(['VISA', 'VISADEBIT', 'VISAELECTRON', 'VPAY'])

/** The country of issue (ISO 3166-1 alpha-2) of a card number, or of its first six or more digits. */
export type IssuerCountryOf = (number: string, brand: string) => string | undefined

/** What is paid with, as far as standing instructions depend on it. */
export interface InstructedPayment {
  readonly brand: string
  /** Of a card that came out of a wallet: the brand of the card itself. */
  readonly network?: string | undefined
  /** Called only where it decides. */
  readonly issuerCountry: () => string | undefined
}

/** A series without an end, paid on any day: what a network assumes if the request says nothing. */
export const ENDLESS_SERIES = { expiry: '9999-12-31', frequency: '0001' } as const

/** The defaults of a network for expiry and frequency of a series; most networks have none. */
export function seriesDefaultsOf(network: string): Partial<typeof ENDLESS_SERIES> {
  return MASTERCARD_BRANDS.has(network) ? ENDLESS_SERIES : {}
}

/**
 * Values that the network assumes where the request names none (interface document, Card on file:
 * expiry and frequency). To be shown and sent like those of the request.
 */
export function standingInstructionDefaults(
  network: string,
  values: ParameterValues,
): Record<string, string> {
  const type = values.get('standingInstruction.type')
  if (type !== 'RECURRING' && type !== 'INSTALLMENT') return {}
  const { expiry, frequency } = seriesDefaultsOf(network)
  return {
    ...(expiry === undefined || values.has('standingInstruction.expiry')
      ? {}
      : { 'standingInstruction.expiry': expiry }),
    ...(frequency === undefined || values.has('standingInstruction.frequency')
      ? {}
      : { 'standingInstruction.frequency': frequency }),
  }
}

/**
 * The missing parameters of a standing instruction for the brand of the payment, as errors of the
 * request. No promise for a request without one.
 */
export function standingInstructionFaults(
  paidWith: InstructedPayment,
  values: ParameterValues,
): ParameterError[] {
  const isBeginning = values.get('standingInstruction.mode') === 'INITIAL'
  return [
    ...recurringTypeFaults(paidWith, values),
    ...(isBeginning ? proofFaults(paidWith.brand, values) : []),
  ]
}

/**
 * Refuses a request without the kind of the series where the card network requires it. In both
 * profiles: the old name, which plugins of the legacy profile send, is accepted as well.
 */
export function recurringTypeFaults(
  paidWith: InstructedPayment,
  values: ParameterValues,
): ParameterError[] {
  const name = 'standingInstruction.recurringType'
  if (!values.has('standingInstruction.mode') || values.has(name)) return []
  const what = recurringTypeReason(paidWith, values)
  if (what === undefined) return []
  return [{ name, value: '', message: `is required for ${what}: STANDING_ORDER or SUBSCRIPTION` }]
}

/** For what a network requires the kind of series; `undefined` where it does not. */
function recurringTypeReason(
  { brand, network = brand, issuerCountry }: InstructedPayment,
  values: ParameterValues,
): string | undefined {
  if (MASTERCARD_BRANDS.has(network)) return `every standing instruction with ${network}`
  const isRecurring = values.get('standingInstruction.type') === 'RECURRING'
  if (!isRecurring || !VISA_BRANDS.has(network) || issuerCountry() !== 'IN') return undefined
  return `recurring payments with ${network} cards that were issued in India`
}

/** Faults of stored cards, which are known by their brand; the tables check cards that were sent. */
function proofFaults(brand: string, values: ParameterValues): ParameterError[] {
  const isProven = [...cvvOrAuthentication, ...walletOrTokenProof].some((name) => values.has(name))
  if (isProven || paymentBrand(brand)?.kind !== 'card') return []
  const message = `either ${cvvOrAuthentication.join(' or ')} is required together with standingInstruction.mode=INITIAL`
  return [{ name: 'card.cvv', value: '', message }]
}
