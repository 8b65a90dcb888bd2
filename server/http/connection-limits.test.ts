import { describe, expect, it } from 'vitest'
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

  it('beyond the limit of their number is ended at once', async () => {
    const { connectBare } = await openPort(kind, { maxConnections: 1 })
    const first = await connectBare()
    expect(await heardUntilEnd(await connectBare())).toBe('')
    expect(first.destroyed).toBe(false)
  })
})
