import { describe, expect, it } from 'vitest'
import { cardPayment, type Form, useTestGateway } from '../../testing/gateway.fixture.ts'
import {
  asked,
  decide,
  deduplicatingMerchant,
  outcome,
  payWith,
  remove,
  store,
} from './stored-card.fixture.ts'

const gateway = useTestGateway()

const pay = (more: Form = {}) =>
  gateway().post(
    '/v1/payments',
    cardPayment(gateway().demo.entityId, { createRegistration: 'true', ...more }),
  )
const read = (id: string) => gateway().get(`/v1/payments/${id}`)
const registrationOf = async (id: string) =>
  (await gateway().store.read.registration(id)) ?? expect.fail('There is no such registration')

describe('a payment with createRegistration=true', () => {
  it('stores the card with its success, and returns its token in both fields', async () => {
    const { body } = await pay()
    const id = String(body.registrationId)
    expect(body).toMatchObject({ registration: { id }, result: { code: '000.100.110' } })
    expect(await registrationOf(id)).toMatchObject({
      state: 'active',
      paymentId: body.id,
      paymentBrand: 'VISA',
    })
    expect(outcome(await payWith(gateway(), id))).toEqual([200, '000.100.110'])
    const shown = await gateway().get(`/v1/registrations/${id}`)
    expect(shown.body).toMatchObject({ id, card: { holder: 'Jane Jones', last4Digits: '0000' } })
    expect(shown.body).not.toHaveProperty('amount')
  })

  it('stores a card that was checked with an amount of 0.00', async () => {
    const { body } = await pay({ paymentType: 'PA', amount: '0.00' })
    expect(await registrationOf(String(body.registrationId))).toMatchObject({ state: 'active' })
  })

  it('stores nothing when it is declined', async () => {
    const { body } = await pay({ 'card.holder': '800.100.152' })
    expect(body.result.code).toBe('800.100.152')
    expect(body).not.toHaveProperty('registrationId')
    expect(body).not.toHaveProperty('registration')
  })

  it('stores the card when its success arrives late', async () => {
    const { body } = await pay(asked('timeout-then-approved'))
    expect(body.result.code).toBe('000.200.000')
    expect(body).not.toHaveProperty('registrationId')
    gateway().clock.advance(5_000)
    const now = await read(body.id)
    expect(now.body.result.code).toBe('000.100.110')
    const id = String(now.body.registrationId)
    expect(await registrationOf(id)).toMatchObject({ state: 'active', paymentId: body.id })
    expect(outcome(await payWith(gateway(), id))).toEqual([200, '000.100.110'])
  })

  it('stores it once when many read the late success at the same time', async () => {
    const { body } = await pay(asked('timeout-then-approved'))
    gateway().clock.advance(30_000)
    const answers = await Promise.all(Array.from({ length: 8 }, () => read(body.id)))
    await expect.poll(async () => (await read(body.id)).body.result.code).toBe('000.100.110')
    const ids = [...answers, await read(body.id)].map((one) => one.body.registrationId)
    expect(new Set(ids.filter(Boolean)).size).toBe(1)
  })

  it('stores the account only after the shopper has decided', async () => {
    const paid = await pay(asked('pending'))
    const { body } = paid
    expect(body.result.code).toBe('000.200.001')
    expect(body).not.toHaveProperty('registrationId')
    await decide(gateway(), paid)
    const now = await read(body.id)
    expect(now.body.result.code).toBe('000.100.110')
    expect(await registrationOf(String(now.body.registrationId))).toMatchObject({ state: 'active' })
  })

  it('is paid without storing by a brand that has nothing to store', async () => {
    const { entityId } = gateway().demo
    const paid = await gateway().post('/v1/payments', {
      entityId,
      amount: '5.00',
      currency: 'EUR',
      paymentType: 'DB',
      paymentBrand: 'IDEAL',
      createRegistration: 'true',
      shopperResultUrl: 'https://shop.example/done',
    })
    expect(outcome(paid)).toEqual([200, '000.200.000'])
    expect(paid.body).not.toHaveProperty('registrationId')
  })

  it('stores nothing again when it is paid with stored details', async () => {
    const { body } = await pay()
    const { entityId } = gateway().demo
    const paid = await gateway().post('/v1/payments', {
      entityId,
      amount: '5.00',
      currency: 'EUR',
      paymentType: 'DB',
      registrationId: String(body.registrationId),
      createRegistration: 'true',
    })
    expect(paid.body.registrationId).toBe(body.registrationId)
    expect(paid.body).not.toHaveProperty('registration')
  })
})

describe('the series data that links later payments to the first one', () => {
  const cit: Form = {
    'standingInstruction.source': 'CIT',
    'standingInstruction.mode': 'INITIAL',
    'standingInstruction.type': 'UNSCHEDULED',
  }
  const mit: Form = {
    'standingInstruction.source': 'MIT',
    'standingInstruction.mode': 'REPEATED',
    'standingInstruction.type': 'UNSCHEDULED',
  }
  const linksOf = (body: Awaited<ReturnType<typeof pay>>['body']) => [
    body.transactionLinkId,
    body.lifecycleId,
    (body.standingInstruction as unknown as { initialTransactionId?: string }).initialTransactionId,
  ]

  it('is kept from the payment that stored the card, and sent with later ones', async () => {
    const first = await pay(cit)
    expect(linksOf(first.body)).toEqual([
      expect.any(String),
      expect.any(String),
      expect.any(String),
    ])
    const later = await payWith(gateway(), String(first.body.registrationId), mit)
    expect(linksOf(later.body)).toEqual(linksOf(first.body))
  })

  it('is kept from the first payment with a card that was stored before', async () => {
    const id = await store(gateway())
    const first = await payWith(gateway(), id, { ...cit, 'card.cvv': '123' })
    const later = await payWith(gateway(), id, mit)
    expect(linksOf(later.body)).toEqual(linksOf(first.body))
    const shown = await gateway().get(`/v1/registrations/${id}`)
    expect(linksOf(shown.body)).toEqual(linksOf(first.body))
  })

  it('is replaced by what the merchant sends', async () => {
    const { body } = await pay(cit)
    const named: Form = {
      ...mit,
      transactionLinkId: 'other-link',
      'standingInstruction.initialTransactionId': 'other-transaction',
    }
    const later = await payWith(gateway(), String(body.registrationId), named)
    expect(linksOf(later.body)).toEqual(['other-link', body.lifecycleId, 'other-transaction'])
  })
})

describe('a channel that stores each number once', () => {
  const merchant = () => deduplicatingMerchant(gateway())

  it('returns the existing registration, with holder and expiry renewed', async () => {
    const { register } = await merchant()
    const first = await register()
    const before = await registrationOf(first.body.id)
    const again = await register({ 'card.holder': 'Jane Smith', 'card.expiryYear': '2036' })
    expect(again.body.id).toBe(first.body.id)
    expect(again.body.card).toMatchObject({ holder: 'Jane Smith', expiryYear: '2036' })
    const after = await registrationOf(first.body.id)
    expect(after.expiresAtMs).toBeGreaterThan(before.expiresAtMs)
    expect(after.vaultRecordId).toBe(before.vaultRecordId)
  })

  it('returns the existing registration for a payment too, once it has succeeded', async () => {
    const { register, pay } = await merchant()
    const { id } = (await register()).body
    const declined = await pay({ 'card.holder': '800.100.152', 'card.expiryYear': '2036' })
    expect(declined.status).toBe(400)
    expect(declined.body).not.toHaveProperty('registrationId')
    expect(JSON.parse((await registrationOf(id)).details).card.holder).toBe('Jane Jones')
    const paid = await pay({ 'card.holder': 'Jane Smith', 'card.expiryYear': '2036' })
    expect(paid.body).toMatchObject({ registrationId: id, registration: { id } })
    expect(JSON.parse((await registrationOf(id)).details).card).toMatchObject({
      holder: 'Jane Smith',
      expiryYear: '2036',
    })
  })

  it('returns the existing registration for a payment whose success arrives late', async () => {
    const { register, pay, read: readPayment } = await merchant()
    const { id } = (await register()).body
    const { body } = await pay(asked('timeout-then-approved'))
    gateway().clock.advance(5_000)
    const now = await readPayment(body.id)
    expect(outcome(now)).toEqual([200, '000.100.110'])
    expect(now.body.registrationId).toBe(id)
  })

  it('makes a new registration when the existing one is deleted', async () => {
    const { register, remove: end } = await merchant()
    const { id } = (await register()).body
    await end(id)
    const anew = (await register()).body
    expect(anew.id).not.toBe(id)
    expect((await register()).body.id).toBe(anew.id)
  })

  it('must be configured, and other channels store the number each time', async () => {
    const [one, other] = [await store(gateway()), await store(gateway())]
    expect(one).not.toBe(other)
    await remove(gateway(), one)
    expect(outcome(await payWith(gateway(), other))).toEqual([200, '000.100.110'])
  })
})
