import { once } from 'node:events'
import { createServer } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { describe, expect, it, onTestFinished } from 'vitest'
import { eventually } from '../testing/eventually.ts'
import { startTestGateway, type TestGateway } from '../testing/gateway.fixture.ts'
import { ClientConnections } from './client-connections.ts'
import { heardUntilEnd, openPort, portKinds } from './ports.fixture.ts'

const REQUEST = 'POST / HTTP/1.1\r\nhost: shop.example\r\ncontent-length: 0\r\n\r\n'

async function heardFirst(socket: Socket): Promise<string> {
  const [heard] = await once(socket, 'data')
  return String(heard)
}

describe.each(portKinds)('one address on %s', (kind) => {
  it('has its own limit of connections, and a new one when one of them has ended', async () => {
    const port = await openPort(kind, { maxPerClient: 2 })
    const first = await port.connect()
    await port.connect()
    expect(await heardUntilEnd(await port.connectBare())).toBe('')
    first.destroy()
    await eventually(() => expect(port.kept()).toBe(1))
    const next = await port.connect()
    next.write(REQUEST)
    expect(await heardFirst(next)).toMatch(/^HTTP\/1\.1 200 /)
  })
})

it('the limit of one address counts its connections on all ports', async () => {
  const limits = { maxPerClient: 2, isProxy: () => false, warn: () => {} }
  const clients = new ClientConnections(limits)
  const first = createServer()
  const servers = [first, createServer()]
  const open: Socket[] = []
  onTestFinished(() => {
    for (const socket of open) socket.destroy()
    for (const server of servers) server.close()
  })
  for (const server of servers) {
    clients.guard(server)
    await once(server.listen(0, '127.0.0.1'), 'listening')
    const { port } = server.address() as AddressInfo
    open.push(connect(port, '127.0.0.1'))
  }
  const { port } = first.address() as AddressInfo
  await Promise.all(open.map((socket) => once(socket, 'connect')))
  expect(await heardUntilEnd(connect(port, '127.0.0.1'))).toBe('')
  expect(open.map(({ readyState }) => readyState)).toEqual(['open', 'open'])
})

/** A gateway, and connections to it. */
async function start(options: Parameters<typeof startTestGateway>[0]) {
  const lines: string[] = []
  const gateway = await startTestGateway({ ...options, onLogLine: (line) => lines.push(line) })
  const sockets: Socket[] = []
  onTestFinished(async () => {
    for (const socket of sockets) socket.destroy()
    await gateway.close()
  })
  const open = async () => {
    const socket = connect(Number(new URL(gateway.url).port), '127.0.0.1')
    sockets.push(socket.on('error', () => {}))
    await once(socket, 'connect')
    return socket
  }
  return { gateway, lines, open }
}

it('the log names an address that has too many connections once a minute, not each of them', async () => {
  const { lines, open } = await start({ limits: { maxPerClient: 1 } })
  await open()
  for (let further = 0; further < 5; further++) await heardUntilEnd(await open())
  expect(lines.map((line) => JSON.parse(line).msg)).toEqual([
    '127.0.0.1 has 1 connections (TILLGATE_CONNECTIONS_PER_ADDRESS): further ones are ended; 1 of such clients since the last such line',
  ])
})

/** A request that is under way as long as its body does not end. */
const underWay = (forwarded: string) =>
  `POST /v1/payments HTTP/1.1\r\nhost: x\r\n${forwarded}content-type: application/json\r\ncontent-length: 2\r\n\r\n{`

const statusOf = async ({ url }: TestGateway, headers: Record<string, string>) =>
  (await fetch(`${url}/v1/resultcodes`, { headers: { connection: 'close', ...headers } })).status

describe('a trusted proxy', () => {
  const transport = { trustedProxies: ['loopback'] }

  it('is not counted as one client, whether it forwards an address or not', async () => {
    const { gateway, open } = await start({ transport, limits: { maxPerClient: 1 } })
    for (let further = 0; further < 5; further++) (await open()).write(underWay(''))
    expect(await statusOf(gateway, {})).toBe(200)
    expect(await statusOf(gateway, { 'x-forwarded-for': '203.0.113.7' })).toBe(200)
  })

  it('forwards as many parallel requests of one address as that may have connections', async () => {
    const { gateway, open, lines } = await start({ transport, limits: { maxPerClient: 2 } })
    const sockets = [await open(), await open()]
    for (const socket of sockets) socket.write(underWay('x-forwarded-for: 203.0.113.7\r\n'))
    const headers = { 'x-forwarded-for': '203.0.113.7' }
    await eventually(async () => expect(await statusOf(gateway, headers)).toBe(429))
    const { body, headers: answered } = await gateway.get('/v1/resultcodes', headers)
    expect(body.result).toEqual({
      code: '800.120.100',
      description: expect.stringMatching(/^More than 2 requests of one address are under way/),
    })
    expect(answered.get('retry-after')).toBe('1')
    expect(lines).toHaveLength(1)
    expect(await statusOf(gateway, { 'x-forwarded-for': '203.0.113.8' })).toBe(200)
    for (const socket of sockets) socket.destroy()
    await eventually(async () => expect(await statusOf(gateway, headers)).toBe(200))
  })

  it('that is not trusted is counted as one client, whatever it forwards', async () => {
    const { open } = await start({ limits: { maxPerClient: 1 } })
    ;(await open()).write(underWay('x-forwarded-for: 203.0.113.7\r\n'))
    expect(await heardUntilEnd(await open())).toBe('')
  })
})

it('idle connections are closed for new ones on a port that is full', async () => {
  const { gateway, open, lines } = await start({ limits: { maxConnections: 2 } })
  const idle = await open()
  idle.write('GET /healthz HTTP/1.1\r\nhost: x\r\n\r\n')
  await heardFirst(idle)
  ;(await open()).write(underWay(''))
  expect(await heardUntilEnd(await open())).toBe('')
  await heardUntilEnd(idle)
  expect(await statusOf(gateway, {})).toBe(200)
  expect(lines.join()).toContain('All connections of one port are open')
})
