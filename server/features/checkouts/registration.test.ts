import { describe, expect, it } from 'vitest'
import { MINUTE_MS } from '../../../common/durations.ts'
import { type Form, useTestGateway } from '../../testing/gateway.fixture.ts'
import { addMerchant, channelOf, sendBare } from '../../testing/merchants.fixture.ts'
import { outcome, payWith, remove, store } from '../registrations/stored-card.fixture.ts'

const gateway = useTestGateway()

const card: Form = {
  'card.number': '4200000000000000',
  'card.holder': 'Jane Jones',
  'card.expiryMonth': '05',
  'card.expiryYear': '2034',
  'card.cvv': '123',
}

async function open(more: Form): Promise<string> {
  const { entityId } = gateway().demo
  const created = await gateway().post('/v1/checkouts', { entityId, ...more })
  expect(created.body.result.code, created.body.result.description).toBe('000.200.100')
  return created.body.id
}

const openForStoring = (more: Form = {}) => open({ createRegistration: 'true', ...more })
const openForPayment = (more: Form = {}) =>
  open({ amount: '92.00', currency: 'EUR', paymentType: 'DB', ...more })

/** Sent by the widget: nothing but the checkout's id says who it is. */
const submit = (id: string, endpoint: string, form: Form, headers = {}) =>
  sendBare(gateway(), `POST /v1/checkouts/${id}/${endpoint}`, { form, headers })
const register = (id: string, more: Form = {}, headers = {}) =>
  submit(id, 'registration', { ...card, ...more }, headers)
const status = (id: string, endpoint = 'registration') =>
  gateway().get(`/v1/checkouts/${id}/${endpoint}`)
const session = async (id: string) =>
  (await sendBare(gateway(), `GET /v1/checkouts/${id}/session`)).body

describe('a checkout that only stores payment details', () => {
  it('stores the shopper’s details, for the merchant to read and pay with', async () => {
    const id = await openForStoring()
    expect(await session(id)).toMatchObject({ endpoint: '/registration', state: 'open' })
    expect(outcome(await status(id))).toEqual([200, '000.200.000'])
    const stored = await register(id)
    expect(outcome(stored)).toEqual([200, '000.100.110'])
    const told = await status(id)
    expect(told.body).toMatchObject({
      id: stored.body.id,
      ndc: id.replace('.', '-'),
      paymentType: 'RG',
      card: { last4Digits: '0000' },
    })
    expect(told.body).not.toHaveProperty('registrationId')
    expect(await session(id)).toMatchObject({ state: 'done', attempted: true })
    expect(outcome(await payWith(gateway(), told.body.id))).toEqual([200, '000.100.110'])
  })

  it('accepts the browser data that the widget sends', async () => {
    const id = await openForStoring()
    const browser = { 'customer.browser.language': 'en', 'customer.browser.screenWidth': '1280' }
    expect(outcome(await register(id, browser))).toEqual([200, '000.100.110'])
  })

  it('is open for another try after a failure', async () => {
    const id = await openForStoring()
    const failed = await register(id, { 'card.cvv': '1234' })
    expect(outcome(failed)).toEqual([400, '100.100.601'])
    expect(outcome(await status(id))).toEqual([400, '100.100.601'])
    expect(await session(id)).toMatchObject({ state: 'open', attempted: true })
    expect(outcome(await register(id))).toEqual([200, '000.100.110'])
    expect(outcome(await status(id))).toEqual([200, '000.100.110'])
  })

  it('stores exactly one registration when many submits arrive at once', async () => {
    const id = await openForStoring()
    const submits = await Promise.all(Array.from({ length: 10 }, () => register(id)))
    expect(submits.filter(({ status: http }) => http === 200)).toHaveLength(1)
    const others = submits.filter(({ status: http }) => http !== 200)
    expect(new Set(others.map((one) => one.body.result.code))).toEqual(new Set(['200.300.404']))
    expect(outcome(await register(id))).toEqual([400, '200.300.404'])
  })

  it('repeats its answer for a submit that is sent again with its key', async () => {
    const id = await openForStoring()
    const headers = { 'idempotency-key': 'shopper-once' }
    const [one, other] = [await register(id, {}, headers), await register(id, {}, headers)]
    expect(other.body).toEqual(one.body)
  })

  it('cannot be paid, and a checkout for a payment does not store by itself', async () => {
    const storing = await openForStoring()
    expect(outcome(await submit(storing, 'payment', card))).toEqual([400, '200.300.404'])
    const paying = await openForPayment()
    expect(outcome(await register(paying))).toEqual([400, '200.300.404'])
    expect(outcome(await submit(paying, 'payment', card))).toEqual([200, '000.100.110'])
  })

  it('has its status at its own path only', async () => {
    const [storing, paying] = [await openForStoring(), await openForPayment()]
    const wrong = [await status(storing, 'payment'), await status(paying, 'registration')]
    expect(wrong.map(outcome)).toEqual([
      [400, '200.300.404'],
      [400, '200.300.404'],
    ])
    expect(wrong.map(({ body }) => body.result.description)).toEqual([
      expect.stringContaining('read its status at /registration'),
      expect.stringContaining('read its status at /payment'),
    ])
  })

  it('expires like any other', async () => {
    const id = await openForStoring()
    gateway().clock.advance(30 * MINUTE_MS)
    expect(outcome(await register(id))).toEqual([400, '200.300.404'])
    expect(outcome(await status(id))).toEqual([400, '200.300.404'])
  })

  it('returns the integrity of the script for /registration', async () => {
    const { entityId } = gateway().demo
    const form = { entityId, createRegistration: 'true', integrity: 'true' }
    const { body } = await gateway().post('/v1/checkouts', form)
    const script = await fetch(
      `${gateway().url}/v1/paymentWidgets.js?checkoutId=${body.id}/registration`,
    )
    const digest = await crypto.subtle.digest('SHA-384', await script.arrayBuffer())
    expect(body.integrity).toBe(`sha384-${Buffer.from(digest).toString('base64')}`)
  })
})

describe('a submit with createRegistration', () => {
  it.each([['true'], ['on']])(
    'stores the card with the payment: %s',
    async (createRegistration) => {
      const id = await openForPayment()
      const paid = await submit(id, 'payment', { ...card, createRegistration })
      expect(outcome(paid)).toEqual([200, '000.100.110'])
      const told = await status(id, 'payment')
      expect(told.body.registrationId).toBe(paid.body.registrationId)
      expect(outcome(await payWith(gateway(), String(told.body.registrationId)))).toEqual([
        200,
        '000.100.110',
      ])
    },
  )
})

describe('stored cards for one click', () => {
  it('are shown to the widget with only what the shopper needs', async () => {
    const [first, second] = [await store(gateway()), await store(gateway())]
    const id = await openForPayment({ 'registrations[0].id': first, 'registrations[1].id': second })
    await remove(gateway(), second)
    expect((await session(id)).registrations).toEqual([
      {
        id: first,
        brand: 'VISA',
        card: { bin: '420000', last4Digits: '0000', expiryMonth: '05', expiryYear: '2034' },
        holder: 'Jane Jones',
      },
    ])
  })

  it('can pay with only their token and the security code', async () => {
    const token = await store(gateway())
    const id = await openForPayment({ 'registrations[0].id': token })
    const paid = await submit(id, 'payment', { registrationId: token, 'card.cvv': '123' })
    expect(outcome(paid)).toEqual([200, '000.100.110'])
    expect((await status(id, 'payment')).body).toMatchObject({
      registrationId: token,
      card: { last4Digits: '0000' },
    })
    const { standingInstruction } = (await status(id, 'payment')).body
    expect(standingInstruction).toMatchObject({ source: 'CIT' })
    expect(standingInstruction).not.toHaveProperty('mode')
  })

  it('are only those that the checkout offers', async () => {
    const [offered, other] = [await store(gateway()), await store(gateway())]
    const id = await openForPayment({ 'registrations[0].id': offered })
    const refused = await submit(id, 'payment', { registrationId: other, 'card.cvv': '123' })
    expect(outcome(refused)).toEqual([400, '200.300.404'])
    expect(refused.body.result.parameterErrors?.[0]?.name).toBe('registrationId')
    // It is somebody else's, perhaps.
    expect(JSON.stringify(refused.body)).not.toContain(other)
    const none = await openForPayment()
    expect(outcome(await submit(none, 'payment', { registrationId: offered }))).toEqual([
      400,
      '200.300.404',
    ])
  })

  it('must be known, active and of the same channel: each fault names its index', async () => {
    const { entityId } = gateway().demo
    const gone = await store(gateway())
    await remove(gateway(), gone)
    const stranger = await addMerchant(gateway())
    const foreign = await sendBare(gateway(), 'POST /v1/registrations', {
      token: stranger.accessToken,
      form: { entityId: channelOf(stranger), paymentBrand: 'VISA', ...card },
    })
    const form = {
      entityId,
      amount: '92.00',
      currency: 'EUR',
      paymentType: 'DB',
      'registrations[0].id': await store(gateway()),
      'registrations[1].id': gone,
      'registrations[2].id': foreign.body.id,
      'registrations[3].id': '0'.repeat(32),
    }
    const refused = await gateway().post('/v1/checkouts', form)
    expect(outcome(refused)).toEqual([400, '200.300.404'])
    const errors = refused.body.result.parameterErrors ?? []
    expect(errors.map(({ name }) => name)).toEqual([
      'registrations[1].id',
      'registrations[2].id',
      'registrations[3].id',
    ])
    // A foreign one reads like one that is not there.
    expect(errors[1]?.message).toBe(errors[2]?.message)
  })

  it('are checked on an update too', async () => {
    const id = await openForPayment()
    const change = (registration: string) =>
      gateway().post(`/v1/checkouts/${id}`, { 'registrations[0].id': registration })
    expect(outcome(await change('0'.repeat(32)))).toEqual([400, '200.300.404'])
    const token = await store(gateway())
    expect(outcome(await change(token))).toEqual([200, '000.200.101'])
    expect((await session(id)).registrations).toMatchObject([{ id: token }])
  })
})
