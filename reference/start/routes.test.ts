import { describe, expect, it, onTestFinished } from 'vitest'
import { hashSource } from '../../server/http/pages/page-parts.ts'
import { startTestGateway, useTestGateway } from '../../server/testing/gateway.fixture.ts'
import { startPage } from './page.ts'

const gateway = useTestGateway()

const linksOf = (html: string) => [...html.matchAll(/<a href="([^"]+)"/g)].map(([, href]) => href)

describe('GET /', () => {
  it('links to the shop, the reference and the health of the gateway', () => {
    const shopUrl = 'http://127.0.0.1:8081'
    const { html } = startPage({ environment: 'test', shopUrl })
    expect(linksOf(html)).toEqual([
      shopUrl,
      '/backoffice',
      '/docs',
      '/docs/reference',
      '/v1/openapi.json',
      '/readyz',
    ])
  })

  it('leads to no back office where none is served', () => {
    const { html } = startPage({ environment: 'test', servesOperations: false })
    expect(linksOf(html)).toEqual(['/docs', '/docs/reference', '/v1/openapi.json', '/readyz'])
  })

  it('has no dead link', async () => {
    const response = await fetch(gateway().url)
    expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8')
    const links = linksOf(await response.text())
    expect(links).toEqual([
      '/backoffice',
      '/docs',
      '/docs/reference',
      '/v1/openapi.json',
      '/readyz',
    ])
    for (const link of links) expect((await fetch(gateway().url + link)).status).toBe(200)
  })

  it('allows its own style and nothing else', async () => {
    const response = await fetch(gateway().url)
    const html = await response.text()
    const [, style = ''] = /<style>([\s\S]+)<\/style>/.exec(html) ?? []
    expect(response.headers.get('content-security-policy')).toBe(
      `default-src 'none'; style-src ${hashSource(style)}; img-src data:; form-action 'none'; base-uri 'none'; frame-ancestors 'none'`,
    )
    expect(html).not.toMatch(/<script|\sstyle=|\son\w+=/)
  })

  it('shows no shop in live', async () => {
    const live = await startTestGateway({ environment: 'live' })
    onTestFinished(() => live.close())
    const response = await fetch(live.url, { headers: { 'x-forwarded-proto': 'https' } })
    const html = await response.text()
    expect(html).toContain('<span class="badge">live</span>')
    expect(linksOf(html)).not.toContainEqual(expect.stringContaining('8081'))
    const shopUrl = 'http://127.0.0.1:8081'
    expect(startPage({ environment: 'live', shopUrl }).html).not.toContain(shopUrl)
  })
})
