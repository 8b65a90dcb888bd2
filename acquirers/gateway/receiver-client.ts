import { withBearerTokens } from '../../server/http/outgoing/bearer-tokens.ts'
import type { Exchange, OutgoingClient } from '../../server/http/outgoing/client.ts'
import type {
  ConnectorOperation,
  InquiryOutcome,
} from '../../server/payments/connectors/connector.ts'
import {
  type AskedOperation,
  type Judged,
  outcomeOfPayment,
  outcomeOfRead,
  outcomeOfSend,
} from './outcome.ts'
import { encoded, type OutgoingParts, outgoing } from './outgoing.ts'
import { type ReceiverEnvironment, receiverEnvironment } from './probe.ts'
import { searchPath, searchResult } from './search.ts'

/** The other server, and our entity and token there. */
export interface ReceiverSettings {
  /** Its origin: https, or http on this machine. */
  readonly url: string
  /** Access token there. */
  readonly token: string
  /** The one that replaces it: used as soon as the server refuses the other one. */
  readonly nextToken?: string
  /** Channel, or merchant with channel dispatching, there. */
  readonly entityId: string
}

/** What a receiver is asked for. Nothing is repeated, and nothing rejects. */
export interface ReceiverClient {
  /** Carries an operation out. */
  send(operation: ConnectorOperation, addresses: Omit<OutgoingParts, 'entityId'>): Promise<Judged>
  /** A payment by the id that it has there. */
  read(receiverId: string, operation: AskedOperation): Promise<Judged>
  /** A payment whose id at the receiver is unknown, because its answer was lost. */
  search(operation: AskedOperation): Promise<Judged<InquiryOutcome>>
  /** Whether the receiver is a test system, found out without a payment. */
  probe(nowMs: number): Promise<ReceiverEnvironment>
}

/**
 * Sends requests to a receiver. `Idempotency-Key` is sent for receivers that support it, but nothing
 * relies on it: it is no part of the interface document.
 */
export function createReceiverClient(
  { url: origin, token, nextToken, entityId }: ReceiverSettings,
  exchange: OutgoingClient,
): ReceiverClient {
  const open = { accept: 'application/json' }
  const authorized = withBearerTokens(
    [token, ...(nextToken === undefined ? [] : [nextToken])],
    exchange,
  )

  const get = (path: string, access: 'withToken' | 'withoutToken'): Promise<Exchange> => {
    const request = { method: 'GET', url: origin + path, headers: open } as const
    return access === 'withToken' ? authorized(request) : exchange(request)
  }

  const post = (key: string, path: string, body: string): Promise<Exchange> =>
    authorized({
      method: 'POST',
      url: origin + path,
      headers: {
        ...open,
        'content-type': 'application/x-www-form-urlencoded; charset=utf-8',
        'idempotency-key': key,
      },
      body,
    })

  async function read(receiverId: string, operation: AskedOperation): Promise<Judged> {
    const query = new URLSearchParams({ entityId })
    const path = `/v1/payments/${encodeURIComponent(receiverId)}?${query}`
    const answered = await get(path, 'withToken')
    return outcomeOfRead(answered, receiverId, operation)
  }

  return {
    async send(operation, addresses) {
      const { path, form } = outgoing(operation, { entityId, ...addresses })
      const { paymentId, afterAuthenticationId } = operation
      const key =
        afterAuthenticationId === undefined ? paymentId : `${paymentId}.${afterAuthenticationId}`
      const answered = await post(key, path, encoded(form))
      return outcomeOfSend(answered, operation)
    },

    read,

    probe: (nowMs) => receiverEnvironment({ get, entityId, nowMs }),

    async search(operation) {
      const answered = await get(searchPath(operation, entityId), 'withToken')
      const found = searchResult(answered, operation)
      if ('outcome' in found) return found
      const listed = outcomeOfPayment(found, operation, undefined)
      // Read by its id, a receiver asks for what it does not know itself; in a list it does not.
      const isOpen = listed.outcome.kind === 'pending' || listed.outcome.kind === 'unknown'
      return isOpen && found.id !== undefined ? read(found.id, operation) : listed
    },
  }
}
