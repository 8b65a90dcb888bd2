import { request as httpRequest } from 'node:http'
import type { TestGateway } from '../../testing/gateway.fixture.ts'
import { channelOf, type TestMerchant } from '../../testing/merchants.fixture.ts'
import { CARD, FORM, MINIMAL, MONEY, type Shape } from './shape.fixture.ts'

export interface Exchanged {
  readonly status: number
  readonly text: string
}

/** The answer to a shape, and the expected one, with the merchant's own ids. */
export interface Answered extends Exchanged {
  readonly says: readonly string[]
}

/** Sends shapes for one merchant; the merchant's own ids replace the names in braces. */
export function merchantOfShapes(gateway: TestGateway, merchant: TestMerchant) {
  const entity = channelOf(merchant)
  const idOf = async (path: string, fields: string, name = 'id'): Promise<string> => {
    const headers = { authorization: `Bearer ${merchant.accessToken}`, ...FORM }
    const { text } = await exchange(
      gateway,
      `POST ${path}`,
      headers,
      `entityId=${entity}&${fields}`,
    )
    return JSON.parse(text)[name]
  }
  const debit = () => idOf('/v1/payments', `${MINIMAL}&${CARD}`)
  const made: Readonly<Record<string, () => string | Promise<string>>> = {
    entity: () => entity,
    token: () => merchant.accessToken,
    checkout: () => idOf('/v1/checkouts', MINIMAL),
    storing: () => idOf('/v1/checkouts', 'createRegistration=true'),
    paidCheckout: async () => {
      const checkout = await idOf('/v1/checkouts', MINIMAL)
      const pay = `POST /v1/checkouts/${checkout}/payment`
      await exchange(gateway, pay, FORM, `${CARD}&shopperResultUrl=https://shop.example/result`)
      return checkout
    },
    payment: debit,
    hold: () => idOf('/v1/payments', `${MONEY}&paymentType=PA&${CARD}`),
    capturedHold: async () => {
      const hold = await idOf('/v1/payments', `${MONEY}&paymentType=PA&${CARD}`)
      await idOf(`/v1/payments/${hold}`, `${MONEY}&paymentType=CP`)
      return hold
    },
    // Stored by a payment of the cardholder, so that later charges without him are accepted.
    registration: () =>
      idOf('/v1/payments', `${MINIMAL}&${CARD}&createRegistration=true`, 'registrationId'),
    shortId: async () => {
      const payment = await debit()
      const headers = { authorization: `Bearer ${merchant.accessToken}` }
      const { text } = await exchange(gateway, `GET /v1/payments/${payment}`, headers)
      // A default descriptor begins with it.
      return JSON.parse(text).descriptor.split(' ')[0]
    },
  }

  /** Makes what the shape names, and nothing else. */
  async function filling(shape: Shape): Promise<(text: string) => string> {
    const written = JSON.stringify(shape)
    const names = Object.keys(made).filter((name) => written.includes(`{${name}}`))
    const values = new Map<string, string>()
    for (const name of names) values.set(name, (await made[name]?.()) ?? '')
    return (text) =>
      names.reduce((filled, name) => filled.replaceAll(`{${name}}`, values.get(name) ?? ''), text)
  }

  return {
    async send(shape: Shape): Promise<Answered> {
      const fill = await filling(shape)
      const headers = Object.entries(shape.headers ?? {}).map(([name, value]) => [
        name,
        fill(value),
      ])
      const body = shape.body === undefined ? undefined : fill(shape.body)
      const got = await exchange(gateway, fill(shape.send), Object.fromEntries(headers), body)
      return { ...got, says: [shape.says].flat().map(fill) }
    },
  }
}

/** Sends a request just so: `fetch` gives no body to GET, and a type to everything else. */
function exchange(
  gateway: TestGateway,
  methodAndPath: string,
  headers: Readonly<Record<string, string>>,
  body?: string,
): Promise<Exchanged> {
  const at = methodAndPath.indexOf(' ')
  const { hostname, port } = new URL(gateway.url)
  const isChunked = 'transfer-encoding' in headers
  const length =
    body === undefined || isChunked ? {} : { 'content-length': Buffer.byteLength(body) }
  return new Promise((resolve, reject) => {
    const sent = httpRequest({
      hostname,
      port,
      method: methodAndPath.slice(0, at),
      path: methodAndPath.slice(at + 1),
      headers: { ...length, ...headers },
    })
    sent.on('error', reject)
    sent.on('response', async (response) => {
      response.setEncoding('utf8')
      let text = ''
      for await (const chunk of response) text += chunk
      resolve({ status: response.statusCode ?? 0, text })
    })
    sent.end(body)
  })
}
