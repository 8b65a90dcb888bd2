import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { expect, onTestFinished } from 'vitest'
import type { Form, TestGateway } from '../../testing/gateway.fixture.ts'
import type { TestMerchant } from '../../testing/merchants.fixture.ts'
import { readStrictJson } from '../../testing/strict-json.fixture.ts'

/** A call as a receiver got it. */
export interface ReceivedCall {
  readonly headers: Readonly<Record<string, string | undefined>>
  readonly body: string
  /** The notification, of a signed webhook. */
  readonly event: ReceivedEvent
}

export interface ReceivedEvent {
  readonly type: string
  readonly action?: string
  readonly payload: Readonly<Record<string, unknown>> & { readonly id: string }
}

type Answer = (call: ReceivedCall, response: ServerResponse) => void

/**
 * A receiver on a real socket, which ends with the test. Test messages are answered with 200. A message that
 * a strict reader refuses is answered with 500, and fails the test.
 */
export async function startReceiver(answer: Answer = (_call, response) => void response.end()) {
  const calls: ReceivedCall[] = []
  const refused: unknown[] = []
  const onRequest = async (request: IncomingMessage, response: ServerResponse) => {
    const body = await text(request)
    const headers = request.headers as ReceivedCall['headers']
    let event: ReceivedEvent
    try {
      event = readStrictJson(body) as ReceivedEvent
    } catch (err) {
      refused.push(err)
      return response.writeHead(500).end()
    }
    const call = { headers, body, event }
    if (call.event.type === 'test') return response.end()
    calls.push(call)
    answer(call, response)
  }
  const server = createServer((request, response) => void onRequest(request, response))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
    expect(refused).toEqual([])
  })
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/webhooks`
  return { url, calls }
}

/** Makes a webhook and waits until its test message is answered; its id and secret. */
export async function activeWebhook(
  gateway: TestGateway,
  { accessToken }: Pick<TestMerchant, 'accessToken'>,
  form: Form,
) {
  const headers = { authorization: `Bearer ${accessToken}` }
  const { id, secret } = (await gateway.post('/v1/webhooks', form, headers)).body
  const state = async () => (await gateway.get(`/v1/webhooks/${id}`, headers)).body.state
  for (let look = 0; (await state()) !== 'active'; look += 1) {
    if (look > 500) throw new Error('The webhook was not activated')
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
  gateway.clock.advance(1001)
  return { id, secret: String(secret) }
}
