import { createOutgoingClient, type OutgoingLimits } from '../../server/http/outgoing/client.ts'
import type {
  Connector,
  ConnectorOperation,
  InquiryOutcome,
} from '../../server/payments/connectors/connector.ts'
import type { FindForwarded } from '../../server/payments/connectors/forwarded.ts'
import type { ReturnUrlOf } from '../../server/payments/connectors/return-url.ts'
import { findingsOf } from './check.ts'
import { createEventReader } from './events.ts'
import { MAX_TRANSIT_MS, RECEIVER_LIMITS } from './limits.ts'
import type { Judged } from './outcome.ts'
import type { ReceiverEnvironment } from './probe.ts'
import { createReceiverClient, type ReceiverSettings } from './receiver-client.ts'

export interface GatewayConnectorParts {
  readonly receiver: ReceiverSettings
  /** Of an account that is stored; absent: the settings of the process make it, and may name any address. */
  readonly account?: {
    readonly id: string
    /** What it may reach besides the internet: see `TargetParts.allowedSubnets`. */
    readonly allowedSubnets: readonly string[]
    /** The secrets of the receiver's webhook; none: what it sends is not taken. */
    readonly webhookKeys?: readonly string[]
    /** The first capture of a hold releases the rest, which the receiver does not know by itself. */
    readonly capturesOnce?: boolean
  }
  readonly environment: 'test' | 'live'
  readonly returnUrl: ReturnUrlOf
  readonly find: FindForwarded
  readonly log: { warn(fields: object, message: string): void }
  readonly limits?: OutgoingLimits
}

/** The connector, and what the shopper's return needs of it. */
export interface GatewayConnector extends Connector {
  readonly find: FindForwarded
  /** Finds out whether the receiver is a test system. Changes nothing there; never rejects. */
  probe(nowMs: number): Promise<ReceiverEnvironment>
}

/**
 * Forwards payments to another server of the same interface (decisions §7). Each operation is sent
 * once and never again: an unknown outcome is searched at the receiver, by a mark that the request
 * had in it.
 */
export function createGatewayConnector(parts: GatewayConnectorParts): GatewayConnector {
  const { receiver, account, environment, find, log } = parts
  const exchange = createOutgoingClient({
    environment,
    ...(account === undefined
      ? { trustedOrigins: [receiver.url] }
      : { allowedSubnets: account.allowedSubnets }),
    limits: parts.limits ?? RECEIVER_LIMITS,
  })
  const client = createReceiverClient(receiver, exchange)
  // The entity is part of the name, because "not found" proves nothing about payments that were
  // sent by another entity.
  const name = account?.id ?? `gateway:${receiver.entityId}`
  const { webhookKeys = [] } = account ?? {}

  async function send(operation: ConnectorOperation): Promise<Judged> {
    const { paymentId, referencedId } = operation
    const returnUrl = parts.returnUrl(paymentId)
    if (referencedId === undefined) return client.send(operation, { returnUrl })
    const referencedReceiverId = (await find(referencedId))?.receiverId
    if (referencedReceiverId !== undefined) {
      const isFinal = operation.paymentType === 'CP' && account?.capturesOnce === true
      return client.send(operation, { returnUrl, referencedReceiverId, isFinal })
    }
    const trouble = 'the payment that is referred to has no id there'
    return { outcome: { kind: 'notSent' }, trouble }
  }

  function told<Outcome extends InquiryOutcome>(
    paymentId: string,
    { outcome, trouble, faults }: Judged<Outcome>,
  ): Outcome {
    const said = trouble ?? (faults && `refuses ${faults}`)
    if (said !== undefined) log.warn({ paymentId, connector: name }, `The receiver: ${said}`)
    // In live the merchant does not get the messages between two servers: they are in the log.
    if (faults === undefined || environment === 'live' || outcome.kind !== 'declined')
      return outcome
    const resultDetails = { ExtendedDescription: faults, ...outcome.resultDetails }
    return { ...outcome, resultDetails }
  }

  return {
    name,
    approvalCode: environment === 'live' ? '000.000.000' : '000.100.112',
    // The receiver knows its cut-off times and methods, and refuses what it cannot do.
    reversalWindowMs: Number.POSITIVE_INFINITY,
    unsupported: () => undefined,
    needsSeriesReference: 'named',
    maxTransitMs: MAX_TRANSIT_MS,
    decide: () => undefined,
    find,

    send: async (operation) => told(operation.paymentId, await send(operation)),

    async inquire({ operation, isPending }) {
      const { paymentId } = operation
      const receiverId = (await find(paymentId))?.receiverId
      const asked =
        receiverId === undefined ? client.search(operation) : client.read(receiverId, operation)
      const outcome = told(paymentId, await asked)
      // Neither our time limit nor a search may end a payment that the receiver still waits for.
      const goesOn = outcome.kind === 'pending' || outcome.kind === 'notFound'
      return isPending && goesOn ? { kind: 'unknown' } : outcome
    },

    // It tells nothing unasked on this way.
    onUnsolicitedAnswer: () => undefined,

    ...(webhookKeys.length === 0 ? {} : { events: createEventReader(webhookKeys) }),

    probe: client.probe,

    check: async (nowMs) => findingsOf(await client.probe(nowMs), environment),
  }
}
