import { describe, expect, it, onTestFinished } from 'vitest'
import { returnPath } from '../../server/payments/connectors/return-url.ts'
import { cardPayment, type Form, startTestGateway } from '../../server/testing/gateway.fixture.ts'
import { answers } from './receiver.fixture.ts'
import { startTwoGateways, type TwoGateways } from './two-gateways.fixture.ts'

const SHOP = 'https://shop.example/done'

const external = ({ near }: TwoGateways, more: Form = {}) =>
  near.post('/v1/payments', cardPayment(near.demo.entityId, { testMode: 'EXTERNAL', ...more }))

const refer = ({ near }: TwoGateways, id: string, form: Form) =>
  near.post(`/v1/payments/${id}`, { currency: 'EUR', ...form })

/** What the far gateway has of a payment of the near one. */
async function atFar({ near, far }: TwoGateways, id: string) {
  const { body } = await near.get(`/v1/payments/${id}`)
  const details = body.resultDetails as unknown as Record<string, string>
  return (await far.get(`/v1/payments/${details.ReceiverPaymentId}`)).body
}

describe('testMode=EXTERNAL with another gateway behind it', () => {
  it('authorises, captures and refunds there, and answers 000.100.112', async () => {
    const gateways = await startTwoGateways()
    const held = await external(gateways, {
      paymentType: 'PA',
      merchantTransactionId: 'order-0001',
    })
    expect([held.status, held.body.result.code]).toEqual([200, '000.100.112'])
    const { id } = held.body
    const captured = await refer(gateways, id, { paymentType: 'CP', amount: '90.00' })
    expect([captured.status, captured.body.result.code]).toEqual([200, '000.100.112'])
    const part = { paymentType: 'RF', amount: '40.00', testMode: 'EXTERNAL' }
    const refunded = await refer(gateways, captured.body.id, part)
    expect(refunded.body.result.code).toBe('000.100.112')
    for (const answer of [held, captured, refunded]) {
      const there = await atFar(gateways, answer.body.id)
      expect(there.result.code).toBe('000.100.110')
      expect(there.paymentType).toBe(answer.body.paymentType)
      expect(there.amount).toBe(answer.body.amount)
    }
    expect(await atFar(gateways, id)).toMatchObject({ merchantTransactionId: 'order-0001' })
    const tooMuch = await refer(gateways, captured.body.id, { paymentType: 'RF', amount: '60.00' })
    expect(tooMuch.body.result.code).toBe('700.400.200')
    expect(gateways.wire.received).toHaveLength(3)
  })

  it('reverses, rebills, raises and renews there', async () => {
    const gateways = await startTwoGateways()
    const debit = await external(gateways)
    const rebilled = await refer(gateways, debit.body.id, { paymentType: 'RB', amount: '5.00' })
    expect(rebilled.body.result.code).toBe('000.100.112')
    expect((await atFar(gateways, rebilled.body.id)).paymentType).toBe('RB')
    const reversed = await refer(gateways, debit.body.id, { paymentType: 'RV', amount: '92.00' })
    expect(reversed.body.result.code).toBe('000.100.112')
    const held = await external(gateways, { paymentType: 'PA' })
    for (const industryPractice of ['INCREMENTAL_AUTH', 'REAUTHORIZATION']) {
      const raised = await gateways.near.post('/v1/payments', {
        entityId: gateways.near.demo.entityId,
        referenceUuid: held.body.id,
        paymentType: 'PA',
        amount: '8.00',
        currency: 'EUR',
        'standingInstruction.mode': 'REPEATED',
        'standingInstruction.source': 'MIT',
        'standingInstruction.type': 'UNSCHEDULED',
        'standingInstruction.industryPractice': industryPractice,
      })
      expect(raised.body.result.code).toBe('000.100.112')
    }
    expect(gateways.wire.received.at(-1)?.form.referenceUuid).toHaveLength(32)
    expect(gateways.wire.received.at(-1)?.form.referenceUuid).not.toBe(held.body.id)
  })

  it('declines with the code of the other gateway', async () => {
    const gateways = await startTwoGateways()
    const { status, body } = await external(gateways, { 'card.holder': '800.100.152' })
    expect([status, body.result.code]).toEqual([400, '800.100.152'])
  })

  it('does not forward merchantInvoiceId and merchantMemo to the receiver', async () => {
    const gateways = await startTwoGateways()
    const kept = { merchantInvoiceId: 'an-invoice-of-mine', merchantMemo: 'a memo of mine' }
    const { body } = await external(gateways, kept)
    expect(body).toMatchObject(kept)
    expect(gateways.wire.received[0]?.form).not.toMatchObject(kept)
    expect(JSON.stringify(gateways.wire.received)).not.toMatch(/of-mine|of mine/)
    const there = await atFar(gateways, body.id)
    for (const name of Object.keys(kept)) expect(there).not.toHaveProperty(name)
  })

  it('stores details here, and pays with them there', async () => {
    const gateways = await startTwoGateways()
    const stored = await external(gateways, { createRegistration: 'true' })
    const { near } = gateways
    const { registrationId } = stored.body as unknown as { readonly registrationId: string }
    const again = { entityId: near.demo.entityId, amount: '3.00', currency: 'EUR' }
    const paid = await near.post(`/v1/registrations/${registrationId}/payments`, {
      ...again,
      paymentType: 'DB',
      testMode: 'EXTERNAL',
    })
    expect(paid.body.result.code).toBe('000.100.112')
    expect(await atFar(gateways, paid.body.id)).not.toHaveProperty('registrationId')
  })
})

describe('a gateway with no other one behind it', () => {
  it('refuses testMode=EXTERNAL and says what to send instead', async () => {
    const gateway = await startTestGateway()
    onTestFinished(() => gateway.close())
    const form = cardPayment(gateway.demo.entityId, { testMode: 'EXTERNAL' })
    const { status, body } = await gateway.post('/v1/payments', form)
    expect([status, body.result.code]).toEqual([400, '600.200.700'])
    expect(body.result.description).toContain('testMode=INTERNAL')
  })
})

describe('the mode of a reference', () => {
  it.each<[string | undefined, string | undefined, string]>([
    [undefined, undefined, '000.100.110'],
    ['INTERNAL', undefined, '000.100.110'],
    ['INTERNAL', 'EXTERNAL', '700.100.600'],
    [undefined, 'EXTERNAL', '700.100.600'],
    ['EXTERNAL', undefined, '000.100.112'],
    ['EXTERNAL', 'EXTERNAL', '000.100.112'],
    ['EXTERNAL', 'INTERNAL', '700.100.600'],
  ])('after a payment of %s, %s answers %s', async (first, second, code) => {
    const gateways = await startTwoGateways()
    const paid = await external(gateways, { testMode: first })
    const refund = { paymentType: 'RF', amount: '1.00', testMode: second }
    expect((await refer(gateways, paid.body.id, refund)).body.result.code).toBe(code)
    expect(gateways.wire.received).toHaveLength(
      first === 'EXTERNAL' ? (second === 'INTERNAL' ? 1 : 2) : 0,
    )
  })
})

describe('a payment on a page of the other gateway', () => {
  const paypal = {
    paymentBrand: 'PAYPAL',
    'card.number': undefined,
    'card.holder': undefined,
    'card.expiryMonth': undefined,
    'card.expiryYear': undefined,
    'card.cvv': undefined,
    shopperResultUrl: 'https://shop.example/result?order=7',
  }

  /** The shopper decides there; the answer is where that page sends him. */
  async function decide({ far }: TwoGateways, body: object, choice: string): Promise<URL> {
    const { redirect } = body as {
      redirect: { url: string; parameters: { name: string; value: string }[] }
    }
    const form = new URLSearchParams(redirect.parameters.map(({ name, value }) => [name, value]))
    form.set('choice', choice)
    const response = await fetch(`${far.url}${new URL(redirect.url).pathname}/decide`, {
      method: 'POST',
      body: form,
      redirect: 'manual',
    })
    return new URL(response.headers.get('location') ?? '')
  }

  it.each([
    ['approve', 200, '000.100.112'],
    ['cancel', 400, '100.396.101'],
    ['wait', 200, '000.200.000'],
  ])('comes back by way of this one with %s', async (choice, status, code) => {
    const gateways = await startTwoGateways()
    const { near } = gateways
    const { body } = await external(gateways, paypal)
    expect(body.result.code).toBe('000.200.000')
    const back = await decide(gateways, body, choice)
    expect(back.pathname).toMatch(/^\/connectors\/return\//)
    const home = await fetch(near.url + back.pathname + back.search, { redirect: 'manual' })
    const shop = new URL(home.headers.get('location') ?? '')
    expect([home.status, shop.origin + shop.pathname]).toEqual([303, 'https://shop.example/result'])
    expect(Object.fromEntries(shop.searchParams)).toEqual({
      order: '7',
      id: body.id,
      resourcePath: `/v1/payments/${body.id}`,
    })
    const stored = await near.store.read.payment(body.id)
    expect(stored?.resultCode).toBe(code)
    expect((await near.get(`/v1/payments/${body.id}`)).status).toBe(status)
  })

  it('accepts no outcome at an address that was never given out', async () => {
    const gateways = await startTwoGateways()
    const { near, wire } = gateways
    const { body } = await external(gateways, paypal)
    const forged = returnPath(body.id, '0'.repeat(64))
    const { status } = await fetch(near.url + forged, { redirect: 'manual' })
    expect([status, wire.received.length]).toEqual([404, 1])
  })

  it('ends with the word of the other gateway when the shopper never comes back', async () => {
    const gateways = await startTwoGateways()
    const { near, far } = gateways
    const { body } = await external(gateways, paypal)
    await decide(gateways, body, 'expire')
    expect((await near.store.read.payment(body.id))?.state).toBe('pending')
    near.clock.advance(3_600_000)
    far.clock.advance(3_600_000)
    await expect
      .poll(async () => (await near.store.read.payment(body.id))?.resultCode)
      .toBe('100.396.103')
  })
})

describe('an answer that is lost between the two', () => {
  it('leaves one payment there, which is found and not made again', async () => {
    const gateways = await startTwoGateways()
    const { near, wire } = gateways
    gateways.loses = true
    const { status, body } = await external(gateways, { merchantTransactionId: 'order-0002' })
    expect([status, body.result.code]).toEqual([200, '000.200.000'])
    near.clock.advance(30_000)
    await expect.poll(async () => (await near.store.read.payment(body.id))?.state).toBe('succeeded')
    const posts = wire.received.filter(({ method }) => method === 'POST')
    expect(posts).toHaveLength(1)
    gateways.loses = false
    const refunded = await refer(gateways, body.id, { paymentType: 'RF', amount: '92.00' })
    expect(refunded.body.result.code).toBe('000.100.112')
  })

  it('of a refund keeps its money reserved until it is found', async () => {
    const gateways = await startTwoGateways()
    const { near } = gateways
    const paid = await external(gateways)
    gateways.loses = true
    const refund = { paymentType: 'RF', amount: '92.00' }
    const lost = await refer(gateways, paid.body.id, refund)
    expect(lost.body.result.code).toBe('000.200.000')
    expect((await refer(gateways, paid.body.id, refund)).body.result.code).toBe('700.300.300')
    near.clock.advance(5_000)
    const read = await near.get(`/v1/payments/${lost.body.id}`)
    expect(read.body.result.code).toBe('000.100.112')
  })

  it('that the other gateway does not know itself is asked for through it', async () => {
    const gateways = await startTwoGateways()
    const { near, far } = gateways
    const late = { 'customParameters[SIMULATOR_outcome]': 'timeout-then-approved' }
    const { body } = await external(gateways, late)
    expect(body.result.code).toBe('000.200.000')
    near.clock.advance(5_000)
    far.clock.advance(5_000)
    expect((await near.get(`/v1/payments/${body.id}`)).body.result.code).toBe('000.100.112')
  })
})

describe('a live gateway', () => {
  it('forwards what it is asked to pay, without a mode, and answers 000.000.000', async () => {
    const gateways = await startTwoGateways('live')
    gateways.looksLive = true
    const { near, wire } = gateways
    const paid = await near.post('/v1/payments', cardPayment(near.demo.entityId))
    expect([paid.status, paid.body.result.code]).toEqual([200, '000.000.000'])
    const posted = wire.received.find(({ method }) => method === 'POST')
    expect(posted?.form).not.toHaveProperty('testMode')
    const refused = await external(gateways)
    expect(refused.body.result.code).toBe('600.200.701')
  })
})

describe('a live gateway whose receiver is a test system', () => {
  it('refuses what that approves, and asks a person to check', async () => {
    const { near } = await startTwoGateways('live')
    const paid = await near.post('/v1/payments', cardPayment(near.demo.entityId))
    expect([paid.status, paid.body.result.code]).toEqual([400, '600.200.701'])
    const read = await near.get(`/v1/payments/${paid.body.id}`)
    expect(read.body).toMatchObject({
      result: { code: '600.200.701' },
      resultDetails: { AcquirerResponse: '000.100.110', ApprovedByAcquirerAt: expect.any(String) },
    })
    const kinds = (await near.store.read.events(paid.body.id)).map(({ kind }) => kind)
    expect(kinds).toEqual(['intent', 'failed', 'review'])
  })

  it('refuses a late approval of it as well', async () => {
    const gateways = await startTwoGateways('live')
    const { near } = gateways
    gateways.loses = true
    const open = await near.post('/v1/payments', cardPayment(near.demo.entityId))
    expect(open.body.result.code).toBe('000.200.000')
    near.clock.advance(5_000)
    const read = await near.get(`/v1/payments/${open.body.id}`)
    expect([read.status, read.body.result.code]).toEqual([400, '600.200.701'])
  })

  it('gives back what a refused capture had reserved', async () => {
    const gateways = await startTwoGateways('live')
    const { near } = gateways
    gateways.looksLive = true
    const form = cardPayment(near.demo.entityId, { paymentType: 'PA' })
    const held = await near.post('/v1/payments', form)
    expect(held.body.result.code).toBe('000.000.000')
    gateways.looksLive = false
    const captured = await refer(gateways, held.body.id, { paymentType: 'CP', amount: '92.00' })
    expect(captured.body.result.code).toBe('600.200.701')
    expect((await near.store.read.payment(held.body.id))?.capturedMinor).toBe(0)
  })
})

describe('one click with the security code', () => {
  it('is paid by the other gateway, as a payment that the cardholder begins', async () => {
    const gateways = await startTwoGateways()
    const { near, wire } = gateways
    const stored = await external(gateways, { createRegistration: 'true' })
    const { registrationId } = stored.body as unknown as { readonly registrationId: string }
    const checkout = await near.post('/v1/checkouts', {
      entityId: near.demo.entityId,
      amount: '5.00',
      currency: 'EUR',
      paymentType: 'DB',
      testMode: 'EXTERNAL',
      'registrations[0].id': registrationId,
    })
    const path = `/v1/checkouts/${checkout.body.id}/payment`
    await near.post(path, { registrationId, 'card.cvv': '123', shopperResultUrl: SHOP })
    const status = await near.get(`${path}?entityId=${near.demo.entityId}`)
    expect([status.status, status.body.result.code]).toEqual([200, '000.100.112'])
    const posted = wire.received.at(-1)?.form
    expect(posted).toMatchObject({ 'card.cvv': '123' })
    expect(Object.keys(posted ?? {}).join()).not.toContain('standingInstruction')
  })

  it('is paid without the code where the checkout says that it is a repeated payment', async () => {
    const gateways = await startTwoGateways()
    const { near, wire } = gateways
    const stored = await external(gateways, { createRegistration: 'true' })
    const { registrationId } = stored.body as unknown as { readonly registrationId: string }
    const checkout = await near.post('/v1/checkouts', {
      entityId: near.demo.entityId,
      amount: '5.00',
      currency: 'EUR',
      paymentType: 'DB',
      testMode: 'EXTERNAL',
      'registrations[0].id': registrationId,
      'standingInstruction.source': 'CIT',
      'standingInstruction.mode': 'REPEATED',
      'standingInstruction.type': 'UNSCHEDULED',
    })
    const path = `/v1/checkouts/${checkout.body.id}/payment`
    await near.post(path, { registrationId, 'card.cvv': '123', shopperResultUrl: SHOP })
    const status = await near.get(`${path}?entityId=${near.demo.entityId}`)
    expect(status.body.result.code).toBe('000.100.112')
    expect(wire.received.at(-1)?.form).not.toHaveProperty('card.cvv')
  })
})

describe('a payment that the other gateway refuses for its parameters', () => {
  const refusal = answers(400, {
    result: {
      code: '200.300.404',
      parameterErrors: [
        { name: 'card.cvv', value: '123', message: 'must not be sent with 4200000000000000' },
      ],
    },
  })

  it('shows the merchant in test which ones and why, and no card data', async () => {
    const gateways = await startTwoGateways()
    gateways.wire.behave = refusal
    const { body } = await external(gateways)
    expect(body.result.code).toBe('200.300.404')
    const { ExtendedDescription } = body.resultDetails as unknown as Record<string, string>
    expect(ExtendedDescription).toMatch(/^card\.cvv must not be sent with /)
    expect(JSON.stringify(body)).not.toMatch(/4200000000000000|"123"/)
  })

  it('shows the merchant in live only its code', async () => {
    const { near, wire } = await startTwoGateways('live')
    wire.behave = refusal
    const { body } = await near.post('/v1/payments', cardPayment(near.demo.entityId))
    expect(body.result.code).toBe('200.300.404')
    expect(JSON.stringify(body)).not.toContain('must not be sent')
  })
})

describe('a payment whose connector is not configured any more', () => {
  it('can be read, and says why it cannot be refunded', async () => {
    const gateways = await startTwoGateways()
    const paid = await external(gateways)
    gateways.loses = true
    const open = await external(gateways)
    const { store } = gateways.near
    const later = await startTestGateway({ store })
    onTestFinished(() => later.close())
    const refund = { paymentType: 'RF', amount: '1.00', currency: 'EUR' }
    const refused = await later.post(`/v1/payments/${paid.body.id}`, refund)
    expect([refused.status, refused.body.result.code]).toEqual([400, '600.200.201'])
    expect(refused.body.result.description).toContain('not configured')
    expect((await later.get(`/v1/payments/${paid.body.id}`)).status).toBe(200)
    later.clock.advance(40_000)
    const read = await later.get(`/v1/payments/${open.body.id}`)
    expect([read.status, read.body.result.code]).toEqual([200, '000.200.000'])
    const external_ = cardPayment(later.demo.entityId, { testMode: 'EXTERNAL' })
    expect((await later.post('/v1/payments', external_)).body.result.code).toBe('600.200.700')
  })
})
