import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { useTestGateway } from '../testing/gateway.fixture.ts'

const gateway = useTestGateway()

const frame = (more: Record<string, string> = {}) => {
  const query = new URLSearchParams({
    field: 'card.number',
    instance: 'a'.repeat(32),
    parent: 'https://shop.example',
    ...more,
  })
  return fetch(`${gateway().url}/v1/pciIframe.html?${query}`)
}

describe('a secured frame', () => {
  it('may be embedded by the origins it was asked for, and runs no script but its own', async () => {
    const response = await frame({ parent: 'https://shop.example https://mall.example' })
    const policy = response.headers.get('content-security-policy') ?? ''
    expect(policy).toContain('frame-ancestors https://shop.example https://mall.example')
    expect(policy).toContain("default-src 'none'")
    expect(policy).not.toContain('unsafe')
    const nonce = /'nonce-([^']+)'/.exec(policy)?.[1]
    expect(await response.text()).toContain(`nonce="${nonce}"`)
  })

  it('has a new nonce each time and is never cached', async () => {
    const [first, second] = [await frame(), await frame()]
    expect(first.headers.get('cache-control')).toBe('no-store')
    expect(first.headers.get('content-security-policy')).not.toBe(
      second.headers.get('content-security-policy'),
    )
  })

  it('refuses origins that are none', async () => {
    expect((await frame({ parent: '*' })).status).toBe(400)
  })
})

describe('a language', () => {
  it('is served to any page, for ever, under the address and hash that the script knows', async () => {
    const script = await (await fetch(`${gateway().url}/v1/paymentWidgets.js`)).text()
    const [, path = ''] = /"folder":"http:\/\/gateway\.example([^"]+)"/.exec(script) ?? []
    const response = await fetch(`${gateway().url}${path}de.json`)
    expect(response.headers.get('access-control-allow-origin')).toBe('*')
    expect(response.headers.get('cache-control')).toContain('immutable')
    const body = Buffer.from(await response.arrayBuffer())
    const hash = createHash('sha256').update(body).digest('base64')
    expect(script).toContain(`"de":"${hash}"`)
    expect(JSON.parse(body.toString())).toMatchObject({ submit: expect.any(String) })
  })
})
