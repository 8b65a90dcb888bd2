import { describe, expect, it } from 'vitest'
import { startEmulator } from '../emulator.fixture.ts'
import { isPublished } from '../published-shapes.fixture.ts'

const payment = { amount: 1_000, currency: 'eur' }

describe('a request', () => {
  it.each([
    ['an unknown parameter', { ...payment, descriptor: 'x' }, 'parameter_unknown', 'descriptor'],
    [
      'an unknown parameter further in',
      { ...payment, payment_method_options: { card: { moto_flag: true } } },
      'parameter_unknown',
      'payment_method_options[card][moto_flag]',
    ],
    [
      'the parameter of older versions',
      { ...payment, payment_method_types: ['card'] },
      'payment_method_types_no_longer_supported',
      'payment_method_types',
    ],
    ['a missing parameter', { amount: 1_000 }, 'parameter_missing', 'currency'],
    [
      'an amount with decimals',
      { ...payment, amount: '10.00' },
      'parameter_invalid_integer',
      'amount',
    ],
    ['a currency in capitals', { ...payment, currency: 'EUR' }, undefined, 'currency'],
    ['a wrong choice', { ...payment, capture_method: 'later' }, undefined, 'capture_method'],
    ['an empty text', { ...payment, description: '' }, 'parameter_invalid_empty', 'description'],
    ['a wrong flag', { ...payment, confirm: 'yes' }, undefined, 'confirm'],
    [
      'a text in place of a list',
      { ...payment, allowed_payment_method_types: 'card' },
      undefined,
      'allowed_payment_method_types',
    ],
    [
      'what only a confirmation may say',
      { ...payment, off_session: true },
      undefined,
      'off_session',
    ],
    [
      'two ways to choose methods',
      {
        ...payment,
        allowed_payment_method_types: ['card'],
        automatic_payment_methods: { enabled: true },
      },
      undefined,
      'allowed_payment_method_types',
    ],
    [
      'too much metadata',
      { ...payment, metadata: { a: 'x'.repeat(501) } },
      undefined,
      'metadata[a]',
    ],
  ])('is refused for %s, by its name', async (_what, params, code, param) => {
    const { post, requests } = await startEmulator()
    const { status, body } = await post('payment_intents', params)
    expect([status, body.error.type]).toEqual([400, 'invalid_request_error'])
    expect([body.error.code, body.error.param]).toEqual([code, param])
    expect(requests.counts.invalid + requests.counts.refused).toBe(1)
  })

  it('takes lists with and without numbers, and texts in any encoding', async () => {
    const { send } = await startEmulator()
    const body =
      'amount=1000&currency=eur&allowed_payment_method_types[]=card&expand%5B0%5D=customer&description=Caf%C3%A9+%26+more'
    const answer = await send('POST', '/v1/payment_intents', { body })
    expect(answer.body).toMatchObject({
      description: 'Café & more',
      payment_method_types: ['card'],
    })
  })

  it.each([
    ['without a key', { authorization: '' }, 401],
    ['with a wrong key', { authorization: 'Bearer sk_test_other' }, 401],
    ['with basic authentication', { authorization: `Basic ${btoa('sk_test_emulated:')}` }, 200],
    ['without a version', { 'stripe-version': '' }, 400],
    ['with another version', { 'stripe-version': '2024-06-20' }, 400],
    ['as JSON', { 'content-type': 'application/json' }, 400],
  ])('%s is answered by its status', async (_what, headers, status) => {
    const { send } = await startEmulator()
    const body = 'amount=1000&currency=eur'
    expect((await send('POST', '/v1/payment_intents', { body, headers })).status).toBe(status)
  })

  it('for nothing that exists is answered 404', async () => {
    const { get } = await startEmulator()
    expect(await get('charges/ch_1')).toMatchObject({
      status: 404,
      body: { error: { code: 'resource_missing', param: 'id' } },
    })
    expect((await get('invoices')).status).toBe(404)
  })

  it('shows no card number in the log, wherever it was sent', async () => {
    const { post, requests } = await startEmulator()
    const number = '4242424242424242'
    const card = { number, exp_month: 12, exp_year: 2030, cvc: '987' }
    await post('payment_methods', { type: 'card', card, metadata: { note: `card ${number}` } })
    await post('customers', { name: '4242 4242 4242 4242', unknown: number })
    const text = JSON.stringify(requests.all)
    expect(text).toContain('424242…4242')
    for (const secret of [number, '4242 4242 4242 4242', '987', 'sk_test']) {
      expect(text).not.toContain(secret)
    }
  })

  it.runIf(isPublished)('is compared with the published schema as well', async () => {
    const { post, requests } = await startEmulator()
    await post('payment_intents', { ...payment, allowed_payment_method_types: ['card'] })
    await post('refunds', { payment_intent: 'pi_1' })
    expect(requests.counts).toMatchObject({ seen: 2, outsideSchema: 0 })
  })
})

it('counts requests that are invalid apart from those that an object’s state refuses', async () => {
  const { post, pay, card, requests } = await startEmulator()
  const { id } = (await pay(await card())).body
  await post(`payment_intents/${id}/capture`)
  await post(`payment_intents/${id}/capture`, { amount: 1 })
  await post('payment_intents', { amount: 'ten' })
  expect(requests.counts).toMatchObject({ seen: 6, invalid: 2, refused: 1 })
  expect(requests.all.at(-1)?.refused).toBe('Invalid integer: amount')
})

describe('an idempotency key', () => {
  it('repeats the first answer, also of a decline', async () => {
    const { post, card, store } = await startEmulator()
    const declined = await card('4000000000000002')
    const intent = (await post('payment_intents', payment)).body.id
    const path = `payment_intents/${intent}/confirm`
    const params = { payment_method: declined, return_url: 'https://shop.example' }
    const first = await post(path, params, 'key-1')
    const second = await post(path, params, 'key-1')
    expect([first.status, second.status]).toEqual([402, 402])
    expect(second.body).toEqual(first.body)
    expect(first.headers.get('idempotent-replayed')).toBeNull()
    expect(second.headers.get('idempotent-replayed')).toBe('true')
    expect(second.headers.get('original-request')).toBe(first.headers.get('request-id'))
    expect(store.all('charge')).toHaveLength(1)
  })

  it('is refused for another body and for another address', async () => {
    const { post } = await startEmulator()
    await post('payment_intents', payment, 'key-1')
    for (const answer of [
      await post('payment_intents', { ...payment, amount: 2_000 }, 'key-1'),
      await post('customers', {}, 'key-1'),
    ]) {
      expect([answer.status, answer.body.error.type]).toEqual([400, 'idempotency_error'])
    }
  })

  it('keeps nothing of a request that is not valid', async () => {
    const { post } = await startEmulator()
    expect((await post('payment_intents', { amount: 1_000 }, 'key-1')).status).toBe(400)
    expect((await post('payment_intents', payment, 'key-1')).status).toBe(200)
  })

  it('ends after 24 hours', async () => {
    const { post, pass } = await startEmulator()
    const first = await post('payment_intents', payment, 'key-1')
    pass(24 * 3_600_000 - 1)
    expect((await post('payment_intents', payment, 'key-1')).body.id).toBe(first.body.id)
    pass(1)
    expect((await post('payment_intents', payment, 'key-1')).body.id).not.toBe(first.body.id)
  })

  it('has up to 255 characters', async () => {
    const { post } = await startEmulator()
    expect((await post('customers', {}, 'k'.repeat(255))).status).toBe(200)
    expect((await post('customers', {}, 'k'.repeat(256))).status).toBe(400)
  })
})
