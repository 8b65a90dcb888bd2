import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { localhostIdentity } from '../../testing/certificate.fixture.ts'
import { createMerchantSessions, MERCHANT_SESSION_LIMITS } from './merchant-session.ts'

const identity = await localhostIdentity()
const SESSION = { merchantSessionIdentifier: 'SSH1', nonce: 'a1b2', domainName: 'shop.example' }

let received: unknown[] = []
let answer: { readonly status: number; readonly body: string }

/** In place of Apple's server: takes clients with the certificate of the merchant alone. */
const apple = createServer(
  { ...identity, ca: identity.cert, requestCert: true, rejectUnauthorized: true },
  (request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      received.push({ path: request.url, ...JSON.parse(Buffer.concat(chunks).toString()) })
      response.writeHead(answer.status, { 'content-type': 'application/json' }).end(answer.body)
    })
  },
)

beforeAll(() => new Promise<void>((done) => void apple.listen(0, 'localhost', done)))
afterAll(() => {
  apple.closeAllConnections()
  apple.close()
})
beforeEach(() => {
  received = []
  answer = { status: 200, body: JSON.stringify(SESSION) }
})

const origin = () => `https://localhost:${(apple.address() as AddressInfo).port}`
const withCertificate = { ...identity, ca: identity.cert }

function ask(
  validationUrl = `${origin()}/paymentservices/startSession`,
  tls: object = withCertificate,
) {
  const sessions = createMerchantSessions({ merchantId: 'merchant.example', tls }, origin())
  return sessions({ validationUrl, domain: 'shop.example', displayName: 'Lark & Line' })
}

describe('a merchant session of Apple Pay', () => {
  it('is asked for with the certificate of the merchant, and handed on as it is', async () => {
    expect(await ask()).toEqual({ kind: 'session', session: SESSION })
    expect(received).toEqual([
      {
        path: '/paymentservices/startSession',
        merchantIdentifier: 'merchant.example',
        displayName: 'Lark & Line',
        initiative: 'web',
        initiativeContext: 'shop.example',
      },
    ])
  })

  it('does not come without the certificate, nor from a server that is not trusted', async () => {
    const { cert, key } = identity
    for (const tls of [{ ca: cert }, { cert, key }]) {
      expect(await ask(undefined, tls)).toMatchObject({ kind: 'unreachable' })
    }
    expect(received).toEqual([])
  })

  it.each([
    ['a refusal', { status: 417, body: '{}' }, { kind: 'declined', status: 417 }],
    ['no JSON', { status: 200, body: '<html>' }, { kind: 'unreachable' }],
    ['a list', { status: 200, body: '[]' }, { kind: 'unreachable' }],
    [
      'a long answer',
      { status: 200, body: JSON.stringify('x'.repeat(MERCHANT_SESSION_LIMITS.answerBytes)) },
      { kind: 'unreachable', reason: 'an answer that is too long' },
    ],
  ])('is none where Apple answers with %s', async (_case, given, expected) => {
    answer = given
    expect(await ask()).toMatchObject(expected)
  })

  it.each([
    'https://apple-pay-gateway.apple.com.evil.example/x',
    'https://evil.example/?apple-pay-gateway.apple.com',
    'https://apple-pay-gateway-cert.apple.com/paymentservices/startSession',
    'https://apple-pay-gateway.apple.com:8443/x',
    'http://apple-pay-gateway.apple.com/x',
    'http://169.254.169.254/latest/meta-data',
    'file:///etc/passwd',
    'no address',
    '',
  ])('is asked of no other server: %s', async (validationUrl) => {
    const sessions = createMerchantSessions({ merchantId: 'merchant.example', tls: {} })
    const order = { validationUrl, domain: 'shop.example', displayName: 'Shop' }
    expect(await sessions(order)).toEqual({ kind: 'address' })
  })

  it('is asked of no server of Apple under a user name', async () => {
    const sessions = createMerchantSessions({ merchantId: 'merchant.example', tls: {} })
    const validationUrl = 'https://name:word@apple-pay-gateway.apple.com/x'
    expect(await sessions({ validationUrl, domain: 'shop.example', displayName: 'Shop' })).toEqual({
      kind: 'unreachable',
      reason: 'USER_INFO_IN_URL',
    })
  })
})
