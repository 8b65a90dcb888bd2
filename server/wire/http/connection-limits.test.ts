import { describe, expect, it, vi } from 'vitest'
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
    await vi.waitFor(() => expect(port.kept()).toBe(0), 5_000)
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
    await vi.waitFor(() => expect(port.kept()).toBe(0), 5_000)
  })

  it('that is idle after its answer is ended, also where the client does not close it', async () => {
    const port = await openPort(kind, { keepAliveMs: 50 })
    const socket = await port.connect()
    socket.write('POST / HTTP/1.1\r\nhost: shop.example\r\ncontent-length: 0\r\n\r\n')
    expect(await heardUntilEnd(socket)).toMatch(/^HTTP\/1\.1 200 /)
    await vi.waitFor(() => expect(port.kept()).toBe(0), 5_000)
  })

  it('beyond the limit of their number is ended at once', async () => {
    const { connectBare } = await openPort(kind, { maxConnections: 1 })
    const first = await connectBare()
    expect(await heardUntilEnd(await connectBare())).toBe('')
    expect(first.destroyed).toBe(false)
  })
})

it('a connection that begins no TLS handshake is ended', async () => {
  const port = await openPort('TLS', { handshakeMs: 100 })
  const silent = await port.connectBare()
  const halfway = await port.connectBare()
  // The beginning of a handshake that never goes on.
  halfway.write(Buffer.from('1603010200010001fc', 'hex'))
  expect(port.kept()).toBe(2)
  await vi.waitFor(() => expect(port.kept()).toBe(0), 5_000)
  expect([await heardUntilEnd(silent), await heardUntilEnd(halfway)]).toEqual(['', ''])
})
