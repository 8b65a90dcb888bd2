import { beforeEach, describe, expect, it } from 'vitest'
import type { MerchantSession, SessionOrder } from '../../payments/instruments/index.ts'
import { useTestGateway } from '../../testing/gateway.fixture.ts'
import { sendBare } from '../../testing/merchants.fixture.ts'

const APPLE = 'https://apple-pay-gateway.apple.com/paymentservices/startSession'
const card = {
  paymentBrand: 'VISA',
  'card.number': '4200000000000000',
  'card.expiryMonth': '05',
  'card.expiryYear': '2034',
  'card.cvv': '123',
}
let asked: SessionOrder[] = []
let answer: MerchantSession

beforeEach(() => {
  asked = []
  answer = { kind: 'session', session: { nonce: 'a1b2' } }
})

const gateway = useTestGateway({
  askMerchantSession: async (order) => {
    asked.push(order)
    return answer
  },
})
const withoutCertificate = useTestGateway()

async function open(of = gateway): Promise<string> {
  const { entityId } = of().demo
  const money = { amount: '92.00', currency: 'EUR', paymentType: 'DB' }
  return (await of().post('/v1/checkouts', { entityId, ...money })).body.id
}

function ask(id: string, { of = gateway, origin = 'https://shop.example', form = {} } = {}) {
  const headers = { ...(origin && { origin }) }
  const sent = { form: { validationUrl: APPLE, ...form }, headers }
  return sendBare(of(), `POST /v1/checkouts/${id}/apple-pay-session`, sent)
}

describe('the merchant session of a checkout', () => {
  it('is asked for the page that asks, and any page may read it', async () => {
    const id = await open()
    const { status, headers, body } = await ask(id, { form: { displayName: 'Lark & Line' } })
    expect([status, body.merchantSession]).toEqual([200, { nonce: 'a1b2' }])
    expect(headers.get('access-control-allow-origin')).toBe('*')
    const domain = 'shop.example'
    expect(asked).toEqual([{ validationUrl: APPLE, domain, displayName: 'Lark & Line' }])
  })

  it('names the merchant where the page names nobody', async () => {
    await ask(await open())
    expect(asked[0]?.displayName).toMatch(/\w/)
  })

  it.each(['', 'null', 'http://shop.example'])('needs a page with https: %o', async (origin) => {
    const { status, body } = await ask(await open(), { origin })
    expect([status, body.result.parameterErrors?.[0]?.name]).toEqual([400, 'Origin'])
    expect(asked).toEqual([])
  })

  it('is refused where the address is none of Apple, and does not repeat it', async () => {
    answer = { kind: 'address' }
    const { status, body } = await ask(await open(), { form: { validationUrl: 'http://10.0.0.1' } })
    expect([status, body.result.parameterErrors?.[0]?.name]).toEqual([400, 'validationUrl'])
    expect(JSON.stringify(body)).not.toContain('10.0.0.1')
  })

  it.each<[MerchantSession, RegExp]>([
    [{ kind: 'declined', status: 417 }, /HTTP 417: the domain shop.example must be registered/],
    [{ kind: 'unreachable', reason: 'ECONNREFUSED' }, /no usable answer/],
  ])('says that Apple gave none: %o', async (given, words) => {
    answer = given
    const { status, body } = await ask(await open())
    expect([status, body.result.code]).toEqual([502, '900.100.700'])
    expect(body.result.description).toMatch(words)
  })

  it('is for checkouts that live, 20 times in a minute', async () => {
    expect((await ask('0'.repeat(32).concat('.uat01-vm-tx01'))).status).toBe(404)
    const id = await open()
    const statuses: number[] = []
    for (let turn = 0; turn < 21; turn++) statuses.push((await ask(id)).status)
    expect(statuses.indexOf(429)).toBe(20)
    gateway().clock.advance(31 * 60_000)
    expect((await ask(id)).status).toBe(400)
  })

  it('is not asked for a checkout that is paid', async () => {
    const id = await open()
    const { status: paid } = await sendBare(gateway(), `POST /v1/checkouts/${id}/payment`, {
      form: { ...card, shopperResultUrl: 'https://shop.example/result' },
    })
    expect(paid).toBe(200)
    const { status, body } = await ask(id)
    expect([status, body.result.description]).toEqual([400, expect.stringMatching(/already paid/)])
    expect(asked).toEqual([])
  })

  it('does not come without the certificate of the operator', async () => {
    const of = withoutCertificate
    const { status, body } = await ask(await open(of), { of })
    expect([status, body.result.code]).toEqual([400, '600.200.201'])
  })
})
