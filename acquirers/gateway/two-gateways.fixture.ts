import { onTestFinished } from 'vitest'
import { newAccessToken } from '../../server/kernel/ids.ts'
import { newWebhookSecret } from '../../server/kernel/webhook-formats/secrets.ts'
import {
  type Form,
  startTestGateway,
  type TestGateway,
} from '../../server/testing/gateway.fixture.ts'
import {
  addMerchant,
  channelOf,
  sendBare,
  tokenOf,
} from '../../server/testing/merchants.fixture.ts'
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

/** Starts two gateways that end with the test. `ofNear`: parts of the one that forwards, `ofFar` of the other. */
export async function startTwoGateways(
  environment: 'test' | 'live' = 'test',
  ofNear: Partial<Parameters<typeof startTestGateway>[0]> = {},
  ofFar: Partial<Parameters<typeof startTestGateway>[0]> = {},
): Promise<TwoGateways> {
  const far = await startTestGateway(ofFar)
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

/** A merchant of the near gateway whose payments go to the far one by an account, which hears of them by webhook. */
export async function connectAccount({ near, far, wire }: TwoGateways) {
  const merchant = await addMerchant(near)
  const token = newAccessToken()
  await near.store.commit([tokenOf(merchant.id, token, true)])
  const ask = async (path: string, form: Form) => {
    const answer = await sendBare(near, `POST /admin/v1/${path}`, { token, form })
    return answer.body as unknown as { readonly account: { readonly id: string } }
  }
  const { account } = await ask('connector-accounts', {
    provider: 'gateway',
    accountName: 'Far',
    merchantId: far.demo.entityId,
    settings: JSON.stringify({ url: wire.url }),
  })
  const write = (slot: string, credential: string) =>
    ask(`connector-accounts/${account.id}/credentials`, { slot, step: 'begin', credential })
  const secret = newWebhookSecret()
  await write('accessToken', far.demo.accessToken)
  await write('webhookKey', secret)
  await ask(`connector-accounts/${account.id}`, { state: 'active' })
  const entityId = channelOf(merchant)
  const channel = await near.store.read.entity(entityId)
  const settings = JSON.stringify({ routing: [{ account: account.id }] })
  const step = { id: entityId, expectedVersion: channel?.version ?? 1, set: { settings } }
  await near.store.commit([{ kind: 'stepEntity', ...step }])
  const url = `${near.url}/connectors/events/${account.id}`
  return { account: account.id, entityId, accessToken: merchant.accessToken, secret, url }
}
