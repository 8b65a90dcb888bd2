import { describe, expect, it } from 'vitest'
import { cardPayment, type Form, useTestGateway } from '../../testing/gateway.fixture.ts'
import { addMerchant, channelOf, sendBare } from '../../testing/merchants.fixture.ts'
import { activeWebhook, startReceiver } from '../webhooks/webhook-receiver.fixture.ts'

const gateway = useTestGateway({ callsMerchants: true })

const SUCCESS = '000.100.110'
const EXPIRED = '700.300.400'

/** A channel with a clock of its own, at 20 November 2026 15:00 UTC, and these settings. */
async function channel(settings = {}) {
  const merchant = await addMerchant(gateway(), { channels: [settings] })
  const entityId = channelOf(merchant)
  const token = merchant.accessToken
  const post = async (path: string, form: Form) =>
    (await sendBare(gateway(), `POST ${path}`, { token, form })).body
  const refer = async (id: string, paymentType: string, more: Form = {}) =>
    post(`/v1/payments/${id}`, {
      ...(more.amount === undefined ? {} : { currency: 'EUR' }),
      paymentType,
      ...more,
    })
  const changeHold = (id: string, industryPractice: string, amount: string) =>
    refer(id, 'PA', {
      amount,
      'standingInstruction.type': 'UNSCHEDULED',
      'standingInstruction.mode': 'REPEATED',
      'standingInstruction.source': 'MIT',
      'standingInstruction.industryPractice': industryPractice,
    })
  return {
    merchant,
    entityId,
    post,
    refer,
    hold: (more: Form = {}) =>
      post('/v1/payments', cardPayment(entityId, { paymentType: 'PA', ...more })),
    raise: (id: string, amount: string) => changeHold(id, 'INCREMENTAL_AUTH', amount),
    renew: (id: string, amount: string) => changeHold(id, 'REAUTHORIZATION', amount),
    read: async (id: string) =>
      (await sendBare(gateway(), `GET /v1/payments/${id}`, { token })).body,
    wait: (time: number | string) =>
      post('/test/clock', {
        entityId,
        advance: typeof time === 'number' ? `P${time}D` : time,
      }),
  }
}

/** The same with a webhook; `told`: what it has heard of holds and reversals. */
async function listening(settings = {}, types = 'PAYMENT,HOLD') {
  const shop = await channel(settings)
  const receiver = await startReceiver()
  await activeWebhook(gateway(), shop.merchant, { url: receiver.url, types })
  const told = () =>
    receiver.calls
      .map(({ event: { type, payload } }) =>
        type === 'HOLD' ? payload.event : `${payload.paymentType} ${type}`,
      )
      .filter((what) => what !== 'PA PAYMENT')
  return { ...shop, receiver, told }
}

const familyOf = (id: string) => gateway().store.read.paymentsOfFamily(id)

describe('a hold', () => {
  it('says until when it can be captured, in its answer and its reads', async () => {
    const { hold, read, post, entityId } = await channel()
    const made = await hold()
    expect(made.expiresAt).toBe('2026-11-30 15:00:00+0000')
    expect((await read(made.id)).expiresAt).toBe('2026-11-30 15:00:00+0000')
    const debit = await post('/v1/payments', cardPayment(entityId))
    expect(debit).not.toHaveProperty('expiresAt')
    expect(await hold({ amount: '0.00' })).not.toHaveProperty('expiresAt')
    expect(await hold({ 'card.holder': '800.100.152' })).not.toHaveProperty('expiresAt')
  })

  it('lasts as long as the settings of its channel say', async () => {
    const { hold } = await channel({ holds: { days: { VISA: 3 } } })
    expect((await hold()).expiresAt).toBe('2026-11-23 15:00:00+0000')
  })

  it('is captured until its expiry, and refused after it with the reason', async () => {
    const { hold, refer, raise, renew, wait } = await channel()
    const { id } = await hold()
    await wait(9)
    expect((await refer(id, 'CP', { amount: '30.00' })).result.code).toBe(SUCCESS)
    await wait(1)
    const late = await refer(id, 'CP', { amount: '30.00' })
    expect(late.result.code).toBe(EXPIRED)
    expect(late.result.description).toContain('The hold expired at 2026-11-30 15:00:00+0000')
    for (const change of [await raise(id, '1.00'), await renew(id, '1.00')]) {
      expect(change.result.code).toBe('200.300.404')
      expect(change.result.parameterErrors?.[0]?.message).toContain('The hold expired at')
    }
  })

  it('is refunded and reversed after its expiry as before', async () => {
    const { hold, refer, wait } = await channel()
    const { id } = await hold()
    const capture = await refer(id, 'CP', { amount: '30.00' })
    await wait(20)
    expect((await refer(capture.id, 'RF', { amount: '10.00' })).result.code).toBe(SUCCESS)
    expect(await refer(id, 'RV')).toMatchObject({ amount: '62.00', result: { code: SUCCESS } })
  })

  it('that was renewed expires by itself: the new hold has its own time', async () => {
    const { hold, refer, renew, wait } = await channel()
    const { id } = await hold()
    await wait(6)
    const renewed = await renew(id, '50.00')
    // Visa gives 5 days where the merchant starts the authorisation.
    expect(renewed.expiresAt).toBe('2026-12-01 15:00:00+0000')
    await wait(4)
    expect((await refer(renewed.id, 'CP')).result.code).toBe(SUCCESS)
    expect((await gateway().store.read.payment(id))?.expiredAtMs).toBeNull()
  })

  it('that was raised keeps its time; the increment has none of its own', async () => {
    const { hold, raise, read, wait } = await channel()
    const { id } = await hold()
    await wait(2)
    expect(await raise(id, '5.00')).not.toHaveProperty('expiresAt')
    expect((await read(id)).expiresAt).toBe('2026-11-30 15:00:00+0000')
  })

  it('counts from the booking where its shopper came later', async () => {
    const { hold, entityId, wait } = await channel()
    const { id } = await hold({ 'customParameters[SIMULATOR_outcome]': 'timeout-then-approved' })
    await wait(1)
    const payment = await gateway().store.read.payment(id)
    expect(payment?.state).toBe('succeeded')
    expect(payment?.expiresAtMs).toBe(Date.UTC(2026, 10, 30, 15))
    const timer = await gateway().store.read.timer('holdExpiry', id)
    expect(timer).toMatchObject({ entityId, dueAtMs: Date.UTC(2026, 10, 27, 15) })
  })
})

describe('the merchant of a hold', () => {
  it('is told three days before its expiry and at it, where something is open', async () => {
    const { hold, refer, wait, receiver, told } = await listening()
    const { id } = await hold()
    await refer(id, 'CP', { amount: '30.00' })
    await wait(8)
    await expect.poll(told).toEqual(['CP PAYMENT', 'expiresSoon'])
    await wait(2)
    await expect.poll(told).toEqual(['CP PAYMENT', 'expiresSoon', 'expired'])
    expect(receiver.calls.at(-1)?.event.payload).toMatchObject({
      id,
      paymentType: 'PA',
      event: 'expired',
      expiresAt: expect.stringContaining('2026-11-30 15:00'),
      amounts: { authorised: '92.00', captured: '30.00', reversed: '0.00', open: '62.00' },
      source: 'SCHEDULER',
    })
    await wait(300)
    expect(told()).toHaveLength(3)
    expect(await gateway().store.read.timer('holdExpiry', id)).toBeUndefined()
  })

  it('is told of the expiry alone where the hold is given for three days or less', async () => {
    const { hold, wait, told } = await listening({ holds: { days: { VISA: 3 } } })
    await hold()
    await wait(30)
    await expect.poll(told).toEqual(['expired'])
  })

  it('is told nothing of a hold that was captured, reversed or closed', async () => {
    const { hold, refer, wait, told } = await listening({}, 'HOLD')
    await refer((await hold()).id, 'CP')
    await refer((await hold()).id, 'RV')
    await refer((await hold()).id, 'CP', { amount: '1.00', sequence: 'FINAL' })
    await wait(40)
    expect(told()).toEqual([])
  })

  it('is told nothing where the webhook does not ask for it', async () => {
    const shop = await channel()
    const receiver = await startReceiver()
    await activeWebhook(gateway(), shop.merchant, { url: receiver.url })
    const { id } = await shop.hold()
    await shop.wait(40)
    await shop.refer(id, 'RV')
    await expect.poll(() => receiver.calls.length).toBe(2)
    expect(receiver.calls.map(({ event }) => event.type)).toEqual(['PAYMENT', 'PAYMENT'])
  })
})

describe('the open rest of an expired hold', () => {
  const releasing = { holds: { releaseExpired: true } }

  it('stays in the books, where the entity does not say otherwise', async () => {
    const { hold, read, wait } = await channel()
    const { id } = await hold()
    await wait(11)
    expect((await read(id)).amounts).toMatchObject({ reversed: '0.00', open: '92.00' })
  })

  it('is released by a reversal of its own, where the entity wants that', async () => {
    const { hold, refer, read, wait, told } = await listening(releasing)
    const { id } = await hold()
    await refer(id, 'CP', { amount: '30.00' })
    await wait(11)
    await expect.poll(told).toEqual(['CP PAYMENT', 'expiresSoon', 'expired', 'RV PAYMENT'])
    expect((await read(id)).amounts).toMatchObject({ reversed: '62.00', open: '0.00' })
    const reversal = (await familyOf(id)).find(({ operation }) => operation === 'reversal')
    expect(await read(reversal?.id ?? '')).toMatchObject({
      referencedId: id,
      paymentType: 'RV',
      amount: '62.00',
      source: 'SCHEDULER',
    })
    await wait(100)
    expect(await familyOf(id)).toHaveLength(3)
  })

  it('is released once its captures have their outcome, if they fail after the expiry', async () => {
    const { hold, refer, read, wait } = await channel({
      holds: { days: { VISA: 1 }, releaseExpired: true },
    })
    const { id } = await hold()
    await wait('PT20H')
    const pending = await refer(id, 'CP', { 'customParameters[SIMULATOR_outcome]': 'pending' })
    await wait('PT10H')
    expect((await read(id)).amounts).toMatchObject({ captured: '92.00', open: '0.00' })
    await wait(5)
    expect((await read(pending.id)).result.code).toBe('100.396.103')
    expect((await read(id)).amounts).toMatchObject({ captured: '0.00', reversed: '92.00' })
  })
})
