import { describe, expect, it, onTestFinished } from 'vitest'
import { startTestGateway, type TestGateway } from '../../testing/gateway.fixture.ts'
import type { EventReader } from '../connectors/acquirer-event.ts'
import { remote } from '../payments.fixture.ts'

const UNKNOWN = '/connectors/events/gateway:00000000000000000000000000000000'

/** What came, byte by byte; what is not signed is refused. */
function noting() {
  const bodies: Buffer[] = []
  const events: EventReader = {
    read(raw, headers) {
      if (headers['x-signature'] === undefined) {
        return { kind: 'refused', status: 401, reason: 'is not signed' }
      }
      bodies.push(raw)
      return { kind: 'genuine', events: [], answer: '[accepted]' }
    },
  }
  return { bodies, events }
}

async function gatewayWith(events: EventReader): Promise<TestGateway> {
  const gateway = await startTestGateway({ external: remote({ name: 'provider:1', events }) })
  onTestFinished(() => gateway.close())
  return gateway
}

function post(gateway: TestGateway, path: string, init: RequestInit) {
  return fetch(gateway.url + path, { method: 'POST', ...init })
}

describe('the address for events of an account', () => {
  it('hands on the bytes as they came, whatever their type, and answers as the provider expects', async () => {
    const { bodies, events } = noting()
    const gateway = await gatewayWith(events)
    const body = Buffer.from('\ufeff{"a": 1, "a": "\u00e9"}\n')
    for (const type of ['application/json', 'text/plain', 'application/x-www-form-urlencoded']) {
      const headers = { 'content-type': type, 'x-signature': 'right' }
      const response = await post(gateway, '/connectors/events/provider:1', { body, headers })
      expect([response.status, await response.text()]).toEqual([200, '[accepted]'])
    }
    expect(bodies).toEqual([body, body, body])
  })

  it('answers what is not signed with 401', async () => {
    const gateway = await gatewayWith(noting().events)
    const headers = { 'content-type': 'application/json' }
    const response = await post(gateway, '/connectors/events/provider:1', { body: '{}', headers })
    expect(response.status).toBe(401)
    expect((await response.json()).result.code).toBe('800.900.300')
  })

  it('answers for an account that takes nothing as for one that is not there', async () => {
    const gateway = await gatewayWith(noting().events)
    const texts = await Promise.all(
      [UNKNOWN, '/connectors/events/simulator'].map(async (path) => {
        const headers = { 'content-type': 'application/json' }
        const response = await post(gateway, path, { body: '{}', headers })
        expect(response.status).toBe(404)
        return (await response.json()).result.description
      }),
    )
    expect(new Set(texts)).toEqual(new Set(['No account takes events at this address']))
  })

  it('refuses a body above 1 MiB', async () => {
    const { bodies, events } = noting()
    const gateway = await gatewayWith(events)
    const headers = { 'content-type': 'application/json', 'x-signature': 'right' }
    const body = Buffer.alloc(1024 * 1024 + 1, 'x')
    const response = await post(gateway, '/connectors/events/provider:1', { body, headers })
    expect(response.status).toBe(413)
    expect(bodies).toEqual([])
  })
})

it('text is a body for this address alone', async () => {
  const gateway = await gatewayWith(noting().events)
  const headers = { 'content-type': 'text/plain' }
  const response = await post(gateway, '/v1/payments', { body: 'entityId=1', headers })
  expect(response.status).toBe(415)
})
