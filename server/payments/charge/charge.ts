import type { EntityClock } from '../../kernel/timers/clock.ts'
import type { Store } from '../../store/port.ts'
import { keptNames } from '../accounts/provider-references.ts'
import type { ConnectorOperation, ConnectorOutcome } from '../connectors/connector.ts'
import { detailsOf } from '../details.ts'
import { maySend } from '../recovery/recovery-plan.ts'
import type { PreparedPayment } from './prepared-payment.ts'

interface SendingParts {
  readonly store: Store
  readonly clock: EntityClock
  readonly log: { error(fields: object, message: string): void }
}

type ChargeToSend = Pick<PreparedPayment, 'operation' | 'connector' | 'payment'>

/**
 * Sends the charge of a payment whose intent is durable. Never rejects: if the outcome is unknown, the
 * payment keeps waiting, and its timer asks. `handedInAtMs`: when its intent was handed to the store,
 * in milliseconds of the monotonic clock.
 */
export async function chargeOutside(
  charge: ChargeToSend,
  handedInAtMs: number,
  parts: SendingParts,
): Promise<ConnectorOutcome> {
  const { operation, connector } = charge
  const isTooLate = () => !maySend(parts.clock.monotonic() - handedInAtMs)
  if (isTooLate()) return { kind: 'notSent' }
  const ready = connector.prepare === undefined ? operation : await preparedFor(charge, parts)
  if ('kind' in ready) return ready
  // Another process may have found out meanwhile that nothing was sent.
  if (isTooLate()) return { kind: 'notSent' }
  try {
    return await connector.send(ready)
  } catch (err) {
    return lost(charge, err, parts)
  }
}

/** The operation with what it is called at the provider, which is written down; else what is certain: it is not charged. */
async function preparedFor(
  charge: ChargeToSend,
  parts: SendingParts,
): Promise<ConnectorOperation | ConnectorOutcome> {
  const { operation, connector, payment } = charge
  try {
    const prepared = await connector.prepare?.(operation)
    if (prepared?.kind !== 'prepared') return prepared ?? { kind: 'notSent' }
    const { references } = prepared
    const { id, version } = payment
    const unchanged = { kind: 'requirePayment', id, expectedVersion: version } as const
    const named = { ...payment, updatedAtMs: await timeOfNames(charge, parts) }
    const kept = await parts.store.commit([
      unchanged,
      ...keptNames(named, references, detailsOf(payment)),
    ])
    return kept.applied ? { ...operation, prepared: references } : { kind: 'notSent' }
  } catch (err) {
    lost(charge, err, parts)
    return { kind: 'notSent' }
  }
}

/** The names of a second charge are newer than those of the first, whatever clock the process had that wrote these. */
async function timeOfNames(
  { operation, payment: { id, updatedAtMs } }: ChargeToSend,
  { store }: SendingParts,
): Promise<number> {
  if (operation.afterAuthenticationId === undefined) return updatedAtMs
  const earlier = await store.read.providerReferencesOfPayments([id])
  return Math.max(updatedAtMs, ...earlier.map(({ createdAtMs }) => createdAtMs + 1))
}

function lost(
  { operation: { paymentId }, connector }: ChargeToSend,
  err: unknown,
  { log }: SendingParts,
): ConnectorOutcome {
  log.error({ err, paymentId, connector: connector.name }, 'connector failed')
  return { kind: 'unknown' }
}

/**
 * Charges a payment where the connector decides inside this process, so that the payment and its
 * outcome share a commit. `undefined`: it has to be sent, after its intent is durable (R-UNK-2).
 */
export function chargeAtOnce({
  faultCode,
  connector,
  operation,
}: Pick<PreparedPayment, 'faultCode' | 'connector' | 'operation'>): ConnectorOutcome | undefined {
  return faultCode === undefined
    ? connector.decide(operation)
    : { kind: 'declined', code: faultCode }
}
