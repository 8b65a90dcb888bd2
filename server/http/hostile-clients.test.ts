import { once } from 'node:events'
import { type IncomingMessage, type RequestOptions, request } from 'node:http'
import { connect, type Socket } from 'node:net'
import { json } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { CONNECTION_LIMITS } from '../kernel/settings/connection-limits.ts'
import { eventually } from '../testing/eventually.ts'
import { cardPayment, startTestGateway, type TestGateway } from '../testing/gateway.fixture.ts'
import { serverSockets } from './ports.fixture.ts'

/** More than one address may have, and fewer than a port: further ones are not what keeps others out. */
const RUDE_CONNECTIONS = 2_100

let gateway: TestGateway
beforeAll(async () => {
  gateway = await startTestGateway()
})
afterAll(() => gateway?.close())

const POST = 'POST /v1/payments HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\n'
const HALF_A_BODY = `content-length: 100000\r\n\r\n${' '.repeat(65_536)}`

/** Opens connections that send something and read nothing; the gateway's own ends of them. */
async function rudely(sent: string): Promise<readonly Socket[]> {
  const port = Number(new URL(gateway.url).port)
  const served = serverSockets(port)
  const sockets = Array.from({ length: RUDE_CONNECTIONS }, () =>
    connect(port, '127.0.0.1').on('error', () => {}),
  )
  onTestFinished(async () => {
    served.stop()
    await Promise.all(sockets.map((socket) => socket.destroyed || once(socket.destroy(), 'close')))
    await eventually(() => expect(served.sockets.every(({ destroyed }) => destroyed)).toBe(true))
  })
  await Promise.all(sockets.map((socket) => once(socket, 'connect').catch(() => {})))
  for (const socket of sockets) socket.write(sent)
  return served.sockets
}

/** Another address of this machine: on Linux all of 127.0.0.0/8 is. */
const POLITE_ADDRESS = '127.0.0.2'

/** Sends a payment from another address, on a connection of its own. */
async function politely(more: RequestOptions = {}): Promise<string> {
  const { entityId, accessToken } = gateway.demo
  const sent = request(`${gateway.url}/v1/payments`, {
    method: 'POST',
    agent: false,
    localAddress: POLITE_ADDRESS,
    headers: {
      authorization: `Bearer ${accessToken}`,
      'content-type': 'application/x-www-form-urlencoded',
    },
    ...more,
  })
  sent.end(`${new URLSearchParams(cardPayment(entityId) as Record<string, string>)}`)
  const [response] = (await once(sent, 'response')) as [IncomingMessage]
  const { result } = (await json(response)) as { result: { code: string } }
  return `${response.statusCode} ${result.code}`
}

describe.skipIf(process.platform !== 'linux')(
  `one address with ${RUDE_CONNECTIONS} connections`,
  () => {
    it.each([
      ['that say nothing', ''],
      ['whose headers do not end', `${POST}a: b\r\n`],
      ['whose bodies do not end', `${POST}${HALF_A_BODY}`],
      [
        'that never read their answers',
        'GET /v1/resultcodes HTTP/1.1\r\nhost: x\r\n\r\n'.repeat(5),
      ],
    ])('%s does not keep others from paying', async (_what, sent) => {
      const sockets = await rudely(sent)
      await eventually(() => {
        const open = sockets.filter(({ destroyed }) => !destroyed).length
        expect(open).toBeLessThanOrEqual(CONNECTION_LIMITS.maxPerClient)
      })
      for (let payment = 0; payment < 10; payment++) {
        expect(await politely()).toBe('200 000.100.110')
      }
    })
  },
)
