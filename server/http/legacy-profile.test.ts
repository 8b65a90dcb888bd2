import { beforeAll, describe, expect, it } from 'vitest'
import { flattenJson, isBodyFault } from '../parameters/flat-body.ts'
import { toTree } from '../parameters/tree.ts'
import { cardPayment, type Form, useTestGateway } from '../testing/gateway.fixture.ts'
import {
  addMerchant,
  channelOf,
  legacyMerchant,
  sendBare,
  type TestMerchant,
} from '../testing/merchants.fixture.ts'

const gateway = useTestGateway()
let legacy: TestMerchant
let strict: TestMerchant

beforeAll(async () => {
  legacy = await legacyMerchant(gateway())
  strict = await addMerchant(gateway())
})

const send = (methodAndPath: string, form?: Form) =>
  sendBare(gateway(), methodAndPath, form === undefined ? {} : { form })

const oldCredentials = (merchant: TestMerchant): Form => ({
  'authentication.userId': '8a8294174b7ecb28014b9699220015cc',
  'authentication.password': merchant.accessToken,
  'authentication.entityId': channelOf(merchant),
})

const oldQuery = (merchant: TestMerchant) =>
  new URLSearchParams(JSON.parse(JSON.stringify(oldCredentials(merchant)))).toString()

const payment = (merchant: TestMerchant, more: Form = {}): Form =>
  cardPayment(channelOf(merchant), more)

const pay = (merchant: TestMerchant, more: Form = {}) =>
  sendBare(gateway(), 'POST /v1/payments', {
    token: merchant.accessToken,
    form: payment(merchant, more),
  })

const checkout: Form = { amount: '92.00', currency: 'EUR', paymentType: 'DB' }

async function openCheckout(merchant: TestMerchant): Promise<string> {
  const opened = await sendBare(gateway(), 'POST /v1/checkouts', {
    token: merchant.accessToken,
    form: { ...checkout, entityId: channelOf(merchant) },
  })
  return opened.body.id
}

const messagesOf = (answer: Awaited<ReturnType<typeof pay>>) =>
  (answer.body.result.parameterErrors ?? []).map(({ name, message }) => `${name} ${message}`)

describe('ordinary addresses', () => {
  it.each([
    ['billing.state', 'New South Wales'],
    ['billing.state', 'Baden-Württemberg'],
    ['billing.state', "Côte d'Or"],
    ['shipping.state', 'São Paulo'],
    ['shipping.city', 'Dublin 4'],
    ['shipping.city', 'Paris 16e'],
    ['billing.city', 'Dublin 4'],
    ['billing.country', 'XK'],
    ['cart.items[0].price', '-5.00'],
  ])(
    'are paid in legacy, and what the answer shows can be sent back: %s=%s',
    async (name, value) => {
      const paid = await pay(legacy, { [name]: value })
      expect(paid.body.result.code).toBe('000.100.110')
      const shown = flatNames(paid.body)
      expect(shown[name]).toBe(value)
      expect((await pay(legacy, { [name]: shown[name] })).body.result.code).toBe('000.100.110')
    },
  )

  it('of Kosovo are paid in strict, by card and from an account there', async () => {
    const paid = await pay(strict, { 'billing.country': 'XK', 'sender.country': 'XKX' })
    expect(paid.body.result.code).toBe('000.100.110')
  })
})

const flatNames = (body: object): Readonly<Record<string, string>> => {
  const flat = flattenJson(body)
  return isBodyFault(flat) ? {} : Object.fromEntries(flat.map(([name, value]) => [name, value]))
}

describe('numbers of a JSON body', () => {
  const payJson = (merchant: TestMerchant, more: object) => {
    const form = payment(merchant)
    const body = { ...toTree(JSON.parse(JSON.stringify(form))), ...more }
    return sendBare(gateway(), 'POST /v1/payments', {
      token: merchant.accessToken,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
  }
  const card = { number: 4200000000000000, expiryMonth: 5, expiryYear: 2034, cvv: 123 }

  it('are months and amounts without the zeros that they cannot have, in both profiles', async () => {
    for (const merchant of [strict, legacy]) {
      const paid = await payJson(merchant, {
        amount: 92.5,
        card,
        sender: { sourceOfFunds: 2 },
        merchant: { countryCode: 36 },
        threeDSecure: { exemptionFlag: 1 },
      })
      expect(messagesOf(paid)).toEqual([])
      expect(paid.body).toMatchObject({
        amount: '92.50',
        card: { expiryMonth: '05' },
        sender: { sourceOfFunds: '02' },
        merchant: { countryCode: '036' },
      })
    }
  })

  it('of a month that does not exist are refused', async () => {
    for (const expiryMonth of [0, 13, 5.5, -5]) {
      const refused = await payJson(strict, { card: { ...card, expiryMonth } })
      expect(messagesOf(refused)).toEqual([
        expect.stringMatching(/^card.expiryMonth must be a mon/),
      ])
    }
  })
})

describe('credentials of the legacy profile', () => {
  it('pay, refund and read in the body and the query, without the header', async () => {
    const form = { ...payment(legacy, { entityId: undefined }), ...oldCredentials(legacy) }
    const paid = await send('POST /v1/payments', form)
    expect([paid.status, paid.body.result.code]).toEqual([200, '000.100.110'])
    const refund = { paymentType: 'RF', amount: '2.00', currency: 'EUR', ...oldCredentials(legacy) }
    const refunded = await send(`POST /v1/payments/${paid.body.id}`, refund)
    expect(refunded.body.result.code).toBe('000.100.110')
    const read = await send(`GET /v1/payments/${paid.body.id}?${oldQuery(legacy)}`)
    expect(read.body.id).toBe(paid.body.id)
  })

  it('open a checkout and read its status', async () => {
    const opened = await send('POST /v1/checkouts', { ...checkout, ...oldCredentials(legacy) })
    expect(opened.body.result.code).toBe('000.200.100')
    const { id } = opened.body
    const status = await send(`GET /v1/checkouts/${id}/payment?${oldQuery(legacy)}`)
    expect(status.body.result.code).toBe('000.200.000')
    const stored = await gateway().store.read.checkout(id)
    expect(stored?.request).not.toContain(legacy.accessToken)
    expect(stored?.request).not.toContain('authentication.password')
  })

  it('are read from JSON, and together with entityId, in any order', async () => {
    const { 'authentication.password': password } = oldCredentials(legacy)
    const { entityId, ...rest } = payment(legacy)
    const body = JSON.stringify({ ...rest, authentication: { password }, entityId })
    const headers = { 'content-type': 'application/json' }
    const paid = await sendBare(gateway(), 'POST /v1/payments', { headers, body })
    expect(paid.body.result.code).toBe('000.100.110')
  })

  it('may lack the user id, and the entity where the token alone identifies the object', async () => {
    const { body } = await pay(legacy)
    const query = `authentication.password=${legacy.accessToken}`
    expect((await send(`GET /v1/payments/${body.id}?${query}`)).body.id).toBe(body.id)
  })

  it.each([
    ['a wrong password', { 'authentication.password': 'wrong' }, [403, '800.900.300']],
    ['no password', { 'authentication.password': undefined }, [401, '800.900.300']],
    ['an entity of others', { 'authentication.entityId': 'f'.repeat(32) }, [403, '800.900.301']],
  ] as const)('are refused with %s', async (_what, wrong: Form, expected) => {
    const form = {
      ...payment(legacy, { entityId: undefined }),
      ...oldCredentials(legacy),
      ...wrong,
    }
    const refused = await send('POST /v1/payments', form)
    expect([refused.status, refused.body.result.code]).toEqual(expected)
    expect(JSON.stringify(refused.body)).not.toContain(legacy.accessToken)
  })

  it('and the entity have the value that is sent last', async () => {
    const { body } = await pay(legacy)
    const read = (query: string) => send(`GET /v1/payments/${body.id}?${query}`)
    const password = (value: string) => `authentication.password=${value}`
    const [right, wrong] = [password(legacy.accessToken), password('other')]
    expect((await read(`${wrong}&${right}`)).body.id).toBe(body.id)
    const refused = await read(`${right}&${wrong}`)
    expect([refused.status, refused.body.result.code]).toEqual([403, '800.900.300'])
    const own = `entityId=${channelOf(legacy)}`
    const foreign = `entityId=${channelOf(strict)}`
    expect((await read(`${right}&${foreign}&${own}`)).body.id).toBe(body.id)
    const other = await read(`${right}&${own}&${foreign}`)
    expect([other.status, other.body.result.code]).toEqual([403, '800.900.301'])
  })

  it('are refused by the strict profile, which says that legacy accepts them', async () => {
    const form = { ...payment(strict), ...oldCredentials(strict) }
    const refused = await send('POST /v1/payments', form)
    expect([refused.status, refused.body.result.code]).toEqual([401, '800.900.300'])
    expect(refused.body.result.description).toContain('The legacy profile accepts it as')
    const beside = await pay(strict, oldCredentials(strict))
    expect(messagesOf(beside)).toEqual([
      'authentication.userId is not an allowed parameter: send the access token in the Authorization header. The legacy profile accepts it',
      'authentication.password is not an allowed parameter: send the access token in the Authorization header. The legacy profile accepts it',
      'authentication.entityId is not an allowed parameter: it is called entityId. The legacy profile accepts it',
    ])
    expect(JSON.stringify(beside.body)).not.toContain(strict.accessToken)
  })
})

describe('the legacy profile accepts', () => {
  it.each([
    ['a short merchantTransactionId', { merchantTransactionId: '7' }],
    ['a phone number that starts with a bracket', { 'shipping.phone': '(030) 123456' }],
    ['a boolean as 1 or 0', { createRegistration: '0' }],
    ['a boolean in any case', { createRegistration: 'FALSE' }],
    ['customer fields without names', { 'customer.email': 'jane@shop.example' }],
    ['an amount with one decimal', { amount: '10.5' }],
    ['unknown names', { 'plugin.version': '1.2.3', entityID: 'x', 'customer.colour': 'red' }],
  ] as const)('%s, which strict refuses and says so', async (_what, more: Form) => {
    const taken = await pay(legacy, more)
    expect([taken.status, taken.body.result.code]).toEqual([200, '000.100.110'])
    const refused = await pay(strict, more)
    expect([refused.status, refused.body.result.code]).toEqual([400, '200.300.404'])
    for (const message of messagesOf(refused)) {
      expect(message).toMatch(/The legacy profile (accepts it|ignores such names)$/)
    }
  })

  it('an amount without decimals, and shows it with two', async () => {
    expect((await pay(legacy, { amount: '10.5' })).body).toMatchObject({ amount: '10.50' })
  })

  it.each(['SW1A 1AA', '01-234'])('the postcode %s as strict does', async (code) => {
    const codes = [await pay(strict, { 'billing.postcode': code }), await pay(legacy)]
    expect(codes.map(({ body }) => body.result.code)).toEqual(['000.100.110', '000.100.110'])
  })

  it('recurringType, also by its new names, and returns it', async () => {
    const paid = await pay(legacy, { recurringType: 'INITIAL', 'card.cvv': '123' })
    expect(paid.body).toMatchObject({
      result: { code: '000.100.110' },
      recurringType: 'INITIAL',
      standingInstruction: { mode: 'INITIAL', type: 'RECURRING', source: 'CIT' },
    })
  })

  it('its parameters without an entityId, by the entity of the token', async () => {
    const { body } = await pay(legacy)
    const refund = { paymentType: 'RF', amount: '1.5', currency: 'EUR', unknown: 'x' }
    const token = legacy.accessToken
    const refunded = await sendBare(gateway(), `POST /v1/payments/${body.id}`, {
      token,
      form: refund,
    })
    expect(refunded.body).toMatchObject({ amount: '1.50', result: { code: '000.100.110' } })
  })

  it('no misspelt or empty amount', async () => {
    for (const merchant of [legacy, strict]) {
      const token = merchant.accessToken
      const refer = (id: string, form: Form) =>
        sendBare(gateway(), `POST /v1/payments/${id}`, { token, form })
      const debit = (await pay(merchant, { amount: '10.50' })).body.id
      const wrong: readonly Form[] = [
        { paymentType: 'RF', Amount: '1.00', currency: 'EUR' },
        { paymentType: 'RF', 'amount[0]': '1.00', Currency: 'EUR' },
        { paymentType: 'RF', amount: '', currency: 'EUR' },
        { paymentType: 'RF' },
      ]
      for (const form of wrong) {
        const { status, body } = await refer(debit, form)
        expect([status, body.result.code]).toEqual([400, '200.300.404'])
        expect(body.result.parameterErrors?.map(({ name }) => name)).toContain('amount')
      }
      expect((await gateway().store.read.payment(debit))?.refundedMinor).toBe(0)
      const hold = (await pay(merchant, { paymentType: 'PA' })).body.id
      for (const paymentType of ['CP', 'RV']) {
        const { body } = await refer(hold, { paymentType, Amount: '1.00', currency: 'EUR' })
        expect(body.result.parameterErrors?.[0]?.message).toContain('did you mean amount?')
      }
      const stored = await gateway().store.read.payment(hold)
      expect([stored?.capturedMinor, stored?.reversedMinor]).toEqual([0, 0])
    }
  })
})

describe('a checkout of the legacy profile', () => {
  const shopper: Form = {
    'card.number': '4200000000000000',
    'card.expiryMonth': '05',
    'card.expiryYear': '2034',
    'card.cvv': '123',
  }

  it('is named by its id in all of its answers', async () => {
    const token = legacy.accessToken
    const form = { ...checkout, entityId: channelOf(legacy) }
    const created = await sendBare(gateway(), 'POST /v1/checkouts', { token, form })
    const { id } = created.body
    const path = `/v1/checkouts/${id}`
    const answers = [
      created,
      await sendBare(gateway(), `GET ${path}/payment`, { token }),
      await sendBare(gateway(), `POST ${path}`, { token, form: { amount: '93.00' } }),
      await send(`POST ${path}/payment`, { ...shopper, 'card.number': 'x' }),
      await send(`POST ${path}/payment`, shopper),
      await sendBare(gateway(), `GET ${path}/payment`, { token }),
    ]
    expect(answers.map(({ body }) => body.ndc)).toEqual(answers.map(() => id))
    expect(id).toContain('.')
  })

  it('returns its status to anyone who knows its id', async () => {
    const id = await openCheckout(legacy)
    const path = `GET /v1/checkouts/${id}/payment`
    expect((await send(path)).body.result.code).toBe('000.200.000')
    expect((await send(`${path}?entityId=${channelOf(legacy)}`)).status).toBe(200)
    expect((await send(`${path}?authentication.entityId=${legacy.id}`)).status).toBe(200)
    expect((await send(`${path}?entityId=${channelOf(strict)}`)).status).toBe(404)
    expect((await send(`${path}?entityId=x`)).status).toBe(400)
  })

  it('is answered like an unknown one where the profile is strict', async () => {
    const there = await send(`GET /v1/checkouts/${await openCheckout(strict)}/payment`)
    const nowhere = await send(`GET /v1/checkouts/${'A'.repeat(32)}.uat01-vm-tx01/payment`)
    expect([there.status, there.body.result]).toEqual([nowhere.status, nowhere.body.result])
    expect([there.status, there.body.result.code]).toEqual([401, '800.900.300'])
    expect(there.body.result.description).toContain('The legacy profile accepts status reads')
  })

  it('may not be changed, deleted or read with a wrong token', async () => {
    const path = `/v1/checkouts/${await openCheckout(legacy)}`
    expect((await send(`POST ${path}`, { amount: '1.00' })).status).toBe(401)
    expect((await send(`DELETE ${path}`)).status).toBe(401)
    const wrong = await sendBare(gateway(), `GET ${path}/payment`, { token: 'wrong' })
    expect([wrong.status, wrong.body.result.code]).toEqual([403, '800.900.300'])
  })
})
