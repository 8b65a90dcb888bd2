import type { Connector } from '../../methods/connectors/connector.ts'
import type { ReadInstrument } from '../../methods/instruments/instrument.ts'
import type { Profile } from '../../wire/entities/settings.ts'
import type { ParameterValues } from '../../wire/parameters/values.ts'
import { type Refusal, refuseParameters } from '../../wire/results/refusal.ts'

/** What names the first payment of a series; each of them is enough. */
const REFERENCES = [
  'standingInstruction.initialTransactionId',
  'standingInstruction.agreementId',
] as const

/**
 * Why a receiver would refuse a payment that the merchant starts: it has not stored the card itself, so it asks
 * for the first payment of the series, and a registration that was made without a payment knows none. A schedule
 * is refused by this when it is made, not at its first run.
 */
export function seriesReferenceFault(
  { connector, profile }: { readonly connector: Connector; readonly profile: Profile },
  values: ParameterValues,
  read: ReadInstrument,
): Refusal | undefined {
  const { needsSeriesReference: needed } = connector
  const isStartedByMerchant = values.get('standingInstruction.source') === 'MIT'
  if (needed === undefined || !isStartedByMerchant) return undefined
  const isSent = REFERENCES.some((name) => values.get(name) !== undefined)
  if (isSent) return undefined
  if (needed === 'known') return profile === 'strict' ? unagreedFault(values, read) : undefined
  return namesFirstPayment(values, read) ? undefined : missingReference
}

/** Whether a request, or the registration that it is paid with, names the first payment of a series. */
export function namesFirstPayment(values: ParameterValues, { sentAlong }: ReadInstrument): boolean {
  return REFERENCES.some(
    (name) => values.get(name) !== undefined || sentAlong?.[name] !== undefined,
  )
}

/** Why the issuer of a stored card would not take it as agreed with its cardholder. */
function unagreedFault(
  values: ParameterValues,
  { instrument, agreed }: ReadInstrument,
): Refusal | undefined {
  if (instrument.kind !== 'card' || agreed === undefined) return undefined
  if (!agreed.tookPart) return neverAgreed
  const type = values.get('standingInstruction.type')
  const isOther = agreed.seriesType === 'UNSCHEDULED' && type !== 'UNSCHEDULED'
  return isOther ? otherSeries(type) : undefined
}

const neverAgreed: Refusal = refuseParameters([
  {
    name: 'standingInstruction.initialTransactionId',
    value: '',
    message:
      'is required, because the registration was made without a payment or an authentication of its cardholder: pay with it once with standingInstruction.source=CIT, or send the reference of an earlier payment. The legacy profile accepts it',
  },
])

function otherSeries(type = ''): Refusal {
  return refuseParameters([
    {
      name: 'standingInstruction.type',
      value: type,
      message:
        'must be UNSCHEDULED: its cardholder has agreed to a series of that type with the first payment. The legacy profile accepts it',
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
