import { request } from 'node:http'
import { text } from 'node:stream/consumers'
import { describe, expect, it, onTestFinished } from 'vitest'
import { startTestGateway, type TestGatewayOptions } from '../testing/gateway.fixture.ts'

const PAY = 'http://gateway.example'
const OFFICE = 'http://office.example'

async function started(options: TestGatewayOptions) {
  const gateway = await startTestGateway(options)
  onTestFinished(() => gateway.close())
  const { port } = new URL(gateway.url)
  /** Asks as a browser that was given the address of one of its hosts. */
  const ask = (host: string, path: string, headers: Record<string, string> = {}) =>
    new Promise<{ status: number; location: string | undefined; body: string }>(
      (resolve, reject) => {
        const sent = request({
          host: '127.0.0.1',
          port,
          path,
          headers: { host, accept: 'text/html', 'x-forwarded-proto': 'https', ...headers },
        })
        sent.once('error', reject)
        sent.once('response', async (answer) => {
          const body = await text(answer)
          resolve({ status: answer.statusCode ?? 0, location: answer.headers.location, body })
        })
        sent.end()
      },
    )
  return { gateway, ask }
}

const OFFICE_PATHS = [
  '/docs',
  '/docs/gallery',
  '/docs/guides/going-live',
  '/backoffice',
  '/backoffice/x',
]
const PAY_PATHS = [
  '/v1/paymentWidgets.js',
  `/v1/checkouts/${'A'.repeat(32)}.test-1/frame?parent=https://shop.example`,
  '/v1/payments',
  '/test/clock',
]

describe('docs and back office with an origin of their own', () => {
  it.each(OFFICE_PATHS)(
    'are served there, and the other origin sends browsers on: %s',
    async (path) => {
      const { ask } = await started({ officeUrl: OFFICE })
      expect((await ask('office.example', path)).status).toBe(200)
      expect((await ask('OFFICE.example:80', path)).status).toBe(200)
      const { status, location } = await ask('gateway.example', path)
      expect([status, location]).toEqual([307, OFFICE + path])
      expect((await ask('gateway.example', `/${path}`)).status).toBe(307)
      expect((await ask('gateway.example', path, { accept: '*/*' })).status).toBe(404)
    },
  )

  it.each(PAY_PATHS)('has nothing else at that origin: %s', async (path) => {
    const { ask } = await started({ officeUrl: OFFICE })
    const there = await ask('office.example', path, { accept: '*/*' })
    expect([there.status, there.body]).toEqual([404, expect.stringContaining(PAY)])
    const here = await ask('gateway.example', path, { accept: '*/*' })
    expect(here.body).not.toContain('docs and back office alone')
  })

  it('takes sign-ins and sessions there alone, and tokens at both', async () => {
    const { ask, gateway } = await started({ officeUrl: OFFICE })
    const path = '/admin/v1/payments'
    const json = { accept: 'application/json' }
    const authorization = `Bearer ${gateway.demo.accessToken}`
    const cookie = 'tillgate-session=x'
    expect((await ask('gateway.example', path, { ...json, cookie })).body).toContain(OFFICE)
    expect((await ask('office.example', path, { ...json, cookie })).body).not.toContain(
      'is served at',
    )
    expect((await ask('gateway.example', path, { ...json, authorization })).body).not.toContain(
      'is served at',
    )
  })
})

describe('a live gateway without an origin for them', () => {
  it('has no docs and no gallery, but a back office', async () => {
    const { ask } = await started({ environment: 'live' })
    for (const path of ['/docs', '/docs/gallery', '//docs/guides/webhooks']) {
      const { status, body } = await ask('gateway.example', path)
      expect([path, status, body]).toEqual([
        path,
        404,
        expect.stringContaining('TILLGATE_OFFICE_URL'),
      ])
    }
    expect((await ask('gateway.example', '/backoffice')).status).toBe(200)
  })

  it('has them beside its frames where the setting is its own address', async () => {
    const { ask } = await started({ environment: 'live', officeUrl: 'https://gateway.example' })
    expect((await ask('gateway.example', '/docs')).status).toBe(200)
  })
})

it('a test gateway without an origin for them serves all at one', async () => {
  const { ask } = await started({})
  for (const path of OFFICE_PATHS) expect((await ask('gateway.example', path)).status).toBe(200)
})
