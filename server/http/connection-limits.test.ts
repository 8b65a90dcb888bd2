import { once } from 'node:events'
import type { Socket } from 'node:net'
import { describe, expect, it } from 'vitest'
import { eventually } from '../testing/eventually.ts'
import { heardUntilEnd, openPort, portKinds } from './ports.fixture.ts'

const HALF_A_BODY =
  'POST / HTTP/1.1\r\nhost: shop.example\r\ncontent-type: text/plain\r\ncontent-length: 9\r\n\r\nab'

describe.each(portKinds)('a connection on %s', (kind) => {
  const limits = { headersMs: 100, requestMs: 200 }

  it.each([
    ['that says nothing', ''],
    ['whose headers do not end', 'POST / HTTP/1.1\r\nhost: shop.example\r\n'],
    ['whose body does not end', HALF_A_BODY],
  ])('%s is ended with an answer', async (_what, sent) => {
    const socket = await (await openPort(kind, limits)).connect()
    socket.write(sent)
    const heard = await heardUntilEnd(socket)
    expect(heard).toMatch(/^HTTP\/1\.1 408 /)
    expect(JSON.parse(heard.split('\r\n\r\n')[1] ?? '')).toMatchObject({
      result: { code: '200.300.404', description: 'The request did not arrive whole in time' },
    })
  })

  it('is destroyed after its last answer, although the client does not close it', async () => {
    const port = await openPort(kind, { ...limits, graceMs: 50 })
    for (const sent of [HALF_A_BODY, 'nonsense\r\n\r\n']) {
      const socket = await port.connect()
      socket.write(sent)
      expect(await heardUntilEnd(socket)).toMatch(/^HTTP\/1\.1 4/)
      expect(socket.destroyed).toBe(false)
    }
    await eventually(() => expect(port.kept()).toBe(0))
  })

  it('receives its whole last answer although it continues to send', async () => {
    const socket = await (await openPort(kind)).connect()
    const headers = `a: ${'b'.repeat(1_000)}\r\n`.repeat(100)
    socket.write(`POST / HTTP/1.1\r\nhost: shop.example\r\n${headers}`)
    socket.write(headers)
    const heard = await heardUntilEnd(socket)
    expect(heard).toMatch(/^HTTP\/1\.1 431 .*"ndc":"[0-9a-f]{32}"}$/s)
  })

  it('that does not read its answer is ended', async () => {
    const large = 'x'.repeat(30 * 1024 * 1024)
    const port = await openPort(kind, { answerMs: 100 }, (app) => app.get('/large', () => large))
    const socket = await port.connect()
    socket.pause().write('GET /large HTTP/1.1\r\nhost: shop.example\r\n\r\n')
    expect(port.kept()).toBe(1)
    await eventually(() => expect(port.kept()).toBe(0))
  })

  it('that is idle after its answer is ended, also where the client does not close it', async () => {
    const port = await openPort(kind, { keepAliveMs: 50 })
    const socket = await port.connect()
    socket.write('POST / HTTP/1.1\r\nhost: shop.example\r\ncontent-length: 0\r\n\r\n')
    expect(await heardUntilEnd(socket)).toMatch(/^HTTP\/1\.1 200 /)
    await eventually(() => expect(port.kept()).toBe(0))
  })

  it('beyond the limit of their number is ended at once', async () => {
    const { connectBare } = await openPort(kind, { maxConnections: 1 })
    const first = await connectBare()
    expect(await heardUntilEnd(await connectBare())).toBe('')
    expect(first.destroyed).toBe(false)
  })
})

it('a full port ends the oldest unfinished connection of the network that holds most', async () => {
  const port = await openPort('HTTP', { maxConnections: 6 })
  const half = async (localAddress: string) => {
    const socket = await port.connectBare({ localAddress })
    socket.write('POST / HTTP/1.1\r\nhost: shop.example\r\n')
    return socket
  }
  const attackers: Socket[] = []
  for (const at of [1, 2]) {
    for (let turn = 0; turn < 3; turn++) attackers.push(await half(`127.0.${at}.${turn + 1}`))
  }
  // One of three connections of the first network waits for its answer, and stays.
  for (const customer of ['127.0.3.1', '127.0.4.1', '127.0.5.1']) {
    const socket = await port.connectBare({ localAddress: customer })
    socket.write('POST / HTTP/1.1\r\nhost: shop.example\r\ncontent-length: 0\r\n\r\n')
    expect(await heardFirst(socket)).toMatch(/^HTTP\/1\.1 200 /)
  }
  const ended = () => attackers.map(({ readableEnded, destroyed }) => readableEnded || destroyed)
  for (const socket of attackers) socket.resume()
  await eventually(() => expect(ended().filter(Boolean)).toHaveLength(3))
  expect(ended()[0]).toBe(true)
  // A newcomer of a network that holds as many as any other has to wait.
  expect(await heardUntilEnd(await half('127.0.1.9'))).toBe('')
})

it('eleven networks with as many connections as each may have lock nobody out', async () => {
  const port = await openPort('HTTP', { maxConnections: 110, maxPerClient: 20 })
  for (let network = 1; network <= 11; network++) {
    for (let turn = 0; turn < 19; turn++) {
      const socket = await port.connectBare({ localAddress: `127.1.${network}.1` })
      socket.write('POST / HTTP/1.1\r\nhost: shop.example\r\ncontent-length: 9\r\n\r\n1')
    }
  }
  for (let customer = 1; customer <= 70; customer++) {
    const socket = await port.connectBare({ localAddress: `127.2.${customer}.1` })
    socket.write('POST / HTTP/1.1\r\nhost: shop.example\r\ncontent-length: 0\r\n\r\n')
    expect(await heardFirst(socket)).toMatch(/^HTTP\/1\.1 200 /)
    socket.destroy()
  }
})

it('a connection that begins no TLS handshake is ended', async () => {
  const port = await openPort('TLS', { handshakeMs: 100 })
  const silent = await port.connectBare()
  const halfway = await port.connectBare()
  // The beginning of a handshake that never goes on.
  halfway.write(Buffer.from('1603010200010001fc', 'hex'))
  expect(port.kept()).toBe(2)
  await eventually(() => expect(port.kept()).toBe(0))
  expect([await heardUntilEnd(silent), await heardUntilEnd(halfway)]).toEqual(['', ''])
})

async function heardFirst(socket: Socket): Promise<string> {
  const [heard] = await once(socket, 'data')
  return String(heard)
}
