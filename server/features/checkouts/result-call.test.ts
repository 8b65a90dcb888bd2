import { describe, expect, it } from 'vitest'
import { MINUTE_MS } from '../../../common/durations.ts'
import { sharedClock } from '../../kernel/timers/clock.ts'
import type { CheckoutRow, DeliveryRow } from '../../store/port.ts'
import { type Form, useTestGateway } from '../../testing/gateway.fixture.ts'
import { addMerchant, channelOf } from '../../testing/merchants.fixture.ts'
import { resultUrlCalls } from './result-call.ts'

const gateway = useTestGateway()
const SHOP = 'https://shop.example/result?order=7'
const card = {
  'card.number': '4200000000000000',
  'card.holder': 'Jane Jones',
  'card.expiryMonth': '05',
  'card.expiryYear': '2034',
  'card.cvv': '123',
}
const debit = { amount: '92.00', currency: 'EUR', paymentType: 'DB' }

async function createCheckout(form: Form): Promise<string> {
  const { entityId } = gateway().demo
  return (await gateway().post('/v1/checkouts', { entityId, ...form })).body.id
}

/** A checkout that was submitted with a result address. */
async function submitted(more: Form = {}, created: Form = debit): Promise<string> {
  const id = await createCheckout(created)
  await submit(id, more, created === debit ? 'payment' : 'registration')
  return id
}

async function submit(id: string, more: Form = {}, endpoint = 'payment') {
  const form = { ...card, shopperResultUrl: SHOP, ...more }
  return gateway().post(`/v1/checkouts/${id}/${endpoint}`, form)
}

const read = (id: string, endpoint = 'payment') => gateway().get(`/v1/checkouts/${id}/${endpoint}`)

async function rowOf(id: string): Promise<CheckoutRow> {
  const row = await gateway().store.read.checkout(id)
  if (row === undefined) throw new Error('There is no such checkout')
  return row
}

/** The call that waits for a checkout. */
async function callOf(id: string): Promise<DeliveryRow | undefined> {
  const { resultCallId } = await rowOf(id)
  return resultCallId === null ? undefined : gateway().store.read.delivery(resultCallId)
}

/** What would be sent now. */
async function sentNow(delivery: DeliveryRow | undefined) {
  const { store, clock } = gateway()
  if (delivery === undefined) throw new Error('No call waits')
  const call = await resultUrlCalls({ store, clock: sharedClock(clock) }).call(delivery, 0)
  return call && new URL(call.url)
}

describe('a submit with a result address', () => {
  it('writes a call to that address, due 29 minutes later', async () => {
    const id = await submitted()
    expect(await callOf(id)).toMatchObject({
      kind: 'resultUrl',
      url: SHOP,
      queue: 'https://shop.example',
      subjectId: id,
      state: 'waiting',
      dueAtMs: gateway().clock.now() + 29 * MINUTE_MS,
    })
  })

  it('writes one for a registration too', async () => {
    const id = await submitted({}, { createRegistration: 'true' })
    expect(await callOf(id)).toMatchObject({ kind: 'resultUrl', url: SHOP })
    await read(id, 'registration')
    expect(await callOf(id)).toBeUndefined()
  })

  it('replaces the call of an earlier try', async () => {
    const id = await createCheckout(debit)
    await submit(id, { 'card.holder': '800.100.151' })
    const first = await callOf(id)
    gateway().clock.advance(MINUTE_MS)
    await submit(id)
    const second = await callOf(id)
    expect((second?.dueAtMs ?? 0) - (first?.dueAtMs ?? 0)).toBe(MINUTE_MS)
    expect(await gateway().store.read.delivery(first?.id ?? '')).toBeUndefined()
  })

  it.each([
    ['opens an app', { ...debit, shopperResultUrl: 'com.shop.app://result' }, {}],
    ['is inside a private network', { ...debit, shopperResultUrl: 'https://10.0.0.1/' }, {}],
    ['is absent', debit, { shopperResultUrl: undefined }],
  ])('writes none where the address %s', async (_, created, form) => {
    const id = await createCheckout(created)
    await submit(id, form)
    expect((await rowOf(id)).state).toBe('done')
    expect(await callOf(id)).toBeUndefined()
  })

  it('writes one below the base address of the entity, and none elsewhere', async () => {
    const settings = { checkouts: { resultCallBase: 'https://shop.example/after/' } }
    const merchant = await addMerchant(gateway(), { channels: [settings] })
    const headers = { authorization: `Bearer ${merchant.accessToken}` }
    const paid = async (shopperResultUrl: string) => {
      const form = { entityId: channelOf(merchant), ...debit }
      const { id } = (await gateway().post('/v1/checkouts', form, headers)).body
      await submit(id, { shopperResultUrl })
      return callOf(id)
    }
    expect(await paid('https://shop.example/after/result?order=7')).toBeDefined()
    expect(await paid(SHOP)).toBeUndefined()
    expect(await paid('https://shop.example.evil.example/')).toBeUndefined()
    expect(await paid('https://shop.example/after/../admin')).toBeUndefined()
  })
})

describe('the first read of a final status', () => {
  it('ends the call, and answers when the call can no more be made', async () => {
    const id = await submitted()
    const call = await callOf(id)
    expect((await read(id)).body.result.code).toBe('000.100.110')
    expect((await rowOf(id)).resultCallId).toBeNull()
    expect(await gateway().store.read.delivery(call?.id ?? '')).toBeUndefined()
    const { version } = await rowOf(id)
    await read(id)
    expect((await rowOf(id)).version).toBe(version)
  })

  it('ends it after a declined payment too', async () => {
    const id = await submitted({ 'card.holder': '800.100.151' })
    expect(await callOf(id)).toBeDefined()
    await read(id)
    expect(await callOf(id)).toBeUndefined()
  })

  it('is not a read of a pending one, whose shopper may never come back', async () => {
    const id = await createCheckout(debit)
    await submit(id, { ...noCard, paymentBrand: 'PAYPAL' })
    expect((await read(id)).body.result.code).toMatch(/^000\.200/)
    expect(await callOf(id)).toBeDefined()
  })
})

const noCard = Object.fromEntries(Object.keys(card).map((name) => [name, undefined]))

describe('the call', () => {
  it('has id and resourcePath, beside what the address has', async () => {
    const id = await submitted()
    const url = await sentNow(await callOf(id))
    expect(Object.fromEntries(url?.searchParams ?? [])).toEqual({
      order: '7',
      id,
      resourcePath: `/v1/checkouts/${id}/payment`,
    })
  })

  it('leads to the payment where the status of the checkout is no longer readable', async () => {
    const id = await createCheckout(debit)
    gateway().clock.advance(10 * MINUTE_MS)
    await submit(id)
    const call = await callOf(id)
    gateway().clock.advance(29 * MINUTE_MS)
    const path = (await sentNow(call))?.searchParams.get('resourcePath')
    expect(path).toBe(`/v1/payments/${(await rowOf(id)).paymentId}`)
    expect((await gateway().get(`${path}`)).status).toBe(200)
  })

  it('is not made after a read', async () => {
    const id = await submitted()
    const call = await callOf(id)
    await read(id)
    expect(await sentNow(call)).toBeUndefined()
  })
})
