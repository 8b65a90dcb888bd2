import { onTestFinished } from 'vitest'
import { startTestGateway, type TestGateway } from '../../../testing/gateway.fixture.ts'
import { type FakeReceiver, startReceiver } from './receiver.fixture.ts'

/** A gateway, the one that it forwards to, and the wire between them. */
export interface TwoGateways {
  readonly near: TestGateway
  readonly far: TestGateway
  /** All requests from the near one to the far one. */
  readonly wire: FakeReceiver
  /** What is done with answers to POST: handed on, or lost after the far one has given them. */
  loses: boolean
  /** Whether the far one, which is a test system, is to look like a live one: its successes are 000.000.000. */
  looksLive: boolean
}

/** Starts two gateways that end with the test. `ofNear`: parts of the one that forwards. */
export async function startTwoGateways(
  environment: 'test' | 'live' = 'test',
  ofNear: Partial<Parameters<typeof startTestGateway>[0]> = {},
): Promise<TwoGateways> {
  const far = await startTestGateway()
  const wire = await startReceiver(() => undefined)
  const receiver = { url: wire.url, token: far.demo.accessToken, entityId: far.demo.entityId }
  const near = await startTestGateway({ environment, receiver, ...ofNear })
  const gateways = { near, far, wire, loses: false, looksLive: false }
  wire.behave = async (response, { method, path, headers, form }) => {
    const { authorization = '' } = headers
    const key = headers['idempotency-key']
    const answer = await fetch(far.url + path, {
      method,
      headers: {
        authorization,
        ...(typeof key === 'string' ? { 'idempotency-key': key } : {}),
      },
      ...(method === 'POST' ? { body: new URLSearchParams(form) } : {}),
    })
    const said = await answer.text()
    const text = gateways.looksLive ? said.replaceAll('000.100.110', '000.000.000') : said
    if (gateways.loses && method === 'POST') response.destroy()
    else response.writeHead(answer.status, { 'content-type': 'application/json' }).end(text)
  }
  onTestFinished(async () => {
    await near.close()
    await far.close()
  })
  return gateways
}
