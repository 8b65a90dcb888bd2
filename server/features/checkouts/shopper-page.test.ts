import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import { text } from 'node:stream/consumers'
import { describe, expect, it } from 'vitest'
import { useTestGateway } from '../../testing/gateway.fixture.ts'
import { addMerchant, channelOf, sendBare } from '../../testing/merchants.fixture.ts'

const gateway = useTestGateway()

/** As browsers send when a form or a link takes the whole window to an address. */
const NAVIGATION = { 'sec-fetch-mode': 'navigate', accept: 'text/html' }

async function openCheckout(further: Readonly<Record<string, string>> = {}) {
  const { accessToken: token, ...merchant } = await addMerchant(gateway())
  const entityId = channelOf({ accessToken: token, ...merchant })
  const form = { entityId, amount: '92.00', currency: 'EUR', paymentType: 'DB', ...further }
  const { body } = await sendBare(gateway(), 'POST /v1/checkouts', { token, form })
  const read = () =>
    sendBare(gateway(), `GET /v1/checkouts/${body.id}/payment?entityId=${entityId}`, { token })
  return { id: body.id as string, read }
}

interface Sent {
  readonly method?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
}

/** Not by `fetch`, which says of itself that it is no navigation. */
async function visit(path: string, { method = 'GET', headers, body = '' }: Sent = {}) {
  const options = { method, headers: { ...NAVIGATION, ...headers } }
  const sent = request(gateway().url + path, options).end(body)
  const [answer] = (await once(sent, 'response')) as [IncomingMessage]
  const type = answer.headers['content-type']
  return { status: answer.statusCode, type, text: await text(answer) }
}

describe('a browser that is sent to the payment of a checkout', () => {
  it('gets a page in words and pays nothing, whatever its form has sent', async () => {
    const { id, read } = await openCheckout()
    const types = ['application/x-www-form-urlencoded', 'multipart/form-data', 'text/plain']
    for (const type of types) {
      const headers = { 'content-type': type }
      const sent = { method: 'POST', headers, body: 'paymentBrand=PAYPAL' }
      const answer = await visit(`/v1/checkouts/${id}/payment`, sent)
      expect(answer).toMatchObject({ status: 200, type: expect.stringContaining('text/html') })
      expect(answer.text).toContain('You have not been charged')
    }
    expect((await read()).body.result.code).toBe('000.200.000')
  })

  it.each(['GET payment', 'GET registration', 'POST registration', 'POST summary'])(
    'gets no JSON at %s either',
    async (what) => {
      const [method = '', end] = what.split(' ')
      const { id } = await openCheckout()
      const answer = await visit(`/v1/checkouts/${id}/${end}`, { method })
      expect(answer.type).toMatch('text/html')
      expect(answer.text).not.toMatch(/^\s*\{/)
    },
  )

  it('has a link to the result page of the shop, whose server reads the status', async () => {
    const { id } = await openCheckout({ shopperResultUrl: 'https://shop.example/result?order=1' })
    const answer = await visit(`/v1/checkouts/${id}/payment`)
    const path = encodeURIComponent(`/v1/checkouts/${id}/payment`)
    const address = `https://shop.example/result?order=1&id=${id}&resourcePath=${path}`
    expect(answer.text).toContain(`href="${address.replaceAll('&', '&amp;')}"`)
  })

  it('has a link to the page it came from, where the checkout names none', async () => {
    const { id } = await openCheckout()
    const headers = { referer: 'https://shop.example/"><script>' }
    const answer = await visit(`/v1/checkouts/${id}/payment`, { headers })
    expect(answer.text).toContain('href="https://shop.example/&quot;&gt;&lt;script&gt;"')
    const other = await visit(`/v1/checkouts/${id}/payment`, { headers: { referer: 'x:y' } })
    expect(other.text).not.toContain('href="x')
  })

  it('says that an order is paid, and that an unknown session is not valid', async () => {
    const { id } = await openCheckout()
    const form = { paymentBrand: 'VISA', ...card }
    const { body } = await sendBare(gateway(), `POST /v1/checkouts/${id}/payment`, { form })
    expect(body.result.code).toBe('000.100.110')
    expect((await visit(`/v1/checkouts/${id}/payment`)).text).toContain('already been paid')
    const unknown = await visit(`/v1/checkouts/${'A'.repeat(32)}.uat01/payment`)
    expect(unknown.status).toBe(404)
    expect(unknown.text).toContain('no longer valid')
  })

  it('reads the language of the checkout, else its own', async () => {
    const { id } = await openCheckout({ locale: 'fr' })
    const headers = { 'accept-language': 'de' }
    const french = await visit(`/v1/checkouts/${id}/payment`, { headers })
    expect(french.text).toContain('lang="fr"')
    const own = await openCheckout()
    const german = await visit(`/v1/checkouts/${own.id}/payment`, { headers })
    expect(german.text).toContain('lang="de"')
  })
})

const card = {
  'card.number': '4200000000000000',
  'card.expiryMonth': '05',
  'card.expiryYear': '2034',
  'card.cvv': '123',
  'card.holder': 'Jane Jones',
}
