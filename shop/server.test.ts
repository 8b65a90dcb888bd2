import { cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Fastify from 'fastify'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type RunningShop, startShop } from './server.ts'

const CHECKOUT_ID = '0123456789ABCDEF0123456789ABCDEF.uat01-vm-tx01'
const STATUS_PATH = `/v1/checkouts/${CHECKOUT_ID}/payment`
const TOKEN = 'token-of-the-merchant'

interface SeenRequest {
  readonly line: string
  readonly authorization: string | undefined
  readonly body: Record<string, string>
}

let assetsDir: string
let gateway: Server
let shop: RunningShop
let logged: string
let seen: SeenRequest[]
/** What the gateway of a test answers, by method and path; an answer that is absent is a 500. */
let answers: Record<string, [status: number, body: unknown]>

beforeAll(() => {
  assetsDir = mkdtempSync(join(tmpdir(), 'tillgate-shop-'))
  mkdirSync(join(assetsDir, 'assets'))
  cpSync('index.html', join(assetsDir, 'index.html'))
  cpSync('shop/result.html', join(assetsDir, 'shop/result.html'))
})

afterAll(() => rmSync(assetsDir, { recursive: true }))

beforeEach(async () => {
  seen = []
  logged = ''
  answers = {
    'POST /v1/checkouts': [
      200,
      { id: CHECKOUT_ID, integrity: 'sha384-abc', result: { code: '000.200.100' } },
    ],
  }
  gateway = createServer(answerAsGateway)
  await new Promise<void>((listening) => gateway.listen(0, '127.0.0.1', listening))
  const { port } = gateway.address() as AddressInfo
  shop = await startShop({
    port: 0,
    host: '127.0.0.1',
    gatewayUrl: 'https://pay.example',
    gatewayInternalUrl: `http://127.0.0.1:${port}`,
    entityId: '8ac7a4000000000000000000000000e1',
    accessToken: TOKEN,
    assetsDir,
    log: Fastify({ logger: { stream: { write: log } } }).log,
  })
})

afterEach(async () => {
  await shop.close()
  gateway.closeAllConnections()
  gateway.close()
})

function log(line: string): void {
  logged += line
}

async function answerAsGateway(request: IncomingMessage, response: ServerResponse) {
  const body = (await request.toArray()).join('')
  const line = `${request.method} ${request.url}`
  seen.push({
    line,
    authorization: request.headers.authorization,
    body: body === '' ? {} : JSON.parse(body),
  })
  const [status, answer] = answers[line.split('?')[0] ?? ''] ?? [500, {}]
  response.writeHead(status, { 'content-type': 'application/json', location: '/elsewhere' })
  response.end(JSON.stringify(answer))
}

async function createCheckout(body: unknown) {
  const response = await fetch(`${shop.address}/api/checkout`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  return [response.status, await response.json()] as const
}

async function readPayment(resourcePath = STATUS_PATH) {
  const query = new URLSearchParams({ resourcePath })
  const response = await fetch(`${shop.address}/api/result?${query}`)
  return [response.status, await response.json()] as const
}

describe('the pages', () => {
  async function openPage(path: string, headers: Readonly<Record<string, string>>) {
    const response = await fetch(shop.address + path, { headers })
    const [opening] = /<html [^>]*>/.exec(await response.text()) ?? []
    return { opening, vary: response.headers.get('vary') }
  }

  test.each(['/', '/result'])('have the language of the browser: %s', async (path) => {
    const german = await openPage(path, { 'accept-language': 'de-AT,de;q=0.9,en;q=0.8' })
    expect(german.opening).toContain('data-locale="de"')
    expect(german.vary).toContain('Accept-Language')
    const arabic = await openPage(path, { 'accept-language': 'ar-EG,en;q=0.5' })
    expect(arabic.opening).toBe('<html lang="ar" dir="rtl" data-locale="ar">')
    const other = await openPage(path, { 'accept-language': 'is-IS,is;q=0.9' })
    expect(other.opening).toBe('<html lang="en" dir="ltr" data-locale="en">')
  })

  test('keep the language that the shopper has chosen', async () => {
    const headers = { 'accept-language': 'de' }
    expect((await openPage('/?locale=fr', headers)).opening).toContain('data-locale="fr"')
    const cookie = { ...headers, cookie: 'shop_locale=ja' }
    expect((await openPage('/', cookie)).opening).toContain('data-locale="ja"')
    const broken = { ...headers, cookie: 'shop_locale=xx' }
    expect((await openPage('/', broken)).opening).toContain('data-locale="de"')
  })
})

const oneLine = { items: [{ sku: 'line', quantity: 1 }], locale: 'de' }

function paymentOf(order: Record<string, string> | undefined, code: string) {
  const { amount, currency, merchantTransactionId } = order ?? {}
  const id = '8ac7a4a19a0b3c5e019a0b3c5e6f0001'
  return { id, amount, currency, merchantTransactionId, result: { code, description: 'Why' } }
}

describe('creating a checkout', () => {
  test('sends the priced order with token and entity id, and returns the widget script to the page', async () => {
    const [status, checkout] = await createCheckout(oneLine)
    expect([status, checkout]).toEqual([
      200,
      {
        checkoutId: CHECKOUT_ID,
        script: `https://pay.example/v1/paymentWidgets.js?checkoutId=${CHECKOUT_ID}`,
        integrity: 'sha384-abc',
      },
    ])
    expect(seen).toEqual([
      {
        line: 'POST /v1/checkouts',
        authorization: `Bearer ${TOKEN}`,
        body: expect.objectContaining({
          entityId: '8ac7a4000000000000000000000000e1',
          amount: '19.80',
          currency: 'EUR',
          paymentType: 'DB',
          integrity: 'true',
          locale: 'de',
          shopperResultUrl: `${shop.address}/result`,
          'cart.items[0].merchantItemId': 'line',
          'cart.items[0].price': '14.90',
          'shipping.cost': '4.90',
        }),
      },
    ])
  })

  test('ignores a price from the page', async () => {
    await createCheckout({ amount: '0.01', items: [{ sku: 'line', quantity: 1, unitCents: 1 }] })
    expect(seen[0]?.body.amount).toBe('19.80')
  })

  test.each([
    {},
    { items: 'line' },
    { items: [{ sku: 'zeppelin', quantity: 1 }] },
    { items: [{ sku: 'line', quantity: -1 }] },
    { items: [{ sku: 'line', quantity: 1.5 }] },
    { items: [{ sku: 'line', quantity: 10 }] },
  ])('refuses a basket that it cannot sell: %j', async (body) => {
    expect(await createCheckout(body)).toEqual([400, { error: 'badRequest' }])
    expect(seen).toEqual([])
  })

  test('refuses an empty basket', async () => {
    const nothing = { items: [{ sku: 'line', quantity: 0 }] }
    expect(await createCheckout(nothing)).toEqual([400, { error: 'emptyBasket' }])
  })

  test('reports that the gateway refused, and logs which parameters', async () => {
    const parameterErrors = [{ name: 'entityId', message: 'is not an allowed parameter' }]
    const result = { code: '200.300.404', parameterErrors }
    answers['POST /v1/checkouts'] = [400, { result }]
    expect(await createCheckout(oneLine)).toEqual([502, { error: 'checkoutRefused' }])
    expect(logged).toContain('is not an allowed parameter')
  })

  test.each([
    [401, 502, 'accessRefused'],
    [403, 502, 'accessRefused'],
    [429, 503, 'gatewayBusy'],
    [500, 502, 'gatewayFailed'],
    [307, 502, 'gatewayUnreachable'],
  ])('turns the gateway’s HTTP %i into %i %s', async (gatewayStatus, status, error) => {
    answers['POST /v1/checkouts'] = [gatewayStatus, { result: { code: '800.900.300' } }]
    expect(await createCheckout(oneLine)).toEqual([status, { error }])
    // A redirect is not followed: it would take the token along.
    expect(seen).toHaveLength(1)
    expect(logged).not.toContain(TOKEN)
  })

  test('reports that the gateway is down', async () => {
    gateway.closeAllConnections()
    await new Promise((closed) => gateway.close(closed))
    expect(await createCheckout(oneLine)).toEqual([502, { error: 'gatewayUnreachable' }])
  })
})

describe('reading the status', () => {
  test('asks the gateway with token and entity id, and shows the outcome with the order', async () => {
    await createCheckout(oneLine)
    const payment = paymentOf(seen[0]?.body, '000.100.110')
    answers[`GET ${STATUS_PATH}`] = [200, payment]
    const [status, result] = await readPayment()
    expect(status).toBe(200)
    expect(result).toMatchObject({ outcome: 'paid', paymentId: payment.id, code: '000.100.110' })
    expect(result.order).toMatchObject({ totalCents: 1980, number: payment.merchantTransactionId })
    expect(seen[1]).toMatchObject({
      line: `GET ${STATUS_PATH}?entityId=8ac7a4000000000000000000000000e1`,
      authorization: `Bearer ${TOKEN}`,
    })
  })

  test('shows a decline with its code, although it comes as HTTP 400', async () => {
    await createCheckout(oneLine)
    answers[`GET ${STATUS_PATH}`] = [400, paymentOf(seen[0]?.body, '800.100.152')]
    const [, result] = await readPayment()
    expect(result).toMatchObject({ outcome: 'declined', code: '800.100.152', description: 'Why' })
  })

  test('shows the same after the session has ended at the gateway', async () => {
    await createCheckout(oneLine)
    answers[`GET ${STATUS_PATH}`] = [200, paymentOf(seen[0]?.body, '000.100.110')]
    const first = await readPayment()
    answers[`GET ${STATUS_PATH}`] = [400, { result: { code: '200.300.404' } }]
    expect(await readPayment()).toEqual(first)
  })

  test('does not accept another payment for the order', async () => {
    await createCheckout(oneLine)
    const cheap = { ...paymentOf(seen[0]?.body, '000.100.110'), amount: '0.01' }
    answers[`GET ${STATUS_PATH}`] = [200, cheap]
    expect(await readPayment()).toEqual([409, { error: 'orderMismatch' }])
  })

  test('sends no request for a forged resource path', async () => {
    expect(await readPayment('//evil.example/v1/x')).toEqual([404, { error: 'paymentNotFound' }])
    expect(seen).toEqual([])
  })

  test('reports wrong credentials as a fault and not as a decline', async () => {
    answers[`GET ${STATUS_PATH}`] = [403, { result: { code: '800.900.300' } }]
    expect(await readPayment()).toEqual([502, { error: 'accessRefused' }])
  })
})

describe('the pages', () => {
  test('allow only themselves and the gateway as sources, and nothing inline', async () => {
    const { headers } = await fetch(`${shop.address}/`)
    const policy = headers.get('content-security-policy')
    expect(policy).toContain("script-src 'self' https://pay.example;")
    expect(policy).toContain("style-src 'self';")
    expect(policy).toContain('frame-src https://pay.example;')
    expect(policy).not.toMatch(/unsafe|\*/)
    expect(headers.get('x-content-type-options')).toBe('nosniff')
  })

  test('keep language and theme when the widget redirects back', async () => {
    const chosen = await fetch(`${shop.address}/?locale=ar`)
    const cookie = chosen.headers.get('set-cookie')?.split(';')[0]
    const headers = { cookie: `${cookie}; shop_theme=dark` }
    const result = await fetch(`${shop.address}/result?id=1`, { headers })
    expect(await result.text()).toContain('dir="rtl" data-locale="ar" data-theme="dark"')
  })

  test('ignore languages that do not exist', async () => {
    const page = await fetch(`${shop.address}/?locale="><script>`)
    expect(await page.text()).toContain('<html lang="en" dir="ltr" data-locale="en">')
    expect(page.headers.get('set-cookie')).toBeNull()
  })
})
