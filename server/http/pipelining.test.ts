import { setImmediate as nextTurn } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { eventually } from '../testing/eventually.ts'
import { heardUntilEnd, openPort, type PortKind, portKinds } from './ports.fixture.ts'

const get = (path: string, headers = '') => `GET ${path} HTTP/1.1\r\nhost: x\r\n${headers}\r\n`
const LAST = get('/', 'connection: close\r\n')

/** A port with a route that answers when it is told to, and one that answers at once. */
async function openSlowPort(kind: PortKind) {
  const begun: string[] = []
  let answerSlow = () => {}
  const told = new Promise<void>((resolve) => {
    answerSlow = resolve
  })
  const port = await openPort(kind, {}, (app) => {
    app.addHook('preHandler', async ({ url }) => void begun.push(url))
    app.get('/slow', () => told.then(() => 'slow'))
    app.get('/', async () => 'quick')
    app.get('/large', async () => 'x'.repeat(30 * 1024 * 1024))
  })
  return { port, begun, answerSlow }
}

/** What has arrived is read by then, and begun if it is to be. */
async function severalTurns() {
  for (let turn = 0; turn < 20; turn++) await nextTurn()
}

describe.each(portKinds)('requests that follow each other on one connection of %s', (kind) => {
  it('are started one after the other, and answered in order', async () => {
    const { port, begun, answerSlow } = await openSlowPort(kind)
    const socket = await port.connect()
    socket.write(get('/slow') + get('/').repeat(5) + LAST)
    await eventually(() => expect(begun).toEqual(['/slow']))
    await severalTurns()
    expect(begun).toEqual(['/slow'])
    answerSlow()
    expect((await heardUntilEnd(socket)).match(/slow|quick/g)).toEqual([
      'slow',
      ...Array(6).fill('quick'),
    ])
  })

  it('are not started while an answer is not read', async () => {
    const { port, begun } = await openSlowPort(kind)
    const socket = await port.connect()
    socket.pause().write(get('/large').repeat(10))
    await eventually(() => expect(begun).toEqual(['/large']))
    await severalTurns()
    expect(begun).toEqual(['/large'])
  })

  it.each([33, 34, 500, 20_000])(
    'end the connection when more than 32 of %i wait, after the answer to the one that runs',
    async (count) => {
      const { port, begun, answerSlow } = await openSlowPort(kind)
      const socket = await port.connect()
      socket.write(get('/slow') + get('/').repeat(count))
      await eventually(() => expect(begun).toEqual(['/slow']))
      await severalTurns()
      answerSlow()
      const heard = await heardUntilEnd(socket)
      expect(heard.match(/HTTP\/1\.1 \d+|slow|quick/g)).toEqual(['HTTP/1.1 200', 'slow'])
      expect(heard.toLowerCase()).toContain('connection: close')
      expect(begun).toEqual(['/slow'])
      await eventually(() => expect(port.kept()).toBe(0))
    },
  )

  it('are no longer read when more than 32 wait, while the one that runs goes on', async () => {
    const { port, begun, answerSlow } = await openSlowPort(kind)
    const socket = await port.connect()
    socket.write(get('/slow') + get('/').repeat(33))
    await eventually(() => expect(begun).toEqual(['/slow']))
    await severalTurns()
    socket.write(`${get('/')}nonsense\r\n\r\n`)
    await severalTurns()
    answerSlow()
    const heard = await heardUntilEnd(socket)
    expect(heard.match(/HTTP\/1\.1 \d+|slow|quick/g)).toEqual(['HTTP/1.1 200', 'slow'])
  })

  it('are not started when the connection is lost before their turn', async () => {
    const { port, begun, answerSlow } = await openSlowPort(kind)
    const socket = await port.connect()
    socket.write(get('/slow') + get('/'))
    await eventually(() => expect(begun).toEqual(['/slow']))
    socket.destroy()
    await eventually(() => expect(port.kept()).toBe(0))
    answerSlow()
    await severalTurns()
    expect(begun).toEqual(['/slow'])
  })

  it('are not started after a request with ambiguous headers', async () => {
    const { port, begun } = await openSlowPort(kind)
    const socket = await port.connect()
    socket.write(get('/', 'host: y\r\n') + get('/'))
    expect((await heardUntilEnd(socket)).match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 400'])
    expect(begun).toEqual([])
  })

  it('are answered when a request after them cannot be read', async () => {
    const { port, begun, answerSlow } = await openSlowPort(kind)
    const socket = await port.connect()
    socket.write(`${get('/slow')}nonsense\r\n\r\n`)
    await eventually(() => expect(begun).toEqual(['/slow']))
    await severalTurns()
    answerSlow()
    expect((await heardUntilEnd(socket)).match(/HTTP\/1\.1 \d+/g)).toEqual([
      'HTTP/1.1 200',
      'HTTP/1.1 400',
    ])
  })
})
