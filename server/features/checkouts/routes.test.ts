import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { MINUTE_MS } from '../../../common/durations.ts'
import { type Form, useTestGateway } from '../../testing/gateway.fixture.ts'

const gateway = useTestGateway()

const open = (more: Form = {}) =>
  gateway().post('/v1/checkouts', {
    entityId: gateway().demo.entityId,
    amount: '92.00',
    currency: 'EUR',
    paymentType: 'DB',
    ...more,
  })

/** Sent by the widget: no credentials. */
async function submit(id: string, more: Form = {}) {
  const form = {
    paymentBrand: 'VISA',
    'card.number': '4200000000000000',
    'card.holder': 'Jane Jones',
    'card.expiryMonth': '05',
    'card.expiryYear': '2034',
    'card.cvv': '123',
    shopperResultUrl: 'https://shop.example/result',
    ...more,
  }
  return gateway().post(`/v1/checkouts/${id}/payment`, form, { authorization: '' })
}

const status = (id: string) =>
  gateway().get(`/v1/checkouts/${id}/payment?entityId=${gateway().demo.entityId}`)

describe('a checkout', () => {
  it('is created, paid by the shopper, and read by the merchant', async () => {
    const created = await open({ merchantTransactionId: 'order-4711' })
    expect(created.status).toBe(200)
    const { id } = created.body
    expect(id).toMatch(/^[0-9A-F]{32}\.uat01-vm-tx01$/)
    expect(created.body).toMatchObject({
      result: { code: '000.200.100', description: 'successfully created checkout' },
      ndc: id.replace('.', '-'),
    })

    expect((await status(id)).body.result.code).toBe('000.200.000')

    const paid = await submit(id)
    expect(paid.body).toMatchObject({ amount: '92.00', result: { code: '000.100.110' } })

    const read = await status(id)
    expect(read.status).toBe(200)
    expect(read.body).toMatchObject({ amount: '92.00', result: { code: '000.100.110' } })
    expect(read.body).toMatchObject({
      id: expect.stringMatching(/^8ac7a4/),
      merchantTransactionId: 'order-4711',
      ndc: id.replace('.', '-'),
    })
    expect(await status(id)).toMatchObject({ body: read.body })
  })

  it('can be paid after a decline, until it is paid', async () => {
    const { id } = (await open()).body
    const declined = await submit(id, { 'card.holder': '800.100.152' })
    expect([declined.status, declined.body.result.code]).toEqual([400, '800.100.152'])
    expect((await status(id)).body.result.code).toBe('800.100.152')
    expect((await submit(id)).body.result.code).toBe('000.100.110')
    const again = await submit(id)
    expect([again.status, again.body.result.code]).toEqual([400, '200.300.404'])
    expect(again.body.result.description).toContain('already paid')
    expect(again.body.result.parameterErrors).toBeUndefined()
  })

  it('is paid once when many submits arrive at the same time', async () => {
    const { id } = (await open()).body
    const answers = await Promise.all(Array.from({ length: 20 }, () => submit(id)))
    const paid = answers.filter(({ body }) => body.result.code === '000.100.110')
    expect(paid).toHaveLength(1)
    expect((await status(id)).body.id).toBe(paid[0]?.body.id)
  })

  it('answers 409 while another submit is under way', async () => {
    const { id } = (await open({ 'customParameters[SIMULATOR_outcome]': 'delay:300' })).body
    const first = submit(id)
    await untilProcessing(id)
    const second = await submit(id)
    expect([second.status, second.body.result.code]).toEqual([409, '800.110.100'])
    expect((await first).body.result.code).toBe('000.100.110')
  })

  it('stays closed while the outcome is unknown', async () => {
    const { id } = (await open({ 'customParameters[SIMULATOR_outcome]': 'timeout' })).body
    expect((await submit(id)).body.result.code).toBe('000.200.000')
    expect((await submit(id)).status).toBe(409)
    expect((await status(id)).body.result.code).toBe('000.200.000')
  })

  it('expires 30 minutes after its creation: no submit, no widget, no status', async () => {
    const { id } = (await open()).body
    gateway().clock.advance(30 * MINUTE_MS - 1)
    expect((await status(id)).status).toBe(200)
    gateway().clock.advance(1)
    for (const answer of [await status(id), await submit(id), await session(id)]) {
      expect([answer.status, answer.body.result.code]).toEqual([400, '200.300.404'])
      expect(answer.body.result.description).toMatch(/No payment session found: .*expired at/)
      expect(answer.body.result.parameterErrors).toBeUndefined()
    }
  })

  it('of another gateway is unknown', async () => {
    const answer = await status(`${'A'.repeat(32)}.uat01-vm-tx01`)
    expect([answer.status, answer.body.result.code]).toEqual([404, '200.300.404'])
    expect(answer.body.result.description).toContain('No payment session found')
  })

  it('answers each of many declined submits with its decline, or that another one is running', async () => {
    const { id } = (await open({ 'customParameters[SIMULATOR_outcome]': 'delay:50' })).body
    const submits = Array.from({ length: 20 }, () => submit(id, { 'card.holder': '800.100.152' }))
    const codes = (await Promise.all(submits)).map(({ body }) => body.result.code)
    expect(new Set(codes)).toEqual(new Set(['800.100.152', '800.110.100']))
    const declined = { state: 'open', attempted: true, declinedCode: '800.100.152' }
    expect((await session(id)).body).toMatchObject(declined)
  })

  it('takes the payment type of overridePaymentType for the brand that is charged', async () => {
    const override = { 'overridePaymentType[MASTER]': 'PA' }
    const master = { 'card.number': '5454545454545454' }
    const detected = await submit((await open(override)).body.id, {
      ...master,
      paymentBrand: undefined,
    })
    expect(detected.body).toMatchObject({ paymentType: 'PA', paymentBrand: 'MASTER' })
    const lied = await submit((await open({ ...override, paymentBrand: 'VISA' })).body.id, {
      paymentBrand: 'MASTER',
    })
    expect(lied.body).toMatchObject({ paymentType: 'DB', paymentBrand: 'VISA' })
    const { id } = (await open()).body
    const late = await gateway().post(`/v1/checkouts/${id}`, { 'overridePaymentType[VISA]': 'PA' })
    expect([late.status, late.body.result.code]).toEqual([400, '200.300.404'])
    expect((await submit(id)).body).toMatchObject({ paymentType: 'DB', paymentBrand: 'VISA' })
  })

  it('answers with its id as ndc also when it is over', async () => {
    const { id } = (await open()).body
    const ndc = id.replace('.', '-')
    gateway().clock.advance(30 * MINUTE_MS)
    expect((await submit(id)).body).toMatchObject({ ndc })
    expect((await session(id)).body).toMatchObject({ ndc })
  })

  it('is pending when the holder is a result code that means pending', async () => {
    const { id } = (await open()).body
    const waits = await submit(id, { 'card.holder': '800.400.500' })
    expect([waits.status, waits.body.result.code]).toEqual([200, '800.400.500'])
    expect((await submit(id)).status).toBe(409)
    expect((await status(id)).body.result.code).toBe('800.400.500')
    await decide((await status(id)).body.resultDetails, 'cancel')
    expect((await status(id)).body.result.code).toBe('100.396.101')
    expect((await submit(id)).body.result.code).toBe('000.100.110')
  })

  it.each([
    ['a mode without connector', { testMode: 'EXTERNAL' }, '600.200.700'],
    [
      'a brand without preauthorisations',
      { paymentType: 'PA', paymentBrand: 'IDEAL' },
      '600.200.310',
    ],
    [
      'a brand whose own type it does not take',
      { paymentBrand: 'IDEAL', 'overridePaymentType[IDEAL]': 'PA' },
      '600.200.310',
    ],
    ['nothing to pay', { amount: '0.00', 'overridePaymentType[VISA]': 'PA' }, '100.550.300'],
  ] as const)('is refused at its creation for %s', async (_what, more: Form, code) => {
    const refused = await open(more)
    expect([refused.status, refused.body.result.code]).toEqual([400, code])
  })

  it('keeps the merchant’s parameters when the page sends others', async () => {
    const { id } = (await open({ 'customParameters[SHOPPER_x]': 'server' })).body
    await submit(id, {
      'customParameters[SHOPPER_x]': 'page',
      'customParameters[SHOPPER_y]': 'page',
    })
    expect((await status(id)).body).toMatchObject({
      customParameters: { SHOPPER_x: 'server', SHOPPER_y: 'page' },
    })
  })

  it.each(['amount', 'currency', 'paymentType', 'merchantTransactionId', 'testMode'])(
    'does not allow a page to set %s',
    async (name) => {
      const { id } = (await open()).body
      const refused = await submit(id, { [name]: '1.00' })
      expect(refused.status).toBe(400)
      expect(refused.body.result.parameterErrors).toMatchObject([
        { name, message: expect.stringContaining('is not an allowed parameter') },
      ])
    },
  )

  it('does not allow a page to choose an outcome of the simulator', async () => {
    const { id } = (await open()).body
    const refused = await submit(id, { 'customParameters[SIMULATOR_outcome]': 'approve' })
    expect(refused.body.result.parameterErrors).toHaveLength(1)
  })

  it('refuses at creation an amount that its currency does not have', async () => {
    const refused = await open({ currency: 'JPY', amount: '10.50' })
    expect(refused.body.result.parameterErrors).toMatchObject([{ name: 'amount' }])
  })
})

/** What the tester chooses on the simulator's page of a payment that waits. */
async function decide(resultDetails: unknown, choice: string) {
  const { SimulatorUrl } = resultDetails as { readonly SimulatorUrl: string }
  const { pathname, searchParams } = new URL(SimulatorUrl)
  const form = { ...Object.fromEntries(searchParams), choice }
  await gateway()
    .post(`${pathname}/decide`, form, { authorization: '' })
    .catch(() => undefined)
}

const session = (id: string) => gateway().get(`/v1/checkouts/${id}/session`, { authorization: '' })

async function untilProcessing(id: string): Promise<void> {
  for (;;) {
    const { body } = await session(id)
    if (body.state !== 'open') return
  }
}

describe('the widget’s session', () => {
  it('returns what the form needs, to any page', async () => {
    const { id } = (await open({ amount: '10', locale: 'de' })).body
    gateway().clock.advance(MINUTE_MS)
    const answer = await session(id)
    expect(answer.headers.get('access-control-allow-origin')).toBe('*')
    expect(answer.body).toMatchObject({
      checkoutId: id,
      endpoint: '/payment',
      state: 'open',
      attempted: false,
      amount: '10.00',
      currency: 'EUR',
      locale: 'de',
      atMs: gateway().clock.now(),
      expiresInMs: 29 * MINUTE_MS,
      environment: 'test',
      brands: expect.arrayContaining(['VISA', 'MASTER']),
      result: { code: '000.000.100', description: expect.any(String) },
      buildNumber: expect.any(String),
      timestamp: expect.stringMatching(/\+0000$/),
      ndc: id.replace('.', '-'),
    })
  })

  it('names the legacy profile, and no other', async () => {
    const { legacyEntityId } = gateway().demo
    const strict = (await open()).body
    const legacy = (await open({ entityId: legacyEntityId })).body
    expect((await session(strict.id)).body.profile).toBeUndefined()
    expect((await session(legacy.id)).body.profile).toBe('legacy')
  })

  it('names only the brands that a card form can show', async () => {
    const { id } = (await open()).body
    const { brands } = (await session(id)).body
    for (const other of ['PAYPAL', 'DIRECTDEBIT_SEPA', 'PREPAYMENT', 'APPLEPAY']) {
      expect(brands).not.toContain(other)
    }
  })

  it('shows that a payment was tried, and that the checkout is paid', async () => {
    const { id } = (await open()).body
    await submit(id, { 'card.holder': '800.100.152' })
    expect((await session(id)).body).toMatchObject({ state: 'open', attempted: true })
    await submit(id)
    expect((await session(id)).body).toMatchObject({ state: 'done', attempted: true })
  })
})

describe('the script of a checkout', () => {
  const script = async (id: string, encoding: string) => {
    const url = `${gateway().url}/v1/paymentWidgets.js?checkoutId=${id}`
    const response = await fetch(url, { headers: { 'accept-encoding': encoding } })
    return { response, bytes: Buffer.from(await response.arrayBuffer()) }
  }

  it('has exactly the bytes of its integrity value, in every encoding', async () => {
    const { id, integrity } = (await open({ integrity: 'true' })).body
    for (const encoding of ['br', 'gzip', 'identity']) {
      const { response, bytes } = await script(id, encoding)
      expect(response.headers.get('content-encoding') ?? 'identity').toBe(encoding)
      expect(response.headers.get('access-control-allow-origin')).toBe('*')
      const hash = createHash('sha384').update(bytes).digest('base64')
      expect(`sha384-${hash}`).toBe(integrity)
    }
  })

  it('differs between checkouts and carries its id and its gateway', async () => {
    const { id } = (await open()).body
    const text = (await script(id, 'identity')).bytes.toString()
    expect(text).toContain(JSON.stringify(id))
    expect(text).toContain('http://gateway.example')
  })

  it('stays the same when the checkout is over, for the widget to tell the shopper', async () => {
    const { id, integrity } = (await open({ integrity: 'true' })).body
    gateway().clock.advance(31 * MINUTE_MS)
    const { response, bytes } = await script(id, 'br')
    expect(response.status).toBe(200)
    const hash = createHash('sha384').update(bytes).digest('base64')
    expect(`sha384-${hash}`).toBe(integrity)
    expect((await session(id)).body.result.description).toContain('expired at')
  })

  it('is refused for something that is not a checkout id', async () => {
    const { response } = await script('"><script>', 'identity')
    expect(response.status).toBe(400)
  })

  it('has no integrity in the answer unless it is requested', async () => {
    expect((await open()).body).not.toHaveProperty('integrity')
  })
})
