import { paymentBrand } from '../../../common/payment-brands.ts'
import type { Profile } from '../../entities/settings.ts'
import { walletOrTokenProof } from '../../parameters/instrument-tables.ts'
import { cvvOrAuthentication } from '../../parameters/standing-instruction.ts'
import type { ParameterValues } from '../../parameters/values.ts'
import { type ParameterError, type Refusal, refuseParameters } from '../../results/refusal.ts'
import type { Connector } from '../connectors/connector.ts'
import type { ReadInstrument } from '../instruments/instrument.ts'

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
  if (!values.structures.has('standingInstruction')) return {}
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
  if (!values.structures.has('standingInstruction')) return []
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

/** What names the first payment of a series; each of them is enough. */
const REFERENCES = [
  'standingInstruction.initialTransactionId',
  'standingInstruction.agreementId',
] as const

/**
 * Why a payment that the merchant starts has no series. A receiver has not stored the card itself, so it asks
 * for the first payment of the series, and a registration that was made without a payment knows none. A schedule
 * is refused by this when it is made, not at its first run.
 */
export function seriesReferenceFault(
  { connector, profile }: { readonly connector: Connector; readonly profile: Profile },
  values: ParameterValues,
  read: ReadInstrument,
): Refusal | undefined {
  if (!values.structures.has('standingInstruction')) return undefined
  if (values.get('standingInstruction.source') !== 'MIT') return undefined
  // It names another agreement than that of its registration.
  const isSent = REFERENCES.some((name) => values.get(name) !== undefined)
  if (isSent) return undefined
  const fault = profile === 'strict' ? otherSeriesFault(values, read) : undefined
  return fault ?? unknownSeriesFault({ connector, profile }, values, read)
}

/** Whether a request, or the registration that it is paid with, names the first payment of a series. */
export function namesFirstPayment(values: ParameterValues, { sentAlong }: ReadInstrument): boolean {
  return REFERENCES.some(
    (name) => values.get(name) !== undefined || sentAlong?.[name] !== undefined,
  )
}

function unknownSeriesFault(
  { connector, profile }: { readonly connector: Connector; readonly profile: Profile },
  values: ParameterValues,
  read: ReadInstrument,
): Refusal | undefined {
  const { needsSeriesReference: needed } = connector
  if (needed === undefined) return undefined
  if (needed === 'known') {
    const isUnagreed = read.instrument.kind === 'card' && read.agreed?.tookPart === false
    return profile === 'strict' && isUnagreed ? neverAgreed : undefined
  }
  return namesFirstPayment(values, read) ? undefined : missingReference
}

/**
 * Why a payment is of no series that its cardholder has agreed to: a mandate is for one type of series. What
 * belongs to a purchase, such as a no-show fee (`industryPractice`), needs no series.
 */
function otherSeriesFault(
  values: ParameterValues,
  { instrument, agreed }: ReadInstrument,
): Refusal | undefined {
  if (values.has('standingInstruction.industryPractice')) return undefined
  const { seriesTypes: agreedTypes = [] } = agreed ?? {}
  const type = values.get('standingInstruction.type') ?? ''
  const isAgreed = agreedTypes.length === 0 || agreedTypes.includes(type)
  return instrument.kind === 'card' && !isAgreed ? otherSeries(type, agreedTypes) : undefined
}

const neverAgreed: Refusal = refuseParameters([
  {
    name: 'standingInstruction.initialTransactionId',
    value: '',
    message:
      'is required, because the registration was made without a payment or an authentication of its cardholder: pay with it once with standingInstruction.source=CIT, or send the reference of an earlier payment. The legacy profile accepts it',
  },
])

function otherSeries(type: string, agreedTypes: readonly string[]): Refusal {
  return refuseParameters([
    {
      name: 'standingInstruction.type',
      value: type,
      message: `must be ${agreedTypes.join(' or ')}, to which its cardholder has agreed: for another type let him pay once with standingInstruction.source=CIT and mode=INITIAL. The legacy profile accepts it`,
    },
  ])
}

const missingReference: Refusal = refuseParameters([
  {
    name: 'standingInstruction.initialTransactionId',
    value: '',
    message:
      'is required where another server pays (testMode=EXTERNAL, and live), because the registration was made without a payment: pay with it once with standingInstruction.source=CIT there, or send the reference of an earlier payment',
  },
])
