import { type Refusal, refuseParameters } from '../../wire/results/refusal.ts'
import type { ReadPayment } from '../payments/prepare.ts'

/** What names the first payment of a series; each of them is enough. */
const REFERENCES = [
  'standingInstruction.initialTransactionId',
  'standingInstruction.agreementId',
] as const

/**
 * Why the runs of a schedule would be refused by a receiver: it has not stored the card itself, so it asks for
 * the first payment of the series, and a registration that was made without a payment knows none. Refused when
 * the schedule is made, not at its first run.
 */
export function seriesReferenceFault({ connector, drafted }: ReadPayment): Refusal | undefined {
  if (connector.needsSeriesReference !== true) return undefined
  const { values, read } = drafted
  const isNamed = REFERENCES.some(
    (name) => values.get(name) !== undefined || read.sentAlong?.[name] !== undefined,
  )
  return isNamed ? undefined : missingReference
}

const missingReference: Refusal = refuseParameters([
  {
    name: 'standingInstruction.initialTransactionId',
    value: '',
    message:
      'is required where another server pays the runs (testMode=EXTERNAL, and live), because the registration was made without a payment: pay with it once with standingInstruction.source=CIT there, or send the reference of an earlier payment',
  },
])
