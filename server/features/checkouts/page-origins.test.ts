import { describe, expect, it } from 'vitest'
import {
  cardPayment,
  type Form,
  useTestGateway,
  type WireAnswer,
} from '../../testing/gateway.fixture.ts'
import { addMerchant, channelOf, sendBare } from '../../testing/merchants.fixture.ts'

const gateway = useTestGateway()

const ORIGINS = 'https://pay.shop.example https://shop.example'
const order: Form = { amount: '92.00', currency: 'EUR', paymentType: 'DB' }
const back: Form = { shopperResultUrl: 'https://shop.example/result' }
/** Its issuer asks for a challenge. */
const challenged: Form = {
  'card.number': '4200000000000018',
  'card.holder': 'Jane Jones',
  'card.expiryMonth': '05',
  'card.expiryYear': '2034',
  ...back,
}
const payPal: Form = { paymentBrand: 'PAYPAL', ...back }

/** A merchant whose channel lets only these pages show the secured fields; absent: any. */
async function openAt(pageOrigins?: readonly string[]) {
  const settings = {
    ...(pageOrigins === undefined ? {} : { checkouts: { pageOrigins } }),
    threeDSecure: { registrations: true },
  }
  const merchant = await addMerchant(gateway(), { channels: [settings] })
  const { accessToken: token } = merchant
  const entityId = channelOf(merchant)
  const create = async (form: Form): Promise<string> => {
    const { body } = await sendBare(gateway(), 'POST /v1/checkouts', {
      token,
      form: { entityId, ...form },
    })
    return body.id
  }
  return { token, entityId, create }
}

/** What a page sends; those of the secured fields come from the gateway's own origin. */
const submit = (
  id: string,
  form: Form,
  end = 'payment',
  origin: string | undefined = 'http://gateway.example',
) => {
  const headers = origin === undefined ? {} : { origin }
  return sendBare(gateway(), `POST /v1/checkouts/${id}/${end}`, { form, headers })
}

/** The pages that may show the gateway's page of a payment, by its policy. */
async function ancestorsOf({ body }: WireAnswer): Promise<string | undefined> {
  expect(body.result.code, JSON.stringify(body)).toBe('000.200.000')
  const { url, parameters } = body.redirect as unknown as {
    readonly url: string
    readonly parameters: readonly { readonly name: string; readonly value: string }[]
  }
  const form = new URLSearchParams(parameters.map(({ name, value }) => [name, value]))
  const { pathname } = new URL(url)
  const page = await fetch(gateway().url + pathname, { method: 'POST', body: form })
  expect(page.status).toBe(200)
  return /frame-ancestors [^;]*/.exec(page.headers.get('content-security-policy') ?? '')?.[0]
}

describe.each([
  ['the authentication page', challenged],
  ['the page of a simulated provider', payPal],
])('%s', (_name, form) => {
  it('may be shown by the page that has paid and those around it', async () => {
    const { create } = await openAt()
    const paid = await submit(await create(order), { ...form, pageOrigins: ORIGINS })
    expect(await ancestorsOf(paid)).toBe(`frame-ancestors ${ORIGINS}`)
  })

  it.each([undefined, 'null', 'capacitor://localhost', 'https://shop.example/, *'])(
    'may be shown by any page where the submit says: %s',
    async (pageOrigins) => {
      const { create } = await openAt()
      const paid = await submit(await create(order), { ...form, pageOrigins })
      expect(await ancestorsOf(paid)).toBeUndefined()
    },
  )

  it('may be shown by the pages that the channel names, and by no others', async () => {
    const { create } = await openAt(['https://other.example'])
    const paid = await submit(await create(order), { ...form, pageOrigins: ORIGINS })
    expect(await ancestorsOf(paid)).toBe('frame-ancestors https://other.example')
  })
})

it('the authentication page of a card that is only stored may be shown by the page that stores it', async () => {
  const { create } = await openAt()
  const id = await create({ createRegistration: 'true' })
  const stored = await submit(id, { ...challenged, pageOrigins: ORIGINS }, 'registration')
  expect(await ancestorsOf(stored)).toBe(`frame-ancestors ${ORIGINS}`)
})

it('another page may send the shopper on after a summary: the one of the widget does not count', async () => {
  const { token, entityId, create } = await openAt()
  const id = await create(order)
  const kept = await submit(id, { ...challenged, pageOrigins: ORIGINS }, 'summary')
  expect(kept.body.result.code).toBe('000.200.101')
  const path = `POST /v1/checkouts/${id}/payment`
  const paid = await sendBare(gateway(), path, { token, form: { entityId } })
  expect(await ancestorsOf(paid)).toBeUndefined()
})

it('no answer shows them, to shopper or merchant', async () => {
  const { token, entityId, create } = await openAt()
  const id = await create(order)
  const paid = await submit(id, { ...challenged, pageOrigins: ORIGINS })
  const path = `GET /v1/checkouts/${id}/payment?entityId=${entityId}`
  const read = await sendBare(gateway(), path, { token })
  expect(JSON.stringify([paid.body, read.body])).not.toMatch(/pageOrigins|pay\.shop\.example/)
})

describe('a submit to a channel that names its pages', () => {
  const ends = ['payment', 'summary', 'registration', 'giftCards', 'registrations/x/delete', 'bin']

  it.each(ends)('is refused from any other page: %s', async (end) => {
    const { create } = await openAt(['https://shop.example'])
    const id = await create(order)
    for (const origin of ['https://evil.example', 'http://shop.example', 'null', '']) {
      const { status, body } = await submit(id, { 'card.number': '4200' }, end, origin)
      expect([origin, status, body.result.description]).toEqual([
        origin,
        403,
        expect.stringContaining('checkouts.pageOrigins'),
      ])
    }
    const own = await submit(id, { 'card.number': '4200' }, end, 'https://shop.example')
    expect(own.body.result.description).not.toContain('checkouts.pageOrigins')
  })

  it('pays a stored card from a named page, and from no other', async () => {
    const { token, entityId, create } = await openAt(['https://shop.example:443'])
    const stored = await sendBare(gateway(), 'POST /v1/payments', {
      token,
      form: cardPayment(entityId, { createRegistration: 'true' }),
    })
    const registrationId = String(stored.body.registrationId)
    const id = await create({ ...order, 'registrations[0].id': registrationId })
    const form = { registrationId, shopperResultUrl: 'https://shop.example/result' }
    expect((await submit(id, form, 'payment', 'https://evil.example')).status).toBe(403)
    const bare = await sendBare(gateway(), `POST /v1/checkouts/${id}/payment`, { form })
    expect(bare.status).toBe(403)
    const paid = await submit(id, form, 'payment', 'https://shop.example')
    expect(paid.body.result.code).toMatch(/^000\./)
  })
})
