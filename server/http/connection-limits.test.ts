import { once } from 'node:events'
import { type AddressInfo, connect, type Socket } from 'node:net'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterEach, describe, expect, it } from 'vitest'
import { connectionTimes, limitConnections } from './connection-limits.ts'
import { transportOptions } from './transport.ts'

const opened: FastifyInstance[] = []
afterEach(async () => {
  for (const app of opened.splice(0)) {
    app.server.closeAllConnections()
    await app.close()
  }
})

/** A server with limits that a test can wait for. */
async function start(mostConnections: number): Promise<() => Socket> {
  const limits = { headersMs: 100, checkEveryMs: 20, mostConnections }
  const app = Fastify({ http: connectionTimes(limits), requestTimeout: 200 })
  limitConnections(app.server, limits)
  app.post('/', async () => 'read')
  await app.listen({ host: '127.0.0.1', port: 0 })
  opened.push(app)
  const { port } = app.server.address() as AddressInfo
  return () => connect(port, '127.0.0.1').on('error', () => {})
}

/** What the server says until it ends the connection. */
async function heardUntilEnd(socket: Socket): Promise<string> {
  let heard = ''
  socket.on('data', (data) => {
    heard += data
  })
  await once(socket, 'close')
  return heard
}

describe('a connection', () => {
  it.each([
    ['that says nothing', ''],
    ['whose headers do not end', 'POST / HTTP/1.1\r\nhost: shop.example\r\n'],
    [
      'whose body does not end',
      'POST / HTTP/1.1\r\nhost: shop.example\r\ncontent-type: text/plain\r\ncontent-length: 9\r\n\r\nab',
    ],
  ])('%s is ended', async (_what, sent) => {
    const socket = (await start(10))()
    socket.write(sent)
    expect(await heardUntilEnd(socket)).toMatch(/^HTTP\/1\.1 408 /)
  })

  it('beyond the limit of their number is ended at once', async () => {
    const open = await start(1)
    const first = open()
    await once(first, 'connect')
    const second = open()
    expect(await heardUntilEnd(second)).toBe('')
    expect(first.destroyed).toBe(false)
  })
})

it('the limits of time hold with and without a certificate', () => {
  const times = { headersTimeout: 10_000, connectionsCheckingInterval: 5_000 }
  expect(transportOptions({})).toEqual({ http: times })
  const tls = { options: () => ({ cert: 'certificate' }) }
  expect(transportOptions({ tls: tls as never })).toMatchObject({ https: times })
})
