import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'
import { card } from '../../sandbox/simulator/operation.fixture.ts'
import type { OutgoingLimits } from '../../server/http/outgoing/client.ts'
import type { ConnectorOperation } from '../../server/payments/connectors/connector.ts'
import type { ForwardedPayment } from '../../server/payments/connectors/forwarded.ts'
import { createReturnUrl } from '../../server/payments/connectors/return-url.ts'
import { createGatewayConnector, type GatewayConnector } from './gateway.ts'
import { RECEIVER_LIMITS } from './limits.ts'

export const RECEIVER_ENTITY = '8ac7a4c79394bdc801939736f17e063d'
export const RECEIVER_ID = '8ac7a49f000000000000000000000001'

/** A request as it arrived. */
export interface Received {
  readonly method: string
  readonly path: string
  readonly headers: IncomingMessage['headers']
  readonly form: Readonly<Record<string, string>>
}

/** What the receiver does with a request. */
export type Behaviour = (response: ServerResponse, received: Received) => void

/** A server that answers requests as configured, and keeps them. */
export interface FakeReceiver {
  readonly url: string
  readonly received: Received[]
  behave: Behaviour
}

/** Answers a JSON body. */
export const answers =
  (status: number, body: unknown): Behaviour =>
  (response) => {
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
  }

/** A payment as a receiver answers it. */
export function payment(code: string, more: object = {}): object {
  return {
    id: RECEIVER_ID,
    paymentType: 'DB',
    amount: '92.00',
    currency: 'EUR',
    result: { code, description: 'said by the receiver' },
    ...more,
  }
}

/** Starts one that ends with the test. */
export async function startReceiver(behave: Behaviour): Promise<FakeReceiver> {
  const receiver = await openReceiver(behave)
  onTestFinished(receiver.close)
  return receiver
}

/** Starts one that the caller ends. */
export async function openReceiver(
  behave: Behaviour,
): Promise<FakeReceiver & { close(): Promise<void> }> {
  const received: Received[] = []
  const receiver = { url: '', received, behave }
  const server = createServer((request, response) => {
    let body = ''
    request.on('data', (chunk: Buffer) => {
      body += chunk.toString()
    })
    request.on('end', () => {
      const { method = '', url: path = '', headers } = request
      const one = { method, path, headers, form: Object.fromEntries(new URLSearchParams(body)) }
      received.push(one)
      receiver.behave(response, one)
    })
  })
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  receiver.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const close = async () => {
    server.closeAllConnections()
    server.close()
  }
  return Object.assign(receiver, { close })
}

/** A connector to a receiver, what it logs, and the payments that are stored for it. */
export interface ConnectedGateway {
  readonly connector: GatewayConnector
  readonly logged: string[]
  readonly stored: Map<string, ForwardedPayment>
}

/** `limits`: short ones, for what is waited for in vain. */
export function connect(url: string, limits: Partial<OutgoingLimits> = {}): ConnectedGateway {
  const logged: string[] = []
  const stored = new Map<string, ForwardedPayment>()
  const connector = createGatewayConnector({
    receiver: { url, token: 'a-token-of-the-receiver', entityId: RECEIVER_ENTITY },
    environment: 'test',
    returnUrl: createReturnUrl('https://pay.example.com', (text) =>
      Buffer.from(text).toString('hex'),
    ),
    find: async (paymentId) => stored.get(paymentId),
    log: { warn: (fields, message) => void logged.push(JSON.stringify({ fields, message })) },
    limits: { ...RECEIVER_LIMITS, ...limits },
  })
  return { connector, logged, stored }
}

export const PAYMENT_ID = '8ac7a4019a9f2b3c1d40000001abcdef'

/** A debit of 92.00 EUR with a card. */
export function operation(more: Partial<ConnectorOperation> = {}): ConnectorOperation {
  return {
    paymentId: PAYMENT_ID,
    paymentType: 'DB',
    paymentBrand: 'VISA',
    amount: { minor: 9200, currency: 'EUR' },
    instrument: card,
    request: { merchantTransactionId: 'an-order-of-mine' },
    customParameters: {},
    ...more,
  }
}

/** The same as it is asked about. */
export function inquiry(more: Partial<ConnectorOperation> = {}, isPending = false) {
  const { instrument: _gone, ...asked } = operation(more)
  return { operation: asked, isPending, sentAtMs: 0 }
}
