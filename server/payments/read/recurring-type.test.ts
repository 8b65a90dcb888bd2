import { beforeAll, describe, expect, it } from 'vitest'
import { storedCard } from '../../features/registrations/stored-card.fixture.ts'
import { tokenForm } from '../../features/wallets/token-form.fixture.ts'
import { ENCODINGS, type Encoding, postAs } from '../../testing/encodings.fixture.ts'
import { cardPayment, type Form, useTestGateway } from '../../testing/gateway.fixture.ts'
import { legacyMerchant, sendBare } from '../../testing/merchants.fixture.ts'

const gateway = useTestGateway()
const money: Form = { amount: '92.00', currency: 'EUR', paymentType: 'DB' }

/** A card of the network that always asks, and one that was issued in India. */
const cards = {
  MASTER: { paymentBrand: 'MASTER', 'card.number': '5454545454545454' },
  VISA: { paymentBrand: 'VISA', 'card.number': '4356000000000002' },
} as const
type Brand = keyof typeof cards

const series: Form = {
  'standingInstruction.type': 'RECURRING',
  'standingInstruction.mode': 'INITIAL',
  'standingInstruction.source': 'CIT',
}
const renewal: Form = {
  'standingInstruction.type': 'RECURRING',
  'standingInstruction.mode': 'REPEATED',
  'standingInstruction.source': 'MIT',
  'standingInstruction.industryPractice': 'INCREMENTAL_AUTH',
}

interface Asked {
  readonly path: string
  readonly form: Form
  readonly token?: string
}

/** What asks for a series on each route, but for the kind of series. */
const routes: Record<string, Record<Brand, Asked>> = {}

async function routesOf(brand: Brand): Promise<Record<string, Asked>> {
  const { demo, post } = gateway()
  const { entityId, accessToken: token } = demo
  const made = async (path: string, form: Form) => (await post(path, form)).body.id
  const { paymentBrand, ...number } = cards[brand]
  const submitted = {
    ...number,
    'card.expiryMonth': '05',
    'card.expiryYear': '2034',
    'card.cvv': '123',
  }
  const registration = await made('/v1/registrations', storedCard(entityId, cards[brand]))
  const hold = await made(
    '/v1/payments',
    cardPayment(entityId, { ...cards[brand], paymentType: 'PA' }),
  )
  const checkout = await made('/v1/checkouts', { entityId, ...money, ...series })
  return {
    payment: {
      path: '/v1/payments',
      form: { ...cardPayment(entityId, cards[brand]), ...series },
      token,
    },
    'stored payment': {
      path: `/v1/registrations/${registration}/payments`,
      form: { ...money, ...series, 'card.cvv': '123' },
      token,
    },
    registration: {
      path: '/v1/registrations',
      form: { ...storedCard(entityId, cards[brand]), ...series },
      token,
    },
    submit: { path: `/v1/checkouts/${checkout}/payment`, form: submitted },
    'hold change': {
      path: '/v1/payments',
      form: { entityId, ...money, paymentType: 'PA', referenceUuid: hold, ...renewal },
      token,
    },
  }
}

beforeAll(async () => {
  const [master, visa] = [await routesOf('MASTER'), await routesOf('VISA')]
  for (const route of Object.keys(master)) {
    const [one, other] = [master[route], visa[route]]
    if (one !== undefined && other !== undefined) routes[route] = { MASTER: one, VISA: other }
  }
})

const NAME = 'standingInstruction.recurringType'
const everyRoute = ['payment', 'stored payment', 'registration', 'submit', 'hold change']
const cases = everyRoute.flatMap((route) =>
  (['MASTER', 'VISA'] as const).flatMap((brand) =>
    ENCODINGS.map((encoding) => ({ route, brand, encoding })),
  ),
)

async function ask(route: string, brand: Brand, encoding: Encoding, more: Form = {}) {
  const asked = routes[route]?.[brand]
  if (asked === undefined) throw new Error(`No such route: ${route}`)
  return postAs(gateway(), encoding, { ...asked, form: { ...asked.form, ...more } })
}

describe('the recurring type', () => {
  it.each(cases)('is required by the $route of $brand, sent as $encoding', async (one) => {
    const { status, body } = await ask(one.route, one.brand, one.encoding)
    expect([status, body.result.parameterErrors?.map(({ name }) => name)]).toEqual([400, [NAME]])
    expect(body.result.parameterErrors?.[0]?.message).toMatch(/^is required for .*SUBSCRIPTION$/)
  })

  it.each(everyRoute)(
    'is accepted by the %s when it was the only missing parameter',
    async (route) => {
      const paid = await ask(route, 'MASTER', 'form', { [NAME]: 'SUBSCRIPTION' })
      expect([paid.status, paid.body.result.code], JSON.stringify(paid.body)).toEqual([
        200,
        '000.100.110',
      ])
    },
  )

  it('is reported together with every other fault', async () => {
    const { body } = await ask('payment', 'VISA', 'form', { currency: 'JPY', amount: '92.50' })
    const names = body.result.parameterErrors?.map(({ name }) => name)
    expect(names).toEqual([NAME, 'amount'])
  })

  it('is not required for VISA cards from other countries', async () => {
    const { body } = await ask('payment', 'VISA', 'form', { 'card.number': '4200000000000000' })
    expect(body.result.code).toBe('000.100.110')
  })

  it.each(['creation', 'update'])(
    'is required by the %s of a checkout that names the brand',
    async (which) => {
      const { entityId } = gateway().demo
      const named = { ...series, paymentBrand: 'MASTER' }
      const { body } = await gateway().post('/v1/checkouts', { entityId, ...money })
      const path = which === 'creation' ? '/v1/checkouts' : `/v1/checkouts/${body.id}`
      const refused = await gateway().post(path, { entityId, ...money, ...named })
      expect(refused.body.result.parameterErrors?.map(({ name }) => name)).toEqual([NAME])
    },
  )

  it('is required for a card of the network that a wallet supplies', async () => {
    const { entityId } = gateway().demo
    const order = tokenForm(entityId, { 'card.number': '5454545454545454' })
    const { body } = await gateway().post('/test/wallet-tokens', order)
    const { paymentToken } = body as unknown as { readonly paymentToken: string }
    const token = { 'applePay.paymentToken': paymentToken, paymentBrand: 'APPLEPAY' }
    const pay = (more: Form) =>
      gateway().post('/v1/payments', { entityId, ...money, ...token, ...series, ...more })
    const refused = await pay({})
    expect(refused.body.result.parameterErrors?.map(({ name }) => name)).toEqual([NAME])
    const paid = await pay({ [NAME]: 'SUBSCRIPTION' })
    expect(paid.body).toMatchObject({
      brandResult: 'MASTER',
      standingInstruction: { expiry: '9999-12-31' },
    })
  })

  it('may be sent with the parameter names of the legacy profile', async () => {
    const { accessToken: token, channelIds } = await legacyMerchant(gateway())
    const form = { ...cardPayment(channelIds[0] ?? '', cards.MASTER) }
    const pay = (more: Form) =>
      sendBare(gateway(), 'POST /v1/payments', { token, form: { ...form, ...more } })
    for (const recurringType of ['INITIAL', 'REGISTRATION_BASED']) {
      const { body } = await pay({ recurringType })
      expect(body.result.code, JSON.stringify(body)).toBe('000.100.110')
    }
  })

  it('is known for a card of a one-click payment', async () => {
    const { demo, post } = gateway()
    const { entityId } = demo
    const stored = await post('/v1/registrations', storedCard(entityId, cards.MASTER))
    const offer = { 'registrations[0].id': stored.body.id }
    const { body } = await post('/v1/checkouts', { entityId, ...money, ...offer })
    const form = { registrationId: stored.body.id, 'card.cvv': '123' }
    const path = `/v1/checkouts/${body.id}/payment`
    const paid = await postAs(gateway(), 'form', { path, form })
    expect(paid.body.result.code, JSON.stringify(paid.body)).toBe('000.100.110')
  })
})
