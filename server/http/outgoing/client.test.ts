import { createServer, type RequestListener } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import { type AddressInfo, createServer as createTcpServer, type Server } from 'node:net'
import type { TLSSocket } from 'node:tls'
import { gzipSync } from 'node:zlib'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { localhostIdentity } from '../../testing/certificate.fixture.ts'
import { OUTGOING_LIMITS } from './client.fixture.ts'
import { createOutgoingClient, type OutgoingLimits, type OutgoingParts } from './client.ts'

/** Starts a server that ends with the test; its port. */
async function listen(server: Server): Promise<number> {
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  onTestFinished(() => void server.close())
  return (server.address() as AddressInfo).port
}

/** A client that may call one origin, with limits of its own. */
function clientOf(
  origin: string,
  limits: Partial<OutgoingLimits> = {},
  parts: Partial<OutgoingParts> = {},
) {
  const send = createOutgoingClient({
    environment: 'live',
    trustedOrigins: [origin],
    limits: { ...OUTGOING_LIMITS, ...limits },
    ...parts,
  })
  return (body?: string) =>
    send({
      method: body === undefined ? 'GET' : 'POST',
      url: `${origin}/path?query=1`,
      headers: { accept: 'application/json' },
      ...(body === undefined ? {} : { body }),
    })
}

async function answering(listener: RequestListener, limits: Partial<OutgoingLimits> = {}) {
  const server = createServer(listener)
  const origin = `http://127.0.0.1:${await listen(server)}`
  onTestFinished(() => server.closeAllConnections())
  return clientOf(origin, limits)
}

describe('a request that was not sent', () => {
  const notSent = (reason: string, isTimeout = false) => ({ kind: 'notSent', reason, isTimeout })

  it('is reported when no server answers', async () => {
    const server = createTcpServer()
    const port = await listen(server)
    await new Promise((closed) => server.close(closed))
    expect(await clientOf(`http://127.0.0.1:${port}`)()).toEqual(notSent('ECONNREFUSED'))
  })

  it('is reported when the TLS handshake takes too long', async () => {
    const port = await listen(createTcpServer((socket) => socket.on('error', () => undefined)))
    const send = clientOf(`https://127.0.0.1:${port}`, { connectMs: 50 })
    expect(await send()).toEqual(notSent('no connection in time', true))
  })

  it('is reported when the certificate is not trusted', async () => {
    let requests = 0
    const server = createTlsServer(await localhostIdentity(), () => requests++)
    const send = clientOf(`https://127.0.0.1:${await listen(server)}`)
    expect(await send()).toEqual(notSent('DEPTH_ZERO_SELF_SIGNED_CERT'))
    expect(requests).toBe(0)
  })

  it('is reported when no socket becomes free in time', async () => {
    let arrive: () => void = () => undefined
    const arrived = new Promise<void>((resolve) => {
      arrive = resolve
    })
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    onTestFinished(() => void vi.useRealTimers())
    const send = await answering(() => arrive(), { connectMs: 200, answerMs: 1_000, sockets: 1 })
    const first = send()
    await arrived
    const second = send()
    vi.advanceTimersByTime(200)
    expect(await second).toEqual(notSent('no connection in time', true))
    vi.advanceTimersByTime(800)
    expect(await first).toEqual({ kind: 'lost', reason: 'no answer in time', isTimeout: true })
  })

  it('is reported when a header is invalid', async () => {
    const send = createOutgoingClient({ environment: 'test', limits: OUTGOING_LIMITS })
    const headers = { 'x-name': 'a\nb' }
    const exchange = await send({ method: 'GET', url: 'http://public.example/', headers })
    expect(exchange).toEqual(notSent('ERR_INVALID_CHAR'))
  })
})

describe('a request whose answer was lost', () => {
  const lost = (reason: string, isTimeout = false) => ({ kind: 'lost', reason, isTimeout })

  it.each<[string, RequestListener, ReturnType<typeof lost>]>([
    ['was never answered', () => undefined, lost('no answer in time', true)],
    [
      'was answered too slowly',
      (_request, response) => void response.write('begun'),
      lost('no answer in time', true),
    ],
    [
      'met a server that ended the connection',
      (request) => void request.socket.destroy(),
      lost('ECONNRESET'),
    ],
    [
      'has an answer that is too long',
      (_request, response) => void response.end('a'.repeat(1_001)),
      lost('an answer that is too long'),
    ],
    [
      'has an answer whose headers are too long',
      (_request, response) => void response.setHeader('x-long', 'a'.repeat(4_000)).end(),
      lost('HPE_HEADER_OVERFLOW'),
    ],
    [
      'has an answer that is cut off',
      (request, response) => {
        response.writeHead(200, { 'content-length': '100' }).write('begun')
        setTimeout(() => request.socket.destroy(), 20)
      },
      lost('the connection was closed'),
    ],
    [
      'has an answer that is compressed',
      (_request, response) =>
        void response.setHeader('content-encoding', 'gzip').end(gzipSync('{}')),
      lost('an answer that is compressed'),
    ],
    [
      'has an answer that is no HTTP',
      (request) => void request.socket.end('hello\r\n\r\n'),
      lost('HPE_INVALID_CONSTANT'),
    ],
    [
      'has an answer that changes the protocol',
      (request) =>
        void request.socket.write(
          'HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: other\r\n\r\n',
        ),
      lost('the connection was closed'),
    ],
  ])('%s', async (_case, listener, exchange) => {
    const send = await answering(listener, exchange.isTimeout ? { answerMs: 50 } : {})
    expect(await send('name=value')).toEqual(exchange)
  })
})

describe('a request that is answered', () => {
  it('carries its path, query, headers and body, and asks for an answer without compression', async () => {
    let received: object = {}
    const send = await answering(async (request, response) => {
      const chunks: Buffer[] = []
      for await (const chunk of request) chunks.push(chunk)
      const { method, url, headers } = request
      received = { method, url, headers, body: Buffer.concat(chunks).toString() }
      response.statusCode = 404
      response.end('größer')
    })
    expect(await send('a=é')).toEqual({ kind: 'answered', status: 404, body: 'größer' })
    expect(received).toMatchObject({
      method: 'POST',
      url: '/path?query=1',
      headers: { accept: 'application/json', 'accept-encoding': 'identity', 'content-length': '4' },
      body: 'a=é',
    })
  })

  it('may be as long as the limit', async () => {
    const send = await answering((_request, response) => void response.end('a'.repeat(1_000)))
    expect(await send()).toMatchObject({ kind: 'answered', status: 200 })
  })

  it('keeps its connection open for the next one', async () => {
    const sockets = new Set<unknown>()
    const send = await answering((request, response) => {
      sockets.add(request.socket)
      response.end()
    })
    for (let count = 0; count < 3; count++) expect(await send()).toMatchObject({ status: 200 })
    expect(sockets.size).toBe(1)
  })

  it.each(['http', 'https'] as const)(
    'may have been received over %s when it waited for a connection that another one had',
    async (protocol) => {
      let requests = 0
      const listener: RequestListener = (request, response) => {
        requests++
        if (requests === 1) response.end()
        else request.socket.destroy()
      }
      const identity = await localhostIdentity()
      const isTls = protocol === 'https'
      const server = isTls ? createTlsServer(identity, listener) : createServer(listener)
      const origin = `${protocol}://localhost:${await listen(server)}`
      const send = clientOf(origin, { sockets: 1 }, { tls: { ca: identity.cert } })
      const [first, second] = await Promise.all([send(), send()])
      expect([first.kind, second.kind, requests]).toEqual(['answered', 'lost', 2])
    },
  )

  it('may have been received when its connection was used before and breaks', async () => {
    let requests = 0
    const send = await answering((request, response) => {
      requests++
      if (requests === 1) response.end()
      else request.socket.destroy()
    })
    expect(await send()).toMatchObject({ kind: 'answered' })
    expect(await send('pay=1')).toEqual({ kind: 'lost', reason: 'ECONNRESET', isTimeout: false })
    expect(requests).toBe(2)
  })

  it('shows its client certificate to a server that asks for one', async () => {
    const [own, other] = [await localhostIdentity(), await localhostIdentity()]
    const server = createTlsServer(
      { ...own, requestCert: true, ca: other.cert },
      (request, response) =>
        void response.end((request.socket as TLSSocket).getPeerCertificate().subject.CN),
    )
    const port = await listen(server)
    const origin = `https://localhost:${port}`
    const answered = { kind: 'answered', status: 200, body: 'localhost' }
    expect(await clientOf(origin, {}, { tls: { ca: own.cert, ...other } })()).toEqual(answered)
    const without = await clientOf(origin, {}, { tls: { ca: own.cert } })()
    expect(without.kind).toBe('lost')
  })
})

describe('a client that cuts answers', () => {
  const limits = { answerBytes: 10, cutsAnswers: true } as const

  it('reads the beginning of a long answer, also of one that never ends', async () => {
    const send = await answering((_request, response) => {
      response.writeHead(503)
      response.write('x'.repeat(100))
    }, limits)
    expect(await send()).toEqual({ kind: 'answered', status: 503, body: 'x'.repeat(10) })
  })

  it('takes the status of a compressed answer, without its body', async () => {
    const send = await answering((_request, response) => {
      response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync('text'))
    }, limits)
    expect(await send()).toEqual({ kind: 'answered', status: 200, body: '' })
  })

  it('reports how long the receiver asks to wait', async () => {
    const send = await answering((_request, response) => {
      response.writeHead(429, { 'retry-after': '120' }).end('later')
    }, limits)
    expect(await send()).toMatchObject({ status: 429, retryAfter: '120' })
  })
})
