import { describe, expect, it, onTestFinished, test } from 'vitest'
import { startTestGateway, useTestGateway } from '../../server/testing/gateway.fixture.ts'
import { galleryId, galleryStates, seamText } from './gallery-states.ts'

const gateway = useTestGateway()
const makeCheckout = (url: string, query = '') =>
  fetch(`${url}/docs/gallery/checkouts${query}`, { method: 'POST' })

describe('GET /docs/gallery', () => {
  it('offers every state, and says what the page changes for it', async () => {
    const response = await fetch(`${gateway().url}/docs/gallery`)
    expect(response.status).toBe(200)
    const text = await response.text()
    const offered = [...text.matchAll(/<option value="([^"]+)" data-state=/g)].map(([, id]) => id)
    expect(offered).toEqual(galleryStates.map(galleryId))
    expect(new Set(offered).size).toBe(offered.length)
    expect(text).toContain('This page stops the request of the payment.')
    expect(text).toContain('page of 3-D Secure, page of the issuer')
  })

  it('lets the widget send forms to the gateway alone, and nothing else inline', async () => {
    const { headers } = await fetch(`${gateway().url}/docs/gallery`)
    const policy = headers.get('content-security-policy') ?? ''
    expect(policy).toContain("default-src 'none'")
    expect(policy).toContain('form-action http://gateway.example;')
    expect(policy).toContain('frame-src http://gateway.example;')
    expect(policy).not.toContain('unsafe')
  })
})

describe('POST /docs/gallery/checkouts', () => {
  it('makes a checkout of the demo merchant without its token', async () => {
    const response = await makeCheckout(gateway().url)
    expect(response.status).toBe(200)
    const { id } = (await response.json()) as { readonly id: string }
    const { body } = await gateway().get(`/v1/checkouts/${id}/session`)
    expect(body).toMatchObject({ state: 'open', endpoint: '/payment', amount: '92.00' })
    const stored = await gateway().store.read.checkout(id)
    expect(stored?.entityId).toBe(gateway().demo.entityId)
  })

  it('makes one that stores a card', async () => {
    const response = await makeCheckout(gateway().url, '?stores=1')
    const { id } = (await response.json()) as { readonly id: string }
    const { body } = await gateway().get(`/v1/checkouts/${id}/session`)
    expect(body).toMatchObject({ state: 'open', endpoint: '/registration' })
  })

  it('refuses a client that asks for more than 60 in a minute, until the next one', async () => {
    const own = await startTestGateway()
    onTestFinished(() => own.close())
    const statuses: number[] = []
    for (let at = 0; at < 61; at++) statuses.push((await makeCheckout(own.url)).status)
    expect(statuses.slice(0, 60).every((status) => status === 200)).toBe(true)
    expect(statuses[60]).toBe(429)
    own.clock.advance(60_000)
    expect((await makeCheckout(own.url)).status).toBe(200)
  })

  it('is not in live, and neither is the page', async () => {
    const live = await startTestGateway({ environment: 'live' })
    onTestFinished(() => live.close())
    const headers = { 'x-forwarded-proto': 'https' }
    for (const path of ['/docs/gallery', '/docs/gallery/stay']) {
      expect((await fetch(live.url + path, { headers })).status, path).toBe(404)
    }
    const made = await fetch(`${live.url}/docs/gallery/checkouts`, { method: 'POST', headers })
    expect(made.status).not.toBe(200)
  })
})

it('the address that forms of the gallery return to leaves the page as it is', async () => {
  expect((await fetch(`${gateway().url}/docs/gallery/stay?id=1`)).status).toBe(204)
})

test('a state without a seam says nothing about the page', () => {
  expect(seamText({})).toBeUndefined()
  expect(seamText({ submit: 'lost', policy: "frame-src 'none'" })).toBe(
    'This page stops the request of the payment. A further policy of this page blocks it.',
  )
})
