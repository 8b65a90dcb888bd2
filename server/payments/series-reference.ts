import type { Profile } from '../entities/settings.ts'
import type { ParameterValues } from '../parameters/values.ts'
import { type Refusal, refuseParameters } from '../results/refusal.ts'
import type { Connector } from './connectors/connector.ts'
import type { ReadInstrument } from './instruments/instrument.ts'

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
