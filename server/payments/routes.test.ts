import { setImmediate } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { cardPayment, type Form, useTestGateway } from '../testing/gateway.fixture.ts'

const gateway = useTestGateway()

const pay = (more: Form = {}) =>
  gateway().post('/v1/payments', cardPayment(gateway().demo.entityId, more))

const refer = (id: string, form: Form) => gateway().post(`/v1/payments/${id}`, form)
const refund92 = (id: string) => refer(id, { paymentType: 'RF', amount: '92.00', currency: 'EUR' })

describe('POST /v1/payments', () => {
  it('answers a debit in the payment response shape', async () => {
    const { status, body } = await pay({
      merchantTransactionId: 'order-4711',
      'customParameters[SHOPPER_colour]': 'green',
    })
    expect(status).toBe(200)
    expect(body).toEqual({
      id: expect.stringMatching(/^8ac7a4[0-9a-f]{26}$/),
      paymentType: 'DB',
      paymentBrand: 'VISA',
      amount: '92.00',
      currency: 'EUR',
      result: {
        code: '000.100.110',
        description: expect.stringContaining('Request successfully processed'),
        cvvResponse: 'M',
      },
      resultDetails: expect.objectContaining({
        AcquirerResponse: '00',
        clearingInstituteName: 'Tillgate simulator',
      }),
      card: {
        bin: '420000',
        last4Digits: '0000',
        holder: 'Jane Jones',
        expiryMonth: '05',
        expiryYear: '2034',
        country: 'DE',
        type: 'CREDIT',
        level: 'CLASSIC',
        regulatedFlag: 'Y',
        issuer: expect.objectContaining({ bank: 'Harbour Test Bank' }),
      },
      transactionLinkId: expect.any(String),
      lifecycleId: expect.any(String),
      descriptor: expect.stringMatching(/^\d{4}\.\d{4}\.\d{4} Demo channel$/),
      merchantTransactionId: 'order-4711',
      customParameters: { SHOPPER_colour: 'green' },
      buildNumber: expect.stringMatching(/^[0-9a-f]{40}@/),
      timestamp: '2026-11-20 15:00:00+0000',
      ndc: expect.stringMatching(/^[0-9a-f]{32}-[0-9a-f]{32}$/),
    })
  })

  it('takes a JSON body of the same names', async () => {
    const { entityId, accessToken } = gateway().demo
    const response = await fetch(`${gateway().url}/v1/payments`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${accessToken}`,
        'content-type': 'application/json; charset=UTF-8',
      },
      body: JSON.stringify({
        entityId,
        amount: '10.00',
        currency: 'EUR',
        paymentType: 'PA',
        card: { number: '5454545454545454', expiryMonth: '12', expiryYear: '2030' },
      }),
    })
    expect(await response.json()).toMatchObject({
      paymentBrand: 'MASTER',
      brandResult: 'MASTER',
      result: { code: '000.100.110' },
    })
  })

  it('declines with the result code that is sent as holder, and stores the payment', async () => {
    const declined = await pay({ 'card.holder': '800.100.152' })
    expect(declined.status).toBe(400)
    expect(declined.body.result.code).toBe('800.100.152')
    const read = await gateway().get(`/v1/payments/${declined.body.id}`)
    expect(read.body.result.code).toBe('800.100.152')
  })

  it.each([
    ['a wrong check digit', { 'card.number': '4200000000000001' }, '100.100.101'],
    ['an expired card', { 'card.expiryMonth': '10', 'card.expiryYear': '2026' }, '100.100.303'],
    ['another brand than the number’s', { paymentBrand: 'MASTER' }, '100.100.700'],
    ['a code of the wrong length', { 'card.cvv': '1234' }, '100.100.601'],
    ['an amount of nothing', { amount: '0.00' }, '100.550.300'],
    ['a mode without connector', { testMode: 'EXTERNAL' }, '600.200.700'],
  ] as const)('refuses %s', async (_what, more: Form, code) => {
    const { status, body } = await pay(more)
    expect([status, body.result.code]).toEqual([400, code])
    expect(body).toMatchObject({ paymentType: 'DB', amount: more.amount ?? '92.00' })
  })

  it('names an amount of zero as a fault, for new and referring payments, beside other faults', async () => {
    const message = expect.stringMatching(/^must be more than 0\.00/)
    const zero = { name: 'amount', value: '0.00', message }
    const refused = await pay({ amount: '0.00' })
    expect(refused.body.result.parameterErrors).toEqual([zero])
    const { id } = (await pay()).body
    const refund = await gateway().post(`/v1/payments/${id}`, {
      paymentType: 'RF',
      amount: '0',
      currency: 'EUR',
    })
    expect([refund.status, refund.body.result.code]).toEqual([400, '100.550.300'])
    expect(refund.body.result.parameterErrors).toEqual([zero])
    const both = await pay({ amount: '0.00', 'billing.country': 'de' })
    expect(both.body.result.code).toBe('200.300.404')
    expect(both.body.result.parameterErrors).toEqual([
      expect.objectContaining({ name: 'billing.country' }),
      zero,
    ])
  })

  it('charges a card until the last day of its expiry month', async () => {
    const { body } = await pay({ 'card.expiryMonth': '11', 'card.expiryYear': '2026' })
    expect(body.result.code).toBe('000.100.110')
  })

  it('checks an account with an authorisation of 0.00', async () => {
    const { body } = await pay({ paymentType: 'PA', amount: '0.00' })
    expect([body.result.code, body.amount]).toEqual(['000.100.110', '0.00'])
  })

  it('reports all faults of a request at once and echoes the readable parameters', async () => {
    const { status, body } = await pay({
      amount: '92.001',
      'card.expiryMonth': '13',
      'card.cvv': 'abc',
      cardholder: 'Jane',
    })
    expect(status).toBe(400)
    expect(body.result.code).toBe('200.300.404')
    expect(body.result.parameterErrors?.map(({ name }) => name).sort()).toEqual([
      'amount',
      'card.cvv',
      'card.expiryMonth',
      'cardholder',
    ])
    expect(body).toMatchObject({ paymentType: 'DB', paymentBrand: 'VISA', currency: 'EUR' })
    expect(JSON.stringify(body)).not.toContain('"abc"')
  })

  it.each([
    ['JPY', '100.50'],
    ['KRW', '1.01'],
  ])('refuses decimals that %s does not have', async (currency, amount) => {
    const { body } = await pay({ currency, amount })
    expect(body.result.parameterErrors).toMatchObject([
      { name: 'amount', message: expect.stringContaining(currency) },
    ])
  })

  it.each([
    ['JPY', '100.00'],
    ['KWD', '1.23'],
    ['CLF', '1.23'],
  ])('shows an amount of %s as it was sent', async (currency, amount) => {
    const { body } = await pay({ currency, amount })
    expect([body.result.code, body.amount]).toEqual(['000.100.110', amount])
  })

  it('answers a payment with an unknown outcome as pending, and refuses references to it', async () => {
    const unknown = await pay({ 'customParameters[SIMULATOR_outcome]': 'timeout' })
    expect([unknown.status, unknown.body.result.code]).toEqual([200, '000.200.000'])
    const refund = await refund92(unknown.body.id)
    expect(refund.body.result.code).toBe('700.400.570')
  })

  it('records a delayed payment before it is sent, and settles it afterwards', async () => {
    const paid = await pay({ 'customParameters[SIMULATOR_outcome]': 'delay:5' })
    expect(paid.body.result.code).toBe('000.100.110')
    const events = await gateway().store.read.events(paid.body.id)
    expect(events.map(({ kind }) => kind)).toEqual(['intent', 'succeeded'])
  })
})

describe('POST /v1/payments/{id}', () => {
  const authorise = async (more: Form = {}) =>
    (await pay({ paymentType: 'PA', amount: '100.00', ...more })).body.id

  it('captures in parts up to the authorised amount', async () => {
    const id = await authorise()
    const first = await refer(id, { paymentType: 'CP', amount: '60.00', currency: 'EUR' })
    expect(first.body).toMatchObject({ paymentType: 'CP', amount: '60.00', paymentBrand: 'VISA' })
    const tooMuch = await refer(id, { paymentType: 'CP', amount: '40.01', currency: 'EUR' })
    expect([tooMuch.status, tooMuch.body.result.code]).toEqual([400, '700.400.100'])
    const rest = await refer(id, { paymentType: 'CP' })
    expect(rest.body.amount).toBe('40.00')
    expect((await refer(id, { paymentType: 'CP' })).body.result.code).toBe('700.300.300')
  })

  it('counts captures and closes with FINAL', async () => {
    const counted = await authorise({ numberOfCaptures: '1' })
    await refer(counted, { paymentType: 'CP', amount: '1.00', currency: 'EUR' })
    const second = await refer(counted, { paymentType: 'CP', amount: '1.00', currency: 'EUR' })
    expect(second.body.result.code).toBe('700.400.100')
    const closed = await authorise()
    await refer(closed, { paymentType: 'CP', amount: '1.00', currency: 'EUR', sequence: 'FINAL' })
    expect((await refer(closed, { paymentType: 'CP' })).body.result.code).toBe('700.400.100')
  })

  it('reverses what is left of an authorisation, and a debit before its cut-off', async () => {
    const id = await authorise()
    await refer(id, { paymentType: 'CP', amount: '30.00', currency: 'EUR' })
    expect((await refer(id, { paymentType: 'RV' })).body.amount).toBe('70.00')
    const debit = await pay()
    expect((await refer(debit.body.id, { paymentType: 'RV' })).body.result.code).toBe('000.100.110')
    expect((await refund92(debit.body.id)).body.result.code).toBe('700.300.300')
  })

  it('refunds a capture in parts', async () => {
    const id = await authorise()
    const capture = (await refer(id, { paymentType: 'CP' })).body.id
    await refer(capture, { paymentType: 'RF', amount: '99.99', currency: 'EUR' })
    const tooMuch = await refer(capture, { paymentType: 'RF', amount: '0.02', currency: 'EUR' })
    expect(tooMuch.body.result.code).toBe('700.400.200')
    const rest = await refer(capture, { paymentType: 'RF', amount: '0.01', currency: 'EUR' })
    expect(rest.body.amount).toBe('0.01')
    expect((await refund92(id)).body.result.code).toBe('700.400.520')
  })

  it('never refunds a minor unit too much when many refunds are sent at the same time', async () => {
    const debit = (await pay({ amount: '10.00' })).body.id
    const answers = await Promise.all(
      Array.from({ length: 64 }, () =>
        refer(debit, { paymentType: 'RF', amount: '1.00', currency: 'EUR' }),
      ),
    )
    const codes = answers.map(({ body }) => body.result.code)
    expect(codes.filter((code) => code === '000.100.110')).toHaveLength(10)
    expect(new Set(codes)).toEqual(new Set(['000.100.110', '700.300.300']))
    const postings = await gateway().store.read.postingsOfFamily(debit)
    expect(postings.reduce((sum, { amountMinor }) => sum + amountMinor, 0)).toBe(0)
  })

  it('is refused when parameters are sent in the query string', async () => {
    const id = await authorise()
    const answer = await gateway().post(`/v1/payments/${id}?amount=5.00`, { paymentType: 'CP' })
    expect(answer.status).toBe(400)
    expect(answer.body.result.parameterErrors).toMatchObject([
      { name: 'amount', message: expect.stringContaining('send it in the body') },
    ])
  })

  it('releases the reserved amount when the connector declines later', async () => {
    const id = await authorise()
    const declined = await refer(id, {
      paymentType: 'CP',
      amount: '60.00',
      currency: 'EUR',
      'customParameters[SIMULATOR_outcome]': 'delay:5,decline:800.100.152',
    })
    expect(declined.body.result.code).toBe('800.100.152')
    expect((await refer(id, { paymentType: 'CP' })).body.amount).toBe('100.00')
  })

  it('reserves its amount while the connector is slow, and does not delay other requests', async () => {
    const id = await authorise()
    const slow = refer(id, {
      paymentType: 'CP',
      amount: '60.00',
      currency: 'EUR',
      'customParameters[SIMULATOR_outcome]': 'delay:400',
    })
    await untilReserved(id, 6000)
    const rest = await refer(id, { paymentType: 'CP' })
    expect(rest.body.amount).toBe('40.00')
    expect((await gateway().store.read.paymentsOfFamily(id)).map(({ state }) => state)).toContain(
      'intent',
    )
    expect((await slow).body.result.code).toBe('000.100.110')
  })

  it('says how much is open when the request exceeds it', async () => {
    const id = await authorise()
    const tooMuch = await refer(id, { paymentType: 'CP', amount: '100.01', currency: 'EUR' })
    expect(tooMuch.body.result.description).toBe(
      'Amount 100.01 is more than the 100.00 EUR that is open',
    )
  })

  it('must have the currency of the earlier payment', async () => {
    const debit = (await pay()).body.id
    const refund = await refer(debit, { paymentType: 'RF', amount: '1.00', currency: 'JPY' })
    expect(refund.body.result.code).toBe('700.100.500')
  })

  it.each([
    ['CP', '700.400.510', 'capture'],
    ['RF', '700.400.520', 'refund'],
    ['RV', '700.400.530', 'reversal'],
  ])('answers %s of an unknown payment with 404', async (paymentType, code, word) => {
    const money = { amount: '1.00', currency: 'EUR' }
    const { status, body } = await refer('8ac7a4'.padEnd(32, '0'), { paymentType, ...money })
    expect([status, body.result.code]).toEqual([404, code])
    expect(body.result.description).toContain(`${word} needs at least one successful transaction`)
  })
})

/** Asks again with each turn of the event loop: reads of the memory store alone would stop it. */
async function untilReserved(id: string, capturedMinor: number): Promise<void> {
  while ((await gateway().store.read.payment(id))?.capturedMinor !== capturedMinor) {
    await setImmediate()
  }
}

describe('a card that is typed in at a terminal', () => {
  it('is answered with what a terminal prints, and the time', async () => {
    const typedIn = { 'pos.terminalId': '4711', 'pos.entryMode': 'MANUAL' }
    const { body } = await pay(typedIn)
    expect(body).toMatchObject({
      result: { code: '000.100.110' },
      pos: {
        entryMode: 'MANUAL',
        terminalId: '4711',
        clearing: { authorizationAcquirerCode: '00' },
        merchantId: 'TG00004711',
        statusText: expect.stringMatching(/^APPROVED/),
        timestamp: '2026-11-20 15:00:00',
      },
    })
  })
})

describe('GET /v1/payments/{id}', () => {
  it('repeats the answer of the payment with another ndc, and with its later outcome', async () => {
    const paid = await pay({ 'customer.givenName': 'Jane', 'customer.surname': 'Jones' })
    const { entityId } = gateway().demo
    const read = await gateway().get(`/v1/payments/${paid.body.id}?entityId=${entityId}`)
    expect(read.status).toBe(200)
    const { requestTimestamp, amounts, ...answered } = read.body
    expect({ ...answered, ndc: '' }).toEqual({ ...paid.body, ndc: '' })
    expect([requestTimestamp, amounts]).toEqual([paid.body.timestamp, expect.anything()])
    expect((await gateway().get(`/v1/payments/${paid.body.id}`)).body.id).toBe(paid.body.id)
  })

  it('answers 404 for an unknown payment', async () => {
    const { status, body } = await gateway().get(`/v1/payments/${'0'.repeat(32)}`)
    expect([status, body.result.code]).toEqual([404, '700.400.580'])
  })
})
