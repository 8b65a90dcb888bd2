import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, expect, it, onTestFinished } from 'vitest'
import { openRequest } from '../../kernel/webhook-formats/open-request.ts'
import { paymentPayload } from '../../payments/index.ts'
import { cardPayment, type Form, useTestGateway } from '../../testing/gateway.fixture.ts'
import { addMerchant, channelOf, sendBare } from '../../testing/merchants.fixture.ts'
import { cardForm, giftCardShop, newGiftCard } from '../checkouts/gift-cards.fixture.ts'
import { activeWebhook, startReceiver } from './webhook-receiver.fixture.ts'

const gateway = useTestGateway({ callsMerchants: true })

/** A merchant with a channel, and a receiver of its events. */
async function listening(settings: Form = {}) {
  const merchant = await addMerchant(gateway())
  const entityId = channelOf(merchant)
  const receiver = await startReceiver()
  const webhook = await activeWebhook(gateway(), merchant, { url: receiver.url, ...settings })
  const headers = { authorization: `Bearer ${merchant.accessToken}` }
  const post = (path: string, form: Form) => gateway().post(path, { entityId, ...form }, headers)
  return {
    entityId,
    webhook,
    token: merchant.accessToken,
    post,
    calls: receiver.calls,
    get: (path: string) => gateway().get(`${path}?entityId=${entityId}`, headers),
    pay: (form: Form = {}) => post('/v1/payments', { ...cardPayment(entityId), ...form }),
    /** The events, once there are as many. */
    events: async (count: number) => {
      await expect.poll(() => receiver.calls.length).toBe(count)
      return receiver.calls.map(({ event }) => event)
    },
  }
}

describe('a webhook', () => {
  it('gets a payment as its answer shows it, with what webhooks are promised', async () => {
    const { pay, events, entityId } = await listening()
    const { ndc: _, ...answer } = (await pay()).body
    const [event] = await events(1)
    expect(event).toMatchObject({ type: 'PAYMENT', payload: answer })
    expect(event?.payload).toMatchObject({
      paymentMethod: 'CC',
      shortId: expect.stringMatching(/^\d{4}\.\d{4}\.\d{4}$/),
      channelName: 'Channel 0',
      source: 'SYSTEM',
      authentication: { entityId },
      presentationAmount: answer.amount,
      presentationCurrency: answer.currency,
    })
  })

  it('is told once of a payment whose outcome is unknown, and then of its outcome', async () => {
    const { pay, events, get } = await listening()
    const outcome = { 'customParameters[SIMULATOR_outcome]': 'timeout-then-approved' }
    const { id } = (await pay(outcome)).body
    const [pending] = await events(1)
    expect(pending).toMatchObject({
      type: 'PAYMENT',
      payload: { id, result: { code: '000.200.000' } },
    })
    gateway().clock.advance(5_000)
    expect((await get(`/v1/payments/${id}`)).body.result.code).toBe('000.100.110')
    const [, final] = await events(2)
    expect(final).toMatchObject({ payload: { id, result: { code: '000.100.110' } } })
  })

  it('would send the same bytes of a payment again that was refunded meanwhile', async () => {
    const { pay, post, entityId } = await listening()
    const { id } = (await pay()).body
    const payload = async () => {
      const row = await gateway().store.read.payment(id)
      return row && paymentPayload(row, 'Channel 0')
    }
    const before = await payload()
    gateway().clock.advance(5_000)
    await post(`/v1/payments/${id}`, {
      entityId,
      paymentType: 'RF',
      amount: '2.00',
      currency: 'EUR',
    })
    expect(await payload()).toBe(before)
  })

  it('is signed so that a receiver with the secret can open it', async () => {
    const { pay, events, calls, webhook } = await listening()
    await pay()
    await events(1)
    const [call] = calls
    const { headers = {}, body = '' } = call ?? {}
    const known = { secret: webhook.secret, nowMs: gateway().clock.now() }
    expect(openRequest({ headers, body }, known)).toEqual({ text: body })
  })

  it('gets a declined payment', async () => {
    const { pay, events } = await listening()
    await pay({ 'customParameters[SIMULATOR_outcome]': 'decline:800.100.152' })
    const [event] = await events(1)
    expect(event?.payload).toMatchObject({ result: { code: '800.100.152' } })
  })

  it('gets a pending payment first, and then its outcome', async () => {
    const { pay, events, post } = await listening({ paymentTypes: 'PA,CP' })
    const { id } = (await pay({ paymentType: 'PA' })).body
    await events(1)
    const pending = { 'customParameters[SIMULATOR_outcome]': 'pending' }
    await post(`/v1/payments/${id}`, {
      paymentType: 'CP',
      amount: '9.00',
      currency: 'EUR',
      ...pending,
    })
    const [, capture] = await events(2)
    expect(capture?.payload).toMatchObject({ referencedId: id, paymentType: 'CP' })
    expect(capture?.payload).toMatchObject({ result: { code: '000.200.001' } })
  })

  it('gets the payment of each gift card part beside that of the rest', async () => {
    const shop = await giftCardShop(gateway())
    const receiver = await startReceiver()
    await activeWebhook(gateway(), shop.merchant, { url: receiver.url })
    const id = await shop.open()
    await shop.apply(id, newGiftCard(30))
    const sent = await shop.pay(id, cardForm())
    await expect.poll(() => receiver.calls.length).toBe(2)
    const payloads = receiver.calls.map(({ event }) => event.payload)
    const rest = payloads.find((payload) => payload.id === sent.body.id)
    const part = payloads.find((payload) => payload.id !== sent.body.id)
    expect(rest).toMatchObject({ amount: '70.00', cart: { payments: [{ id: part?.id }] } })
    expect(part).toMatchObject({
      amount: '30.00',
      paymentBrand: 'GIFTCARD',
      presentationAmount: '30.00',
      resultDetails: { RestPaymentId: rest?.id },
    })
  })

  it('gets registrations that are made, kept longer and deleted, in this order', async () => {
    const { post, events, entityId, token } = await listening({ types: 'REGISTRATION' })
    const { amount: _, currency: _currency, paymentType: _type, ...card } = cardPayment(entityId)
    const { id } = (await post('/v1/registrations', card)).body
    await post(`/v1/registrations/${id}/extendlife`, {})
    await sendBare(gateway(), `DELETE /v1/registrations/${id}?entityId=${entityId}`, { token })
    expect(await events(3)).toMatchObject([
      { type: 'REGISTRATION', action: 'CREATED', payload: { id, paymentType: 'RG' } },
      { type: 'REGISTRATION', action: 'UPDATED', payload: { id } },
      { type: 'REGISTRATION', action: 'DELETED', payload: { id, paymentType: 'DR' } },
    ])
  })

  it('gets only the changes of registrations that it asks for, and all of what has none', async () => {
    const wanted = { types: 'REGISTRATION,PAYMENT', actions: 'DELETED' }
    const { pay, post, events, entityId, token } = await listening(wanted)
    const { amount: _, currency: _currency, paymentType: _type, ...card } = cardPayment(entityId)
    const { id } = (await post('/v1/registrations', card)).body
    await sendBare(gateway(), `DELETE /v1/registrations/${id}?entityId=${entityId}`, { token })
    await pay()
    expect(await events(2)).toMatchObject([
      { type: 'REGISTRATION', action: 'DELETED', payload: { id } },
      { type: 'PAYMENT' },
    ])
  })

  it('gets only what it asks for', async () => {
    const { pay, events } = await listening({ types: 'PAYMENT', paymentTypes: 'PA' })
    await pay()
    const { id } = (await pay({ paymentType: 'PA' })).body
    expect(await events(1)).toMatchObject([{ payload: { id } }])
  })

  it('gets no data about the customer with NON_CUSTOMER_DATA', async () => {
    const { pay, post, events } = await listening({ fields: 'NON_CUSTOMER_DATA' })
    const card = {
      'customer.givenName': 'Jane',
      'customer.surname': 'Jones',
      'card.holder': 'Jane',
    }
    await pay({ ...card, 'airline.passengers[0].name': 'Jane Jones', 'corporate.name': 'Jane Ltd' })
    const [event] = await events(1)
    expect(event?.payload).toMatchObject({ card: { last4Digits: expect.anything() } })
    const debit = { amount: '9.00', currency: 'EUR', paymentType: 'DB' }
    const account = {
      'bankAccount.holder': 'Jane Jones',
      'bankAccount.iban': 'DE89370400440532013000',
    }
    await post('/v1/payments', { ...debit, paymentBrand: 'DIRECTDEBIT_SEPA', ...account })
    const wallet = { paymentBrand: 'PAYPAL', 'virtualAccount.accountId': 'jane@shop.example' }
    await post('/v1/payments', { ...debit, ...wallet, shopperResultUrl: 'https://shop.example/' })
    const sent = await events(3)
    expect(sent.map(({ payload }) => payload.paymentBrand)).toEqual(
      expect.arrayContaining(['VISA', 'DIRECTDEBIT_SEPA', 'PAYPAL']),
    )
    expect(JSON.stringify(sent)).not.toMatch(/jane|DE\*/i)
  })

  it('gets risk checks that stand alone', async () => {
    const { post, events } = await listening({ types: 'RISK' })
    const { id } = (await post('/v1/risk', { amount: '1.00', currency: 'EUR' })).body
    const [event] = await events(1)
    expect(event).toMatchObject({
      type: 'RISK',
      payload: { id, paymentType: 'RI', paymentMethod: 'RM' },
    })
  })

  it('is told that another one is disabled, where it asks for that', async () => {
    const { entityId, token, events, pay } = await listening({ types: 'WEBHOOK' })
    const merchant = { accessToken: token }
    const read = (path: string) =>
      gateway().get(`/v1/webhooks/${path}`, { authorization: `Bearer ${token}` })
    const gone = await startReceiver((_call, response) => response.writeHead(410).end())
    const { id } = await activeWebhook(gateway(), merchant, { entityId, url: gone.url })
    const other = await startReceiver()
    const unasked = { url: other.url, types: 'PAYMENT' }
    const { id: otherId } = await activeWebhook(gateway(), merchant, unasked)
    await pay()
    const [event] = await events(1)
    const { ndc: _, timestamp: _at, ...shown } = (await read(id)).body
    expect(shown).toMatchObject({ state: 'disabled', stateReason: expect.stringContaining('410') })
    expect(event).toMatchObject({ type: 'WEBHOOK', action: 'DISABLED', payload: shown })
    for (const webhookId of [id, otherId]) {
      const { deliveries } = (await read(`${webhookId}/deliveries`)).body
      expect(deliveries).toMatchObject([{ type: 'PAYMENT' }, { type: 'test' }])
    }
  })

  it('becomes active by a further test message, where its receiver was not ready for the first', async () => {
    const { accessToken } = await addMerchant(gateway())
    const headers = { authorization: `Bearer ${accessToken}` }
    let tests = 0
    const receiver = createServer((_request, response) => {
      tests += 1
      response.writeHead(tests === 1 ? 503 : 200).end()
    })
    onTestFinished(() => void receiver.close())
    await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve))
    const url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/`
    const { id } = (await gateway().post('/v1/webhooks', { url }, headers)).body
    const read = (path = '') => gateway().get(`/v1/webhooks/${id}${path}`, headers)
    const failed = async () => (await read('/deliveries')).body.deliveries
    await expect.poll(failed).toMatchObject([{ state: 'waiting', attempts: [{ status: 503 }] }])
    gateway().clock.advance(6_000)
    const state = async () => (await read()).body.state
    await expect.poll(state).toBe('active')
  })
})
