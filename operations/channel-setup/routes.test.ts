import { describe, expect, it } from 'vitest'
import { newAccessToken } from '../../server/kernel/ids.ts'
import { cardPayment, type Form, useTestGateway } from '../../server/testing/gateway.fixture.ts'
import {
  addMerchant,
  type MerchantOptions,
  sendBare,
  tokenOf,
} from '../../server/testing/merchants.fixture.ts'
import type { AdminChannelSetup } from './routes.ts'

const gateway = useTestGateway()

/** A new channel of a merchant, and requests of the merchant's administrator. */
async function newChannel(options: MerchantOptions = {}) {
  const merchant = await addMerchant(gateway(), options)
  const [channelId = ''] = merchant.channelIds
  const token = newAccessToken()
  await gateway().store.commit([tokenOf(merchant.id, token, true)])
  const send = (request: string, form?: Form) =>
    sendBare(gateway(), request, { token, ...(form === undefined ? {} : { form }) })
  const setup = async (): Promise<AdminChannelSetup> => {
    const { status, body } = await send(`GET /admin/v1/entities/${channelId}/setup`)
    expect(status).toBe(200)
    return body as unknown as AdminChannelSetup
  }
  const stepOf = async (name: AdminChannelSetup['steps'][number]['step']) =>
    (await setup()).steps.find(({ step }) => step === name)
  return { merchant, channelId, send, setup, stepOf }
}

describe('GET /admin/v1/entities/{id}/setup', () => {
  it('says of a new channel what is inherited and what is open', async () => {
    const { merchant, setup } = await newChannel()
    expect(await setup()).toMatchObject({
      environment: 'test',
      steps: [
        { step: 'brands', state: 'open', reason: 'notChosen' },
        { step: 'account', state: 'open', reason: 'simulator' },
        { step: 'webhook', state: 'open', reason: 'none' },
        { step: 'token', state: 'inherited', by: { id: merchant.id, kind: 'merchant' } },
        { step: 'payment', state: 'open', reason: 'none' },
      ],
    })
  })

  it('tells brands of the channel from those of the merchant', async () => {
    const { channelId, merchant, send, stepOf } = await newChannel({
      settings: () => ({ brands: ['VISA', 'MASTER'] }),
    })
    expect(await stepOf('brands')).toMatchObject({ state: 'inherited', by: { id: merchant.id } })
    await send(`POST /admin/v1/entities/${channelId}`, { settings: '{"brands":["VISA"]}' })
    expect(await stepOf('brands')).toEqual({ step: 'brands', state: 'done' })
  })

  it('takes an account that is named, active and has its credentials', async () => {
    const { channelId, send, stepOf } = await newChannel()
    const made = await send('POST /admin/v1/connector-accounts', {
      provider: 'gateway',
      accountName: 'Acme',
      merchantId: 'a'.repeat(32),
      settings: '{"url":"https://gateway.example"}',
    })
    const { account } = made.body as unknown as { readonly account: { readonly id: string } }
    await send(`POST /admin/v1/entities/${channelId}`, {
      settings: JSON.stringify({ routing: [{ account: account.id }] }),
    })
    expect(await stepOf('account')).toMatchObject({ state: 'open', reason: 'unusable' })
    const of = `/admin/v1/connector-accounts/${account.id}`
    const value = { slot: 'accessToken', step: 'begin', credential: 'a credential' }
    await send(`POST ${of}/credentials`, value)
    await send(`POST ${of}`, { state: 'active' })
    gateway().clock.advance(60_000)
    expect(await stepOf('account')).toEqual({ step: 'account', state: 'done' })
  })

  it('takes a webhook once its address has answered', async () => {
    const { merchant, send, stepOf } = await newChannel()
    const made = await send('POST /admin/v1/webhooks', { url: 'https://shop.example/events' })
    expect(await stepOf('webhook')).toMatchObject({ state: 'open', reason: 'off' })
    const [row] = await gateway().store.read.webhooksOfEntity(merchant.id)
    const { id = '', version = 0 } = row ?? {}
    expect(made.body.id).toBe(id)
    const set = { state: 'active', updatedAtMs: gateway().clock.now() } as const
    await gateway().store.commit([{ kind: 'stepWebhook', id, expectedVersion: version, set }])
    expect(await stepOf('webhook')).toMatchObject({ state: 'inherited', by: { id: merchant.id } })
  })

  it('takes a payment of the channel that has succeeded', async () => {
    const { channelId, merchant, stepOf } = await newChannel()
    const pay = (more: Form) =>
      sendBare(gateway(), 'POST /v1/payments', {
        token: merchant.accessToken,
        form: cardPayment(channelId, more),
      })
    await pay({ 'card.holder': '800.100.152' })
    const tried = await stepOf('payment')
    const { body } = await pay({})
    expect(body.result.code).toMatch(/^000\.100/)
    expect(tried).toEqual({ step: 'payment', state: 'open', reason: 'failed' })
    expect(await stepOf('payment')).toEqual({
      step: 'payment',
      state: 'done',
      paymentId: body.id,
    })
  })

  it('is of channels only, and of none of another merchant', async () => {
    const { merchant, send } = await newChannel()
    const other = await newChannel()
    expect((await send(`GET /admin/v1/entities/${merchant.id}/setup`)).status).toBe(404)
    expect((await send(`GET /admin/v1/entities/${other.channelId}/setup`)).status).toBe(404)
  })
})
