import type { Connector } from '../../methods/connectors/connector.ts'
import type { ReadInstrument } from '../../methods/instruments/instrument.ts'
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
  connector: Connector,
  values: ParameterValues,
  read: ReadInstrument,
): Refusal | undefined {
  const isStartedByMerchant = values.get('standingInstruction.source') === 'MIT'
  if (connector.needsSeriesReference !== true || !isStartedByMerchant) return undefined
  return namesFirstPayment(values, read) ? undefined : missingReference
}

/** Whether a request, or the registration that it is paid with, names the first payment of a series. */
export function namesFirstPayment(values: ParameterValues, { sentAlong }: ReadInstrument): boolean {
  return REFERENCES.some(
    (name) => values.get(name) !== undefined || sentAlong?.[name] !== undefined,
  )
}

const missingReference: Refusal = refuseParameters([
  {
    name: 'standingInstruction.initialTransactionId',
    value: '',
    message:
      'is required where another server pays (testMode=EXTERNAL, and live), because the registration was made without a payment: pay with it once with standingInstruction.source=CIT there, or send the reference of an earlier payment',
  },
])
