import { once } from 'node:events'
import { request as httpRequest, type IncomingHttpHeaders, type IncomingMessage } from 'node:http'
import { request as httpsRequest, type RequestOptions } from 'node:https'
import { connect as connectTcp } from 'node:net'
import { json, text } from 'node:stream/consumers'
import { connect as connectTls } from 'node:tls'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { localhostIdentity } from '../testing/certificate.fixture.ts'
import { cardPayment, startTestGateway, type TestGateway } from '../testing/gateway.fixture.ts'
import { ServedCertificate } from './served-certificate.ts'
import type { TlsIdentity } from './transport-certificate.ts'

let live: TestGateway
/** Its proxies stand elsewhere: nobody on this machine is one. */
let unproxied: TestGateway
let test: TestGateway
beforeAll(async () => {
  live = await startTestGateway({ environment: 'live' })
  unproxied = await startTestGateway({
    environment: 'live',
    transport: { trustedProxies: ['10.0.0.0/8'] },
  })
  test = await startTestGateway()
})
afterAll(() => Promise.all([live, unproxied, test].map((gateway) => gateway?.close())))

interface PlainAnswer {
  readonly status: number | undefined
  readonly headers: IncomingHttpHeaders
  readonly body: unknown
}

/** Sends a request by plain HTTP on a connection of its own. */
async function plainly(
  gateway: TestGateway,
  path: string,
  options: RequestOptions = {},
): Promise<PlainAnswer> {
  const sent = httpRequest(gateway.url + path, { ...options, agent: false }).end()
  const [response] = (await once(sent, 'response')) as [IncomingMessage]
  const body = await text(response)
  const { statusCode: status, headers } = response
  return { status, headers, body: body === '' ? '' : JSON.parse(body) }
}

/** The first line and the headers that a request gets as it is written here. */
async function answerTo(gateway: TestGateway, request: string): Promise<string> {
  const socket = connectTcp(Number(new URL(gateway.url).port), '127.0.0.1')
  socket.write(request)
  return text(socket)
}

describe('plain HTTP in live', () => {
  it.each(['GET', 'HEAD'])('is answered with 307 to the https address: %s', async (method) => {
    const path = '/v1/query?merchantTransactionId=order%207&includeLinked=true'
    const answer = await plainly(live, path, { method })
    expect(answer.status).toBe(307)
    expect(answer.headers.location).toBe(`https://gateway.example${path}`)
  })

  it('is answered in the common shape', async () => {
    const answer = await plainly(live, '/v1/resultcodes')
    expect(answer.body).toMatchObject({
      result: {
        code: '200.300.404',
        description: 'Plain HTTP is not served here: the address is https://gateway.example',
      },
      ndc: expect.any(String),
    })
  })

  it.each([
    ['a Host that somebody else chose', 'GET /docs HTTP/1.1\r\nHost: evil.example', '/docs'],
    ['a target with a host', 'GET http://u:p@evil.example/a?b=1 HTTP/1.1\r\nHost: x', '/a?b=1'],
    [
      'a path that looks like a host',
      'GET //evil.example/a HTTP/1.1\r\nHost: x',
      '//evil.example/a',
    ],
  ])('is not redirected to another host: %s', async (_, request, path) => {
    const answer = await answerTo(live, `${request}\r\nConnection: close\r\n\r\n`)
    expect(answer).toContain('307 Temporary Redirect')
    expect(answer.toLowerCase()).toContain(`location: https://gateway.example${path}\r\n`)
  })

  it('is redirected without credentials', async () => {
    const query = 'authentication.userId=u&entityId=e&authentication%2Epassword=p&a=1'
    const answer = await plainly(live, `/v1/payments/1?${query}`)
    expect(answer.headers.location).toBe('https://gateway.example/v1/payments/1?entityId=e&a=1')
  })

  it.each(['POST', 'DELETE', 'PUT', 'OPTIONS'])('is refused: %s', async (method) => {
    const answer = await plainly(live, '/v1/payments', { method })
    expect(answer.status).toBe(400)
    expect(answer.body).toMatchObject({
      result: {
        code: '200.300.404',
        description: 'Plain HTTP is not served here: send the request to https://gateway.example',
      },
    })
  })

  it('is refused before token and body are looked at', async () => {
    const answer = await answerTo(
      live,
      'POST /v1/payments HTTP/1.1\r\nHost: x\r\nAuthorization: nonsense\r\nContent-Type: text/nonsense\r\nContent-Length: 1000\r\n\r\nhalf a bo',
    )
    expect(answer).toContain('400 Bad Request')
    expect(answer).toContain('Plain HTTP is not served here')
    expect(answer.toLowerCase()).toContain('connection: close')
  })

  it('is answered without Strict-Transport-Security, which is for https only', async () => {
    const plain = await plainly(live, '/v1/resultcodes')
    expect(plain.headers['strict-transport-security']).toBeUndefined()
    const secure = await live.get('/v1/resultcodes')
    expect(secure.headers.get('strict-transport-security')).toContain('max-age=')
  })

  it.each(['/healthz', '/readyz'])('still reaches %s', async (path) => {
    expect((await plainly(live, path)).status).toBe(200)
  })

  it('is answered the same on an unknown path', async () => {
    expect((await plainly(live, '/nowhere')).status).toBe(307)
    expect((await plainly(live, '/nowhere', { method: 'POST' })).status).toBe(400)
  })
})

describe('a proxy that ends TLS', () => {
  const https = { 'x-forwarded-proto': 'https' }

  it('is believed when it is trusted', async () => {
    expect((await plainly(live, '/v1/resultcodes', { headers: https })).status).toBe(200)
  })

  it.each(['http', 'https, http', 'httpsx', ''])(
    'does not report https with "%s"',
    async (proto) => {
      const headers = { 'x-forwarded-proto': proto }
      expect((await plainly(live, '/v1/resultcodes', { headers })).status).toBe(307)
    },
  )

  it('is not believed when it is not trusted', async () => {
    expect((await plainly(unproxied, '/v1/resultcodes', { headers: https })).status).toBe(307)
    const answer = await unproxied.post('/v1/payments', cardPayment(unproxied.demo.entityId))
    expect(answer.status).toBe(400)
    expect(answer.body.result.description).toContain('Plain HTTP')
  })
})

it('the test environment serves plain HTTP', async () => {
  const answer = await test.post('/v1/payments', cardPayment(test.demo.entityId))
  expect([answer.status, answer.body.result.code]).toEqual([200, '000.100.110'])
})

describe('TLS of its own', () => {
  let identity: TlsIdentity
  let gateway: TestGateway
  beforeAll(async () => {
    identity = await localhostIdentity()
    gateway = await startTestGateway({
      environment: 'live',
      transport: { tls: new ServedCertificate(identity) },
    })
  })
  afterAll(() => gateway?.close())

  const address = () => ({
    host: '127.0.0.1',
    servername: 'localhost',
    port: Number(new URL(gateway.url).port),
    ca: identity.cert,
  })

  /** Status and result code of the answer. */
  async function securely(options: RequestOptions, body = ''): Promise<string> {
    const sent = httpsRequest({ ...address(), agent: false, ...options })
    sent.end(body)
    const [response] = await once(sent, 'response')
    const { result } = (await json(response)) as { result?: { code: string } }
    return [response.statusCode, result?.code].join(' ').trim()
  }

  it.each(['TLSv1.2', 'TLSv1.3'] as const)('serves by %s', async (version) => {
    const socket = connectTls({ ...address(), minVersion: version, maxVersion: version })
    await once(socket, 'secureConnect')
    expect([socket.authorized, socket.getProtocol()]).toEqual([true, version])
    socket.destroy()
    expect(await securely({ path: '/healthz', minVersion: version })).toBe('200 000.000.100')
  })

  it('refuses TLS 1.1', async () => {
    const old = { minVersion: 'TLSv1.1', maxVersion: 'TLSv1.1' } as const
    // Without it the client itself would not offer TLS 1.1, and the server would not be asked.
    const ciphers = 'DEFAULT@SECLEVEL=0'
    const socket = connectTls({ ...address(), ...old, ciphers })
    const [error] = await once(socket, 'error')
    expect(error.code).toBe('ERR_SSL_TLSV1_ALERT_PROTOCOL_VERSION')
  })

  it('looks at token and body of a POST', async () => {
    const post = (token: string) => ({
      method: 'POST',
      path: '/v1/payments',
      headers: {
        authorization: `Bearer ${token}`,
        'content-type': 'application/x-www-form-urlencoded',
      },
    })
    const { entityId, accessToken } = gateway.demo
    const form = new URLSearchParams(cardPayment(entityId) as Record<string, string>).toString()
    // No connector that is shipped pays in live.
    expect(await securely(post(accessToken), form)).toBe('400 600.200.201')
    expect(await securely(post('another-access-token'), form)).toBe('403 800.900.300')
  })

  it('ends a connection that speaks plain HTTP', async () => {
    const answer = await answerTo(gateway, 'GET /v1/resultcodes HTTP/1.1\r\nHost: x\r\n\r\n')
    expect(answer).toBe('')
  })

  it('trusts no header about the protocol, because no proxy is trusted', async () => {
    const headers = { 'x-forwarded-proto': 'http' }
    expect(await securely({ path: '/v1/nowhere', headers })).toBe('404 200.300.404')
  })
})
