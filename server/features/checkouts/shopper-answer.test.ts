import { describe, expect, it } from 'vitest'
import { type Form, shopperCard, useTestGateway } from '../../testing/gateway.fixture.ts'
import { sendBare } from '../../testing/merchants.fixture.ts'

const gateway = useTestGateway()

const card = shopperCard

/** What the merchant's server knows of a shopper and an order. Each value stands for itself. */
const merchants: Form = {
  merchantTransactionId: 'MERCHANT-order',
  merchantInvoiceId: 'MERCHANT-invoice',
  merchantMemo: 'MERCHANT-memo',
  descriptor: 'MERCHANT-descriptor',
  'customParameters[SHOPPER_segment]': 'MERCHANT-segment',
  'customParameters[internal]': 'MERCHANT-internal',
  'risk.parameters[watch]': 'MERCHANT-watch',
  'customer.merchantCustomerId': 'MERCHANT-customer',
  'customer.givenName': 'MERCHANT-given',
  'customer.surname': 'MERCHANT-surname',
  'customer.email': 'MERCHANT@shop.example',
  'customer.identificationDocType': 'PASSPORT',
  'customer.identificationDocId': 'MERCHANT-passport',
  'billing.street1': 'MERCHANT-street',
  'billing.city': 'MERCHANT-city',
  'shipping.city': 'MERCHANT-city',
  'cart.items[0].name': 'MERCHANT-item',
}
const money: Form = { amount: '92.00', currency: 'EUR', paymentType: 'DB' }

async function open(form: Form): Promise<string> {
  const { entityId } = gateway().demo
  const created = await gateway().post('/v1/checkouts', { entityId, ...form })
  expect(created.body.result, JSON.stringify(created.body.result)).toMatchObject({
    code: '000.200.100',
  })
  return created.body.id
}

const submit = (id: string, form: Form, end = 'payment', headers = {}) =>
  sendBare(gateway(), `POST /v1/checkouts/${id}/${end}`, { form, headers })

const status = async (id: string, end = 'payment') =>
  (await gateway().get(`/v1/checkouts/${id}/${end}`)).body

const membersOf = (body: object) => Object.keys(body).sort()
const ALWAYS = ['amount', 'buildNumber', 'currency', 'id', 'ndc', 'paymentBrand', 'paymentType']

describe('the answer of a submit to the shopper', () => {
  it.each([
    ['a card that is declined', { ...card, 'card.holder': '800.100.152' }, '800.100.152'],
    ['a card that is approved', card, '000.100.110'],
  ])('contains nothing that the merchant has set: %s', async (_what, form: Form, code) => {
    const id = await open({ ...money, ...merchants })
    const { body } = await submit(id, form)
    expect(membersOf(body)).toEqual([...ALWAYS, 'card', 'result', 'timestamp'].sort())
    expect(body).toMatchObject({
      amount: '92.00',
      currency: 'EUR',
      paymentType: 'DB',
      paymentBrand: 'VISA',
      card: {
        bin: '420000',
        last4Digits: '0000',
        holder: form['card.holder'],
        expiryMonth: '05',
        expiryYear: '2034',
      },
      result: { code },
      ndc: id.replace('.', '-'),
    })
    expect(membersOf(body.result)).toEqual(['code', 'description'])
    expect(JSON.stringify(body)).not.toContain('MERCHANT')
    const told = JSON.stringify(await status(id))
    for (const value of ['MERCHANT-memo', 'MERCHANT-passport', 'MERCHANT-watch']) {
      expect(told).toContain(value)
    }
  })

  it('contains what the shopper sent, except where the merchant’s value replaces it', async () => {
    const id = await open({ ...money, ...merchants })
    const { body } = await submit(id, {
      ...card,
      'customer.email': 'guess@shop.example',
      'customer.mobile': '+49 30 901820',
      'billing.city': ' Kiel ',
      'shipping.street1': 'Quay 1',
      'customParameters[SHOPPER_note]': 'ring twice',
    })
    expect(body).toMatchObject({
      result: { code: '000.100.110' },
      customer: { mobile: '+49 30 901820' },
      shipping: { street1: 'Quay 1' },
      customParameters: { SHOPPER_note: 'ring twice' },
    })
    expect(JSON.stringify(body)).not.toMatch(/MERCHANT|guess|Kiel/)
  })

  it('contains the redirect', async () => {
    const id = await open({ ...money, ...merchants })
    const { body } = await submit(id, {
      paymentBrand: 'PAYPAL',
      shopperResultUrl: 'https://shop.example/result',
    })
    expect(body).toMatchObject({
      result: { code: '000.200.000' },
      redirect: { url: expect.stringContaining('/simulator/redirect') },
    })
    expect(JSON.stringify(body)).not.toContain('MERCHANT')
  })

  it('is the same when it is repeated, and with a key', async () => {
    const id = await open({ ...money, ...merchants })
    const headers = { 'idempotency-key': 'told-again' }
    const first = await submit(id, card, 'payment', headers)
    const again = await submit(id, card, 'payment', headers)
    expect(again.headers.get('idempotent-replayed')).toBe('true')
    expect(again.body).toEqual(first.body)
    expect(JSON.stringify(again.body)).not.toContain('MERCHANT')
  })

  it('is the same when the outcome arrives after the payment was recorded', async () => {
    const id = await open({
      ...money,
      ...merchants,
      'customParameters[SIMULATOR_outcome]': 'delay:1',
    })
    const headers = { 'idempotency-key': 'told-late' }
    const first = await submit(id, card, 'payment', headers)
    const again = await submit(id, card, 'payment', headers)
    expect(first.body.result.code).toBe('000.100.110')
    expect(again.body).toEqual(first.body)
    expect(JSON.stringify(again.body)).not.toContain('MERCHANT')
  })

  it('contains the token of the stored card, and nothing of the merchant', async () => {
    const id = await open({ ...money, ...merchants })
    const { body } = await submit(id, { ...card, createRegistration: 'true' })
    expect(body).toMatchObject({ registration: { id: body.registrationId } })
    const storing = await open({ ...merchants, createRegistration: 'true' })
    const stored = await submit(storing, { ...card, 'billing.country': 'DE' }, 'registration')
    expect(stored.body).toMatchObject({
      paymentType: 'RG',
      result: { code: '000.100.110' },
      card: { last4Digits: '0000', holder: 'Jane Jones' },
      billing: { country: 'DE' },
    })
    expect(JSON.stringify([body, stored.body])).not.toContain('MERCHANT')
    expect(JSON.stringify(await status(storing, 'registration'))).toContain('MERCHANT-customer')
  })

  it('contains no value of the merchant when the submit is refused', async () => {
    gateway().clock.advance(UNTIL_NEAR_NOON_MS)
    const id = await open({ ...money, transactionDueDate: '2026-11-20' })
    gateway().clock.advance(20 * 60_000)
    const form = {
      paymentBrand: 'DIRECTDEBIT_SEPA',
      'bankAccount.holder': 'Ada Byron',
      'bankAccount.iban': 'DE89370400440532013000',
      'billing.country': 'Germany',
    }
    const { parameterErrors } = (await submit(id, form)).body.result
    expect(parameterErrors).toMatchObject([
      { name: 'billing.country', value: 'Germany' },
      { name: 'transactionDueDate', value: '' },
    ])
  })
})

/** Until 11:45 UTC, in milliseconds: at noon a day is over everywhere. The clock begins at 15:00. */
const UNTIL_NEAR_NOON_MS = (20 * 60 + 45) * 60_000

describe('the session', () => {
  it('masks the account name at a wallet', async () => {
    const { entityId } = gateway().demo
    const stored = await gateway().post('/v1/registrations', {
      entityId,
      paymentBrand: 'PAYPAL',
      'virtualAccount.accountId': 'jane.jones@mail.example',
    })
    expect(stored.body.result.code, stored.body.result.description).toBe('000.100.110')
    const id = await open({ ...money, 'registrations[0].id': stored.body.id })
    const session = await sendBare(gateway(), `GET /v1/checkouts/${id}/session`)
    expect(session.body.registrations).toMatchObject([{ id: stored.body.id, account: 'ja***mple' }])
    expect(JSON.stringify(session.body)).not.toContain('jones')
  })
})

describe('the shopper cannot send his own 3-D Secure result', () => {
  it.each([
    ['customer.merchantCustomerId', 'vip-1'],
    ['customer.status', 'EXISTING'],
    ['shipping.customer.merchantCustomerId', 'vip-1'],
    ['shipping.customer.status', 'EXISTING'],
    ['customer.ip', '203.0.113.7'],
  ])('with %s', async (name, value) => {
    for (const [end, opened] of [
      ['payment', money],
      ['registration', { createRegistration: 'true' }],
    ] as const) {
      const refused = await submit(await open(opened), { ...card, [name]: value }, end)
      expect(refused.body.result.parameterErrors).toMatchObject([
        { name, message: expect.stringContaining("only the merchant's server may send it") },
      ])
    }
  })
})
