import { describe, expect, it } from 'vitest'
import type { RiskSettings } from '../../entities/risk-settings.ts'
import { cardPayment, type Form, useTestGateway } from '../../testing/gateway.fixture.ts'
import { addMerchant, channelOf, sendBare } from '../../testing/merchants.fixture.ts'
import { atMostPayments, block } from './facts.fixture.ts'

const gateway = useTestGateway()

/** A card payment's parameters without what a check has no use for. */
function check(entityId: string, more: Form = {}): Form {
  return cardPayment(entityId, { paymentType: undefined, ...more })
}

/** A new channel with these rules, and its requests. */
async function channelWith(risk: RiskSettings) {
  const merchant = await addMerchant(gateway(), { channels: [{ risk }] })
  const entityId = channelOf(merchant)
  const token = merchant.accessToken
  const post = (path: string, form: Form, headers: Record<string, string> = {}) =>
    sendBare(gateway(), `POST ${path}`, { token, form, headers })
  return {
    entityId,
    post,
    check: (more: Form = {}, headers = {}) => post('/v1/risk', check(entityId, more), headers),
    pay: (more: Form = {}, headers = {}) =>
      post('/v1/payments', cardPayment(entityId, more), headers),
    read: (path: string) => sendBare(gateway(), `GET ${path}`, { token }),
  }
}

describe('POST /v1/risk', () => {
  it('passes with a score of 0 where a channel has no rules', async () => {
    const { entityId } = gateway().demo
    const answer = await gateway().post('/v1/risk', check(entityId, { 'risk.brand': 'VISA' }))
    expect(answer.status).toBe(200)
    expect(answer.body).toMatchObject({
      paymentType: 'RI',
      paymentBrand: 'VISA',
      amount: '92.00',
      currency: 'EUR',
      result: { code: '000.100.110' },
      card: { bin: '420000', last4Digits: '0000' },
      risk: { score: '0', brand: 'VISA', orderTimestamp: '2026-11-20 15:00:00' },
    })
    expect(answer.body.id).toMatch(/^8ac7a4[0-9a-f]{26}$/)
    expect(JSON.stringify(answer.body)).not.toContain('4200000000000000')
  })

  it('needs no instrument and no brand', async () => {
    const { entityId } = gateway().demo
    const form = { entityId, amount: '92.00', currency: 'EUR' }
    const { status, body } = await gateway().post('/v1/risk', form)
    expect(status).toBe(200)
    expect(body).not.toHaveProperty('paymentBrand')
    const again = await gateway().get(`/v1/risk/${body.id}?entityId=${entityId}`)
    expect(again.body).not.toHaveProperty('paymentBrand')
  })

  it('has no brand in queries either when it was sent without one', async () => {
    const { entityId } = gateway().demo
    const form = { entityId, amount: '92.00', currency: 'EUR', merchantTransactionId: 'brandless' }
    const { body } = await gateway().post('/v1/risk', form)
    const paths = [
      `/v1/risk/${body.id}`,
      `/v1/query/${body.id}`,
      `/v1/query?entityId=${entityId}&merchantTransactionId=brandless`,
    ]
    for (const path of paths) {
      const read = JSON.stringify((await gateway().get(path)).body)
      expect(read).toContain(`"id":"${body.id}"`)
      expect(read).not.toContain('paymentBrand')
    }
  })

  it('refuses with the code of the rule, and shows the score', async () => {
    const { check } = await channelWith({
      rules: [block('bin', ['420000'], { score: 40 }), block('email', ['@bad.example'])],
    })
    const answer = await check({
      'customer.email': 'jane@bad.example',
      'customer.givenName': 'Jane',
      'customer.surname': 'Jones',
    })
    expect(answer.status).toBe(400)
    expect(answer.body).toMatchObject({
      result: { code: '800.300.200' },
      risk: { score: '40' },
    })
  })

  it('recognises the card by its fingerprint and stores nothing of it', async () => {
    const { entityId, pay } = await channelWith({ rules: [] })
    const paid = await pay()
    const stored = await gateway().store.read.payment(paid.body.id)
    const record = await gateway().store.read.vaultRecord(stored?.vaultRecordId ?? '')
    const other = await channelWith({ rules: [block('card', [record?.fingerprint ?? ''])] })
    const refused = await other.check()
    expect(refused.body.result.code).toBe('800.200.160')
    expect((await gateway().store.read.payment(refused.body.id))?.vaultRecordId).toBeNull()
    expect(entityId).not.toBe(other.entityId)
  })

  it('asks for a review', async () => {
    const { check } = await channelWith({
      rules: [block('bin', ['420000'], { score: 40 })],
      reviewFromScore: 40,
    })
    const answer = await check()
    expect(answer.status).toBe(200)
    expect(answer.body.result.code).toBe('000.400.000')
  })

  it('checks risk.amount where it is sent', async () => {
    const { check } = await channelWith({
      rules: [{ kind: 'amount', currency: 'EUR', atMost: '100.00', effect: 'refuse' }],
    })
    expect((await check()).body.result.code).toBe('000.100.110')
    const refused = await check({ 'risk.amount': '100.01' })
    expect(refused.body).toMatchObject({ amount: '92.00', result: { code: '100.550.601' } })
  })

  it('names risk.amount when its currency has no such amount, and so does a payment', async () => {
    const { check, pay } = await channelWith({ rules: [block('bin', ['545454'])] })
    const malformed = { amount: '92', currency: 'JPY', 'risk.amount': '9.50' }
    for (const { status, body } of [await check(malformed), await pay(malformed)]) {
      expect([status, body.result.code]).toEqual([400, '200.300.404'])
      expect(body.result.parameterErrors).toMatchObject([{ name: 'risk.amount', value: '9.50' }])
    }
  })

  it('records a card that cannot be charged as a failed check', async () => {
    const { entityId } = gateway().demo
    const form = check(entityId, { 'card.expiryYear': '2020' })
    const { status, body } = await gateway().post('/v1/risk', form)
    expect([status, body.result.code]).toEqual([400, '100.100.303'])
    const read = await gateway().get(`/v1/risk/${body.id}`)
    expect(read.body.result.code).toBe('100.100.303')
  })

  it('refuses an unknown brand and names near ones', async () => {
    const { entityId } = gateway().demo
    const form = { entityId, amount: '92.00', currency: 'EUR', paymentBrand: 'MASTERCARD' }
    const { body } = await gateway().post('/v1/risk', form)
    expect(body.result.parameterErrors?.[0]?.message).toContain('MASTER')
  })

  it('gets from the simulated provider the result that the request asks for', async () => {
    const { entityId } = gateway().demo
    const form = check(entityId, { 'customParameters[SIMULATOR_risk]': 'refuse' })
    const { body } = await gateway().post('/v1/risk', form)
    expect(body.result.code).toBe('100.380.100')
  })

  it('is answered once per key, byte for byte', async () => {
    const { check } = await channelWith({ rules: [] })
    const headers = { 'idempotency-key': 'risk-1' }
    const first = await check({}, headers)
    const again = await check({}, headers)
    expect(again.headers.get('idempotent-replayed')).toBe('true')
    expect(again.body).toEqual(first.body)
  })

  it('lists its decisions on request, without personal data', async () => {
    const { check, pay } = await channelWith({ rules: [block('bin', ['420000'])] })
    const asks = { 'tillgate-explain': '1' }
    const { body } = await check({}, asks)
    const said = JSON.stringify(body.explain)
    expect(said).toContain('Rule 1: the bin is on the block list; refused with 800.300.401')
    expect(said).not.toContain('4200')
    const paid = await pay({}, asks)
    expect(JSON.stringify(paid.body.explain)).toContain('Rule 1: the bin is on the block list')
  })

  it('explains that no connector is called for what a rule refuses', async () => {
    const { pay } = await channelWith({ rules: [block('bin', ['420000'])] })
    const { body } = await pay({}, { 'tillgate-explain': '1' })
    expect(body.explain).toContainEqual({
      step: 'connector',
      decision: 'DB of 92.00 EUR fails with 800.300.401: "simulator" is not asked',
    })
  })

  it('books nothing and records an event', async () => {
    const { entityId } = gateway().demo
    const { body } = await gateway().post('/v1/risk', check(entityId))
    const { read } = gateway().store
    expect(await read.postingsOfFamily(body.id)).toEqual([])
    expect(await read.events(body.id)).toMatchObject([{ sequence: 1, kind: 'succeeded' }])
  })
})

describe('GET /v1/risk/{id}', () => {
  it('answers the check again', async () => {
    const { check, read } = await channelWith({ rules: [] })
    const { body } = await check()
    const { ndc: _, ...again } = (await read(`/v1/risk/${body.id}`)).body
    expect(body).toMatchObject(again)
  })

  it('reads a check, which GET /v1/payments does not find', async () => {
    const { check, read } = await channelWith({ rules: [] })
    const { id } = (await check()).body
    const { status, body } = await read(`/v1/payments/${id}`)
    expect([status, body.result.code]).toEqual([404, '700.400.580'])
    expect((await read(`/v1/risk/${id}`)).body.id).toBe(id)
  })

  it('finds no payments, no checks of other merchants and no unknown ids', async () => {
    const { check, pay, read } = await channelWith({ rules: [] })
    const payment = (await pay()).body.id
    const stranger = await channelWith({ rules: [] })
    const foreign = (await stranger.check()).body.id
    expect((await check()).status).toBe(200)
    for (const id of [payment, foreign, 'f'.repeat(32)]) {
      const { status, body } = await read(`/v1/risk/${id}`)
      expect([status, body.result.code]).toEqual([404, '700.400.580'])
    }
  })
})

describe('a payment on a channel with rules', () => {
  it('shows its score', async () => {
    const { pay } = await channelWith({ rules: [block('bin', ['420000'], { score: 7 })] })
    expect((await pay()).body).toMatchObject({
      result: { code: '000.100.110' },
      risk: { score: '7' },
    })
  })

  it('is refused and recorded without a call of its connector', async () => {
    const { pay, read } = await channelWith({ rules: [block('ip', ['192.0.2.0/24'])] })
    const { status, body } = await pay({
      'customer.ip': '192.0.2.9',
      'customer.givenName': 'Jane',
      'customer.surname': 'Jones',
    })
    expect([status, body.result.code]).toEqual([400, '800.300.301'])
    expect(body).not.toHaveProperty('resultDetails')
    expect((await read(`/v1/payments/${body.id}`)).body.result.code).toBe('800.300.301')
  })

  it('succeeds with the code of a review, and can be refunded', async () => {
    const { pay } = await channelWith({ rules: [], reviewFromScore: 0 })
    const { status, body } = await pay()
    expect([status, body.result.code]).toEqual([200, '000.400.000'])
    const stored = await gateway().store.read.payment(body.id)
    expect(stored).toMatchObject({ state: 'succeeded', bookedMinor: 9200 })
  })

  it('counts every attempt, declined ones too; a stand-alone check is not counted', async () => {
    const { pay, check } = await channelWith({ rules: [atMostPayments('card', 3)] })
    await pay()
    await pay({ 'card.holder': '800.100.152' })
    await check()
    await check()
    expect((await pay()).body.result.code).toBe('000.100.110')
    expect((await check()).body.result.code).toBe('800.120.101')
    expect((await pay()).body.result.code).toBe('800.120.101')
    const other = await pay({ 'card.number': '5454545454545454', paymentBrand: 'MASTER' })
    expect(other.body.result.code).toBe('000.100.110')
  })

  it('counts a stored card as the same card', async () => {
    const { entityId, pay, post } = await channelWith({ rules: [atMostPayments('card', 2)] })
    const stored = await pay({ createRegistration: 'true' })
    const again = {
      entityId,
      amount: '92.00',
      currency: 'EUR',
      paymentType: 'DB',
      'card.cvv': '123',
    }
    const path = `/v1/registrations/${stored.body.registrationId}/payments`
    expect((await post(path, again)).body.result.code).toBe('000.100.110')
    expect((await post(path, again)).body.result.code).toBe('800.120.101')
  })

  it('is checked in a checkout too, and the shopper may try again', async () => {
    const { entityId, post, read } = await channelWith({ rules: [block('bin', ['545454'])] })
    const order = { entityId, amount: '92.00', currency: 'EUR', paymentType: 'DB' }
    const path = `/v1/checkouts/${(await post('/v1/checkouts', order)).body.id}/payment`
    const card = cardPayment(entityId, {
      entityId: undefined,
      amount: undefined,
      currency: undefined,
      paymentType: undefined,
    })
    const blocked = { ...card, 'card.number': '5454545454545454', paymentBrand: 'MASTER' }
    expect((await post(path, blocked)).body.result.code).toBe('800.300.401')
    expect((await post(path, card)).body.result.code).toBe('000.100.110')
    expect((await read(path)).body).toMatchObject({ risk: { score: '0' } })
  })

  it('does not count attempts before the window', async () => {
    const { pay } = await channelWith({ rules: [atMostPayments('email', 1)] })
    const jane = {
      'customer.email': 'jane@shop.example',
      'customer.givenName': 'Jane',
      'customer.surname': 'Jones',
    }
    expect((await pay(jane)).status).toBe(200)
    const shouted = { ...jane, 'customer.email': 'JANE@SHOP.EXAMPLE' }
    expect((await pay(shouted)).body.result.code).toBe('800.120.103')
    gateway().clock.advance(61 * 60 * 1000)
    expect((await pay(jane)).status).toBe(200)
  })

  it('stores no readable e-mail or IP address for its counts', async () => {
    const { pay, entityId } = await channelWith({ rules: [atMostPayments('email', 9)] })
    await pay({
      'customer.email': 'jane@shop.example',
      'customer.givenName': 'Jane',
      'customer.surname': 'Jones',
    })
    const { read } = gateway().store
    const readable = await read.sightings(entityId, 'email:jane@shop.example', 0, 'EUR')
    expect(readable.count).toBe(0)
  })
})

describe('an operation that charges again', () => {
  const atMost500 = {
    rules: [{ kind: 'amount', currency: 'EUR', atMost: '500.00', effect: 'refuse' } as const],
  }
  const raise = (entityId: string, referenceUuid: string, amount: string, more: Form = {}) => ({
    entityId,
    amount,
    currency: 'EUR',
    paymentType: 'PA',
    referenceUuid,
    'standingInstruction.source': 'MIT',
    'standingInstruction.mode': 'REPEATED',
    'standingInstruction.type': 'UNSCHEDULED',
    'standingInstruction.industryPractice': 'INCREMENTAL_AUTH',
    ...more,
  })
  const rebill = (amount: string): Form => ({ amount, currency: 'EUR', paymentType: 'RB' })

  it('may not raise a hold above what a payment may be, in one step or several', async () => {
    const { entityId, post, pay, read } = await channelWith(atMost500)
    const { id } = (await pay({ paymentType: 'PA', amount: '60.00' })).body
    const refused = await post('/v1/payments', raise(entityId, id, '1000.00'))
    expect(refused.status).toBe(400)
    expect(refused.body).toMatchObject({
      paymentType: 'PA',
      amount: '1000.00',
      result: { code: '100.550.312' },
      risk: { score: '0' },
    })
    expect((await read(`/v1/payments/${refused.body.id}`)).body.result.code).toBe('100.550.312')
    const codeOf = async (amount: string, more: Form = {}) =>
      (await post('/v1/payments', raise(entityId, id, amount, more))).body.result.code
    expect(await codeOf('440.00')).toBe('000.100.110')
    expect(await codeOf('0.01')).toBe('100.550.312')
    expect(await codeOf('0.01', { 'risk.amount': '1.00' })).toBe('100.550.312')
    const capture = { amount: '500.01', currency: 'EUR', paymentType: 'CP' }
    expect((await post(`/v1/payments/${id}`, capture)).body.result.code).toBe('700.400.100')
  })

  it('counts pending increments', async () => {
    const { entityId, post, pay } = await channelWith(atMost500)
    const { id } = (await pay({ paymentType: 'PA', amount: '100.00' })).body
    const pending = { 'customParameters[SIMULATOR_outcome]': 'pending' }
    const first = await post('/v1/payments', raise(entityId, id, '300.00', pending))
    expect(first.body.result.code).toBe('000.200.001')
    const second = await post('/v1/payments', raise(entityId, id, '300.00'))
    expect(second.body.result.code).toBe('100.550.312')
  })

  it('may not charge a card for more than a payment may be', async () => {
    const { post, pay } = await channelWith(atMost500)
    const { id } = (await pay({ amount: '60.00' })).body
    const refused = await post(`/v1/payments/${id}`, rebill('1000.00'))
    expect(refused.body).toMatchObject({ paymentType: 'RB', result: { code: '100.550.312' } })
    expect((await gateway().store.read.payment(refused.body.id))?.state).toBe('failed')
    const charged = await post(`/v1/payments/${id}`, rebill('500.00'))
    expect(charged.body.result.code).toBe('000.100.110')
  })

  it.each([
    ['card', async (id: string) => (await recordOf(id))?.fingerprint ?? '', '800.200.160'],
    ['bin', async () => '42000000', '800.300.401'],
    ['email', async () => '@bad.example', '800.300.200'],
    ['country', async () => 'FR', '800.300.102'],
  ] as const)(
    'is refused by a block list of %s that was extended since',
    async (by, listedFor, code) => {
      const { entityId, post, pay } = await channelWith({ rules: [] })
      const shopper = {
        'customer.email': 'jane@bad.example',
        'customer.givenName': 'Jane',
        'customer.surname': 'Jones',
        'billing.country': 'FR',
      }
      const debit = (await pay(shopper)).body
      const hold = (await pay({ ...shopper, paymentType: 'PA' })).body
      await setRisk(entityId, { rules: [block(by, [await listedFor(debit.id)])] })
      const rebilled = await post(`/v1/payments/${debit.id}`, rebill('1.00'))
      expect(rebilled.body.result.code).toBe(code)
      const raised = await post('/v1/payments', raise(entityId, hold.id, '1.00'))
      expect(raised.body.result.code).toBe(code)
      const capture = { amount: '1.00', currency: 'EUR', paymentType: 'CP' }
      const captured = await post(`/v1/payments/${hold.id}`, capture)
      expect(captured.body.result.code).toBe('000.100.110')
    },
  )

  it('has a risk score, and may be approved with a review', async () => {
    const { entityId, post, pay } = await channelWith({ rules: [] })
    const { id } = (await pay()).body
    const rules = [block('bin', ['420000'], { score: 40 }), atMostPayments('card', 1)]
    await setRisk(entityId, { rules, reviewFromScore: 40 })
    const charged = await post(`/v1/payments/${id}`, rebill('1.00'), { 'tillgate-explain': '1' })
    expect(charged.status).toBe(200)
    expect(charged.body).toMatchObject({ result: { code: '000.400.000' }, risk: { score: '40' } })
    expect(JSON.stringify(charged.body.explain)).toContain('the bin is on the block list')
  })

  it('is not counted by velocity rules and not sent to risk providers', async () => {
    const { post, pay } = await channelWith({
      rules: [atMostPayments('card', 2)],
      provider: { name: 'simulator' },
    })
    const { id } = (await pay()).body
    for (let time = 1; time <= 3; time++) {
      const charged = await post(`/v1/payments/${id}`, rebill('1.00'))
      expect(charged.body.result.code).toBe('000.100.110')
      expect(charged.body).not.toHaveProperty('risk')
    }
    expect((await pay()).body.result.code).toBe('000.100.110')
    expect((await pay()).body.result.code).toBe('800.120.101')
  })

  async function recordOf(paymentId: string) {
    const payment = await gateway().store.read.payment(paymentId)
    return gateway().store.read.vaultRecord(payment?.vaultRecordId ?? '')
  }

  async function setRisk(entityId: string, risk: RiskSettings): Promise<void> {
    const { store, clock } = gateway()
    const version = (await store.read.entity(entityId))?.version ?? 0
    const set = { settings: JSON.stringify({ risk }) }
    await store.commit([{ kind: 'stepEntity', id: entityId, expectedVersion: version, set }])
    clock.advance(2000)
  }
})
