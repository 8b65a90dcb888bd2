import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { codePath } from '../../common/code-path.ts'
import { hashIn } from '../../common/hash-table.ts'
import german from '../../locales/de.json'
import type { EntitySettings } from '../entities/settings.ts'
import { startTestGateway, useTestGateway } from '../testing/gateway.fixture.ts'
import { addMerchant, channelOf, sendBare } from '../testing/merchants.fixture.ts'

const gateway = useTestGateway()

const frame = (more: Record<string, string> = {}, headers: Record<string, string> = {}) => {
  const query = new URLSearchParams({
    field: 'card.number',
    instance: 'a'.repeat(32),
    parent: 'https://shop.example',
    ...more,
  })
  return fetch(`${gateway().url}/v1/pciIframe.html?${query}`, { headers })
}

const sha256 = (text: string) => `sha256-${createHash('sha256').update(text).digest('base64')}`

describe('a secured frame', () => {
  it('may be embedded by the requested origins, and runs only its own script', async () => {
    const response = await frame({ parent: 'https://shop.example https://mall.example' })
    const policy = response.headers.get('content-security-policy') ?? ''
    expect(policy).toContain('frame-ancestors https://shop.example https://mall.example')
    expect(policy).toContain("default-src 'none'")
    expect(policy).not.toContain('unsafe')
    const [, inline = ''] = /<script>(.*)<\/script>/.exec(await response.text()) ?? []
    expect(policy).toContain(`script-src '${sha256(inline)}'; style-src 'sha256-`)
  })

  it('may be embedded by a page with a Cross-Origin-Embedder-Policy', async () => {
    const { headers } = await frame({})
    expect(headers.get('cross-origin-embedder-policy')).toBe('require-corp')
    expect(headers.get('cross-origin-resource-policy')).toBe('cross-origin')
  })

  it('of the code takes its script from that of the number, if the form has one', async () => {
    const policyOf = async (more: Record<string, string>) =>
      (await frame(more)).headers.get('content-security-policy')
    const scripts = (codes: string[]) =>
      `script-src ${codes.map((code) => `'${sha256(code)}'`).join(' ')};`
    // The scripts are those of the gateway of tests.
    expect(await policyOf({})).toContain(scripts(['void 0']))
    expect(await policyOf({ field: 'card.cvv' })).toContain(scripts(['void 1']))
    const beside = await policyOf({ field: 'card.cvv', withNumber: '1' })
    expect(beside).toContain(scripts(['void 2', 'void 0']))
    const withDetails = { withDetails: '1' }
    expect(await policyOf(withDetails)).toContain(scripts(['void 3']))
    const holder = { field: 'card.holder', withNumber: '1', ...withDetails }
    expect(await policyOf(holder)).toContain(scripts(['void 2', 'void 3']))
  })

  it('is the same compressed and not, and never cached', async () => {
    const [compressed, plain] = [
      await frame({}, { 'accept-encoding': 'br' }),
      await frame({}, { 'accept-encoding': 'identity' }),
    ]
    expect(compressed.headers.get('content-encoding')).toBe('br')
    expect(plain.headers.get('content-encoding')).toBeNull()
    expect(await compressed.text()).toBe(await plain.text())
    expect(compressed.headers.get('cache-control')).toBe('no-store')
  })

  it('is told the Accept header of its own request, where an authentication takes it', async () => {
    const told = async (accept: string) =>
      / data-accept="[^"]*"/.exec(await (await frame({}, { accept })).text())?.[0]
    expect(await told('text/html,*/*;q=0.8')).toBe(' data-accept="text/html,*/*;q=0.8"')
    expect(await told('text/html;a="<b>"')).toBe(' data-accept="text/html;a=&quot;&lt;b&gt;&quot;"')
    expect(await told('a'.repeat(2_049))).toBeUndefined()
    expect(await told('text/é')).toBeUndefined()
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

  it('loads fonts from origins that the channel lists, and has the code for it there alone', async () => {
    const fontOrigins = ['https://fonts.shop.example', 'http://localhost:8080']
    const { policy, text } = await frameOf({ checkouts: { fontOrigins } })
    expect(policy).toContain(`; font-src ${fontOrigins.join(' ')};`)
    expect(text).toContain('<script>void 4</script>')
    const hash = sha256('void 4')
    expect(policy).toContain(` '${hash}'; style-src`)
    const without = await frameOf({})
    expect(without.policy).not.toMatch(/font-src/)
    expect(without.policy).not.toContain(hash)
    expect(without.text).not.toContain('void 4')
  })

  it('contains the brands that the channel takes', async () => {
    const { text } = await frameOf({ brands: ['PAYPAL', 'JCB', 'VISA'] })
    expect(text).toContain(' data-brands="JCB VISA"')
  })

  it('takes an empty name of a checkout for none, and says what it has taken', async () => {
    const { entityId } = gateway().demo
    const texts = [{ entityId }, { checkoutId: '', entityId }].map(async (more) =>
      (await frame(more)).text(),
    )
    const [named, empty] = await Promise.all(texts)
    expect(empty).toBe(named)
    expect(named).toContain(` data-entity-id="${entityId}"`)
    const unknown = `${'A'.repeat(32)}.uat01-vm-tx01`
    const text = await (await frame({ checkoutId: unknown, entityId })).text()
    expect(text).toContain(` data-checkout-id="${unknown}"`)
    expect(text).not.toContain('data-entity')
    expect(await (await frame({ checkoutId: '', entityId: '' })).text()).not.toMatch(
      /data-(?:checkout|entity)/,
    )
  })

  it('that is unknown is the same as a frame without a checkout', async () => {
    const unknown = await frame({ checkoutId: `${'A'.repeat(32)}.uat01-vm-tx01` })
    expect(await unknown.text()).not.toContain('data-brands')
  })
})

/** Of a file, by the table that the script has. */
function hashOf(script: string, table: RegExp, name: string): string {
  return `${hashIn(table.exec(script)?.[1] ?? '', name)}=`
}

describe('a language file', () => {
  it('is served to any origin, cached for ever, under the hash in the script', async () => {
    const script = await (await fetch(`${gateway().url}/v1/paymentWidgets.js`)).text()
    const [, path = ''] = /"folder":"http:\/\/gateway\.example([^"]+)"/.exec(script) ?? []
    const response = await fetch(`${gateway().url}${path}de.json`)
    expect(response.headers.get('access-control-allow-origin')).toBe('*')
    expect(response.headers.get('cache-control')).toContain('immutable')
    const body = Buffer.from(await response.arrayBuffer())
    const hash = createHash('sha256').update(body).digest('base64')
    expect(hashOf(script, /"hashes":"([^"]+)"/, 'de')).toBe(hash)
    expect(JSON.parse(body.toString())).toContain(german.submit)
  })
})

describe('code that the widget fetches', () => {
  it('is named by its hash, which the script contains, and is cached for ever', async () => {
    const script = await (await fetch(`${gateway().url}/v1/paymentWidgets.js`)).text()
    const hash = hashOf(script, /"code":"([^"]+)"/, 'main')
    const response = await fetch(gateway().url + codePath('main', hash))
    expect(response.status).toBe(200)
    expect(response.headers.get('content-type')).toBe('text/javascript; charset=utf-8')
    expect(response.headers.get('access-control-allow-origin')).toBe('*')
    expect(response.headers.get('cache-control')).toContain('immutable')
    const body = Buffer.from(await response.arrayBuffer())
    expect(createHash('sha256').update(body).digest('base64')).toBe(hash)
  })
})

describe('fast checkout', () => {
  it('promises the hash of the script that is loaded without a checkout', async () => {
    const { url } = gateway()
    const answer = await fetch(`${url}/v1/fastcheckout/integrity`)
    expect(answer.headers.get('access-control-allow-origin')).toBe('*')
    const { integrity } = (await answer.json()) as { readonly integrity: string }
    const script = await (await fetch(`${url}/v1/paymentWidgets.js`)).arrayBuffer()
    const hash = createHash('sha384').update(Buffer.from(script)).digest('base64')
    expect(integrity).toBe(`sha384-${hash}`)
  })

  async function channelOfFrame(
    parent: string,
    settings: Partial<EntitySettings>,
    frame: Record<string, string> = {},
  ) {
    const merchant = await addMerchant(gateway(), { settings: () => settings })
    const money = { amount: '92.00', currency: 'EUR', paymentType: 'DB' }
    const form = { entityId: channelOf(merchant), ...money }
    const token = merchant.accessToken
    const { body } = await sendBare(gateway(), 'POST /v1/checkouts', { token, form })
    const query = new URLSearchParams({ parent, ...frame })
    return sendBare(gateway(), `GET /v1/checkouts/${body.id}/frame?${query}`, {})
  }

  /** Asks for a frame whether it may pay a new checkout of the demo's channel. */
  async function mayPay(frame: Record<string, string>, amount = '92.00', currency = 'EUR') {
    const id = await openFor(amount, currency)
    const query = new URLSearchParams({ parent: 'https://shop.example', ...frame })
    const { status, body } = await sendBare(gateway(), `GET /v1/checkouts/${id}/frame?${query}`)
    return status === 200 ? 'yes' : body.result.description
  }

  async function openFor(amount = '92.00', currency = 'EUR'): Promise<string> {
    const { demo, post } = gateway()
    const money = { amount, currency, paymentType: 'DB' }
    return (await post('/v1/checkouts', { entityId: demo.entityId, ...money })).body.id
  }

  it('lets a frame that was opened for a checkout pay no other while that one can be paid', async () => {
    const opened = await openFor()
    for (const amount of ['92.00', '0.50', '4999.00'])
      expect(await mayPay({ opened }, amount)).toContain('it pays no other')
    expect(await mayPay({ opened, after: opened })).toContain('it pays no other')
    expect(await mayPay({ opened, entityId: gateway().demo.entityId })).toContain(
      'it pays no other',
    )
  })

  it('lets it pay what takes the place of an expired checkout, and asks for no more', async () => {
    const opened = await openFor()
    gateway().clock.advance(31 * 60_000)
    expect(await mayPay({ opened })).toBe('yes')
    expect(await mayPay({ opened }, '91.99')).toBe('yes')
    expect(await mayPay({ opened }, '92.01')).toContain('a smaller amount')
    expect(await mayPay({ opened }, '9.00', 'USD')).toContain('another currency')
    const cheaper = await openFor('50.00')
    expect(await mayPay({ opened, after: cheaper }, '50.00')).toBe('yes')
    expect(await mayPay({ opened, after: cheaper }, '50.01')).toContain('a smaller amount')
    const other = await channelOfFrame('https://shop.example', {}, { opened })
    expect(other.body.result.description).toContain('another channel')
  })

  it('lets a frame that was opened for an unknown checkout pay nothing', async () => {
    for (const opened of ['none', `${'A'.repeat(32)}.uat01-vm-tx01`])
      expect(await mayPay({ opened })).toContain('it pays nothing')
    expect(await mayPay({ after: 'none' })).toContain('it pays nothing')
  })

  it('lets a frame that was opened before there was a checkout pay one, and then no more than that', async () => {
    expect(await mayPay({ opened: '', entityId: '', after: '' }, '4999.00')).toBe('yes')
    const after = await openFor()
    expect(await mayPay({ after })).toBe('yes')
    expect(await mayPay({ after }, '92.01')).toContain('a smaller amount')
    const other = await channelOfFrame('https://shop.example', {}, { after })
    expect(other.body.result.description).toContain('another channel')
  })

  it('lets a frame of a script that names a channel pay checkouts of that channel only', async () => {
    const { entityId } = gateway().demo
    expect(await mayPay({ entityId })).toBe('yes')
    for (const more of [{}, { after: await openFor() }]) {
      const other = await channelOfFrame('https://shop.example', {}, { entityId, ...more })
      expect(other.body.result.description).toContain('another channel')
    }
    expect(await mayPay({ entityId: '0'.repeat(32) })).toContain('another channel')
  })

  it('lets a frame in live pay nothing where the script names neither checkout nor channel', async () => {
    const live = await startTestGateway({
      environment: 'live',
      receiver: { url: 'https://acquirer.example', token: 'token', entityId: 'a'.repeat(32) },
    })
    try {
      const origin = 'https://shop.example'
      const headers = { 'x-forwarded-proto': 'https' }
      // A thief's channel may name the page of another merchant as its own.
      const merchant = await addMerchant(live, {
        settings: () => ({ checkouts: { pageOrigins: [origin] } }),
      })
      const entityId = channelOf(merchant)
      const form = { entityId, amount: '92.00', currency: 'EUR', paymentType: 'DB' }
      const { body } = await sendBare(live, 'POST /v1/checkouts', {
        token: merchant.accessToken,
        headers,
        form,
      })
      const ask = async (frame: Record<string, string>) => {
        const query = new URLSearchParams({ parent: origin, ...frame })
        return sendBare(live, `GET /v1/checkouts/${body.id}/frame?${query}`, { headers })
      }
      for (const frame of [{}, { opened: '', entityId: '', after: '' }, { after: body.id }]) {
        const { status, body: refused } = await ask(frame)
        expect(status).toBe(400)
        expect(refused.result.description).toContain('paymentWidgets.js?entityId=')
      }
      expect((await ask({ entityId })).status).toBe(200)
    } finally {
      await live.close()
    }
  })

  it('loads no font over plain HTTP in live, whatever its channel lists', async () => {
    const live = await startTestGateway({ environment: 'live' })
    try {
      const fontOrigins = ['http://localhost:8080', 'https://fonts.shop.example']
      const merchant = await addMerchant(live, { settings: () => ({ checkouts: { fontOrigins } }) })
      const query = new URLSearchParams({
        field: 'card.number',
        instance: 'a'.repeat(32),
        parent: 'https://shop.example',
        entityId: channelOf(merchant),
      })
      const headers = { 'x-forwarded-proto': 'https' }
      const { headers: answered } = await fetch(`${live.url}/v1/pciIframe.html?${query}`, {
        headers,
      })
      expect(answered.get('content-security-policy')).toContain(
        '; font-src https://fonts.shop.example;',
      )
    } finally {
      await live.close()
    }
  })

  it('serves a script that names a channel, and promises its hash', async () => {
    const { url, demo } = gateway()
    const query = `?entityId=${demo.entityId}`
    const answer = await fetch(`${url}/v1/fastcheckout/integrity${query}`)
    const { integrity } = (await answer.json()) as { readonly integrity: string }
    const script = await (await fetch(`${url}/v1/paymentWidgets.js${query}`)).text()
    expect(script.endsWith(`(null,false,"${demo.entityId}")\n`)).toBe(true)
    const hash = createHash('sha384').update(script).digest('base64')
    expect(integrity).toBe(`sha384-${hash}`)
  })

  it.each(['/v1/paymentWidgets.js', '/v1/fastcheckout/integrity', '/v1/fastcheckout/channel'])(
    '%s refuses what is no id of a channel',
    async (path) => {
      const answer = await fetch(
        `${gateway().url}${path}?entityId=${encodeURIComponent('")+alert("')}`,
      )
      expect(answer.status).toBe(400)
    },
  )

  it('shows a frame of a script that names a channel by the rules of that channel', async () => {
    const settings = { brands: ['VISA'], checkouts: { pageOrigins: ['https://shop.example'] } }
    const merchant = await addMerchant(gateway(), { settings: () => settings })
    const entityId = channelOf(merchant)
    const response = await frame({ entityId, parent: 'https://shop.example https://mall.example' })
    expect(response.headers.get('content-security-policy')).toMatch(
      /frame-ancestors https:\/\/shop\.example$/,
    )
    expect(await response.text()).toContain(' data-brands="VISA"')
  })

  it('refuses a frame that a page of an origin shows which the channel does not name', async () => {
    const settings = { checkouts: { pageOrigins: ['https://shop.example'] } }
    expect((await channelOfFrame('https://shop.example', settings)).status).toBe(200)
    for (const parent of ['https://thief.example', 'https://shop.example https://thief.example'])
      expect((await channelOfFrame(parent, settings)).status).toBe(400)
  })

  it('refuses a frame of a checkout that does not exist', async () => {
    const path = `/v1/checkouts/${'A'.repeat(32)}.uat01-vm-tx01/frame?parent=https://shop.example`
    expect((await sendBare(gateway(), `GET ${path}`, {})).status).toBe(404)
  })
})
