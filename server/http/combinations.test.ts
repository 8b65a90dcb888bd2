import { beforeAll, describe, expect, it } from 'vitest'
import { storedCard } from '../features/registrations/stored-card.fixture.ts'
import { ENCODINGS, type Encoding, postAs } from '../testing/encodings.fixture.ts'
import { cardPayment, type Form, useTestGateway } from '../testing/gateway.fixture.ts'

const gateway = useTestGateway()
const money: Form = { amount: '92.00', currency: 'EUR', paymentType: 'DB' }
const card: Form = {
  'card.number': '4200000000000000',
  'card.expiryMonth': '05',
  'card.expiryYear': '2034',
  'card.cvv': '123',
}

/** One place that takes parameters of a payment, with what it needs besides. */
interface Route {
  readonly path: string
  readonly form: Form
  /** A submit is a shopper's, who has no access token. */
  readonly isShoppers?: boolean
}

const routes: Record<string, Route> = {}

beforeAll(async () => {
  const { demo, post } = gateway()
  const { entityId } = demo
  const made = async (path: string, form: Form) => (await post(path, form)).body.id
  const registration = await made('/v1/registrations', storedCard(entityId))
  const payment = await made('/v1/payments', cardPayment(entityId))
  const checkout = await made('/v1/checkouts', { entityId, ...money })
  Object.assign(routes, {
    payment: { path: '/v1/payments', form: cardPayment(entityId) },
    'stored payment': { path: `/v1/registrations/${registration}/payments`, form: money },
    registration: { path: '/v1/registrations', form: storedCard(entityId) },
    creation: { path: '/v1/checkouts', form: { entityId, ...money } },
    update: { path: `/v1/checkouts/${checkout}`, form: {} },
    submit: { path: `/v1/checkouts/${checkout}/payment`, form: card, isShoppers: true },
    reference: { path: `/v1/payments/${payment}`, form: { ...money, paymentType: 'RF' } },
  } satisfies Record<string, Route>)
})

async function faultsOf(name: string, encoding: Encoding, more: Form): Promise<string[]> {
  const { path, form, isShoppers = false } = routes[name] ?? { path: '', form: {} }
  const token = isShoppers ? {} : { token: gateway().demo.accessToken }
  const asked = { path, form: { ...form, ...more }, ...token }
  const { status, body } = await postAs(gateway(), encoding, asked)
  expect(status, JSON.stringify(body)).toBe(400)
  expect(body.result.code).toBe('200.300.404')
  return (body.result.parameterErrors ?? []).map((error) => error.name)
}

const withMoney = ['payment', 'stored payment', 'creation', 'update', 'reference']
const names = { 'customer.givenName': 'Ada', 'customer.surname': 'Byron' }

/** What may not stand together, the parameter that is told, and the routes that take it. */
const combinations: readonly (readonly [string, Form, readonly string[]])[] = [
  ['taxAmount', { taxAmount: '92.01' }, withMoney],
  [
    'marketPlace.sellers[1].amount',
    {
      'marketPlace.sellers[0].id': 'a',
      'marketPlace.sellers[0].amount': '50.00',
      'marketPlace.sellers[1].id': 'b',
      'marketPlace.sellers[1].amount': '42.01',
    },
    withMoney,
  ],
  ['forex.currency', { 'forex.amount': '100.00' }, withMoney],
  ['forex.amount', { 'forex.amount': '100.50', 'forex.currency': 'JPY' }, withMoney],
  [
    'customer.birthDate',
    { ...names, 'customer.birthDate': '2031-05-27' },
    [...withMoney, 'registration', 'submit'],
  ],
  [
    'shipping.customer.birthDate',
    { 'shipping.customer.birthDate': '2031-05-27' },
    [...withMoney, 'registration', 'submit'],
  ],
  [
    'numberOfCaptures',
    { numberOfCaptures: '3' },
    ['payment', 'stored payment', 'creation', 'update'],
  ],
  [
    'card.cvv',
    {
      'standingInstruction.type': 'UNSCHEDULED',
      'standingInstruction.mode': 'INITIAL',
      'standingInstruction.source': 'MIT',
      'standingInstruction.initialTransactionId': 'A1',
      'card.cvv': '123',
    },
    ['payment', 'stored payment', 'registration'],
  ],
]

describe('parameters that exclude each other', () => {
  it.each(
    combinations.flatMap(([parameter, more, taken]) =>
      taken.flatMap((route) => ENCODINGS.map((encoding) => ({ parameter, more, route, encoding }))),
    ),
  )('are refused for $parameter by the $route, sent as $encoding', async (one) => {
    expect(await faultsOf(one.route, one.encoding, one.more)).toEqual([one.parameter])
  })
})

describe('numberOfCaptures of a checkout', () => {
  const create = (more: Form) =>
    gateway().post('/v1/checkouts', { entityId: gateway().demo.entityId, ...money, ...more })

  it('may be sent for a brand that is authorised first', async () => {
    const mixed = { 'overridePaymentType[VISA]': 'PA', numberOfCaptures: '3' }
    expect((await create(mixed)).body.result.code).toBe('000.200.100')
    expect((await create({ paymentType: 'PA', numberOfCaptures: '3' })).status).toBe(200)
  })

  it('is refused where nothing is paid', async () => {
    const { entityId } = gateway().demo
    const { body } = await gateway().post('/v1/checkouts', {
      entityId,
      createRegistration: 'true',
      numberOfCaptures: '3',
    })
    expect(body.result.parameterErrors?.map(({ name }) => name)).toEqual(['numberOfCaptures'])
  })
})
