import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { codePath } from '../../../common/code-path.ts'
import { useTestGateway } from '../../testing/gateway.fixture.ts'
import { addMerchant, channelOf, sendBare } from '../../testing/merchants.fixture.ts'
import type { EntitySettings } from '../../wire/entities/settings.ts'

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
  it('may be embedded by the requested origins, and runs only its own script', async () => {
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

  it('refuses invalid origins', async () => {
    expect((await frame({ parent: '*' })).status).toBe(400)
  })
})

describe('the secured frame of a checkout', () => {
  const parents = 'https://shop.example https://mall.example'

  async function frameOf(settings: Partial<EntitySettings>) {
    const merchant = await addMerchant(gateway(), { settings: () => settings })
    const money = { amount: '92.00', currency: 'EUR', paymentType: 'DB' }
    const form = { entityId: channelOf(merchant), ...money }
    const token = merchant.accessToken
    const { body } = await sendBare(gateway(), 'POST /v1/checkouts', { token, form })
    const response = await frame({ checkoutId: body.id, parent: parents })
    return {
      policy: response.headers.get('content-security-policy') ?? '',
      text: await response.text(),
      id: body.id,
    }
  }

  it('may be embedded only by origins that the channel names, where it names some', async () => {
    const { policy, text } = await frameOf({
      checkouts: { pageOrigins: ['https://shop.example', 'https://other.example'] },
    })
    expect(policy).toMatch(/frame-ancestors https:\/\/shop\.example$/)
    expect(text).toContain('data-parent="https://shop.example"')
  })

  it('may not be embedded by other origins than the channel names', async () => {
    const { policy } = await frameOf({ checkouts: { pageOrigins: ['https://other.example'] } })
    expect(policy).toMatch(/frame-ancestors 'none'$/)
  })

  it('may be embedded by any origin where the channel names none', async () => {
    expect((await frameOf({})).policy).toContain(`frame-ancestors ${parents}`)
  })

  it('contains the brands that the channel takes, and the checkout that it pays', async () => {
    const { text, id } = await frameOf({ brands: ['PAYPAL', 'JCB', 'VISA'] })
    expect(text).toContain(` data-checkout="${id}" data-brands="JCB VISA"`)
  })

  it('that is unknown is the same as a frame without a checkout', async () => {
    const unknown = await frame({ checkoutId: `${'A'.repeat(32)}.uat01-vm-tx01` })
    expect(await unknown.text()).not.toContain('data-brands')
  })
})

describe('a language file', () => {
  it('is served to any origin, cached for ever, under the hash in the script', async () => {
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

describe('code that the widget fetches', () => {
  it('is named by its hash, which the script contains, and is cached for ever', async () => {
    const script = await (await fetch(`${gateway().url}/v1/paymentWidgets.js`)).text()
    const hash = /"code":\{"button":"([^"]+)"\}/.exec(script)?.[1] ?? ''
    const response = await fetch(gateway().url + codePath('button', hash))
    expect(response.status).toBe(200)
    expect(response.headers.get('content-type')).toBe('text/javascript; charset=utf-8')
    expect(response.headers.get('access-control-allow-origin')).toBe('*')
    expect(response.headers.get('cache-control')).toContain('immutable')
    const body = Buffer.from(await response.arrayBuffer())
    expect(createHash('sha256').update(body).digest('base64')).toBe(hash)
  })
})
