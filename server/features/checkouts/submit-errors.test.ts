import { describe, expect, it } from 'vitest'
import { cardPayment, type Form, useTestGateway } from '../../testing/gateway.fixture.ts'
import { sendBare } from '../../testing/merchants.fixture.ts'

const gateway = useTestGateway()

const money: Form = { amount: '92.00', currency: 'EUR', paymentType: 'DB' }
const storesOnly: Form = { createRegistration: 'true' }

async function open(more: Form): Promise<string> {
  const { demo, post } = gateway()
  const created = await post('/v1/checkouts', { entityId: demo.entityId, ...more })
  expect(created.body.result.code).toBe('000.200.100')
  return created.body.id
}

/** The names that a submit is refused for; each must be named once. */
async function wrongIn(form: Form, end: '/payment' | '/registration', opened: Form) {
  const path = `POST /v1/checkouts/${await open(opened)}${end}`
  const { status, body } = await sendBare(gateway(), path, { form })
  expect([status, body.result.code]).toEqual([400, '200.300.404'])
  return (body.result.parameterErrors ?? []).map(({ name }) => name)
}

/** What the same faults are called in a payment of the merchant's server. */
async function wrongInPayment(form: Form) {
  const { demo, post } = gateway()
  const { body } = await post('/v1/payments', { entityId: demo.entityId, ...money, ...form })
  return (body.result.parameterErrors ?? []).map(({ name }) => name)
}

const card: Form = {
  'card.number': '4200000000000000',
  'card.holder': 'Jane Jones',
  'card.expiryMonth': '05',
  'card.expiryYear': '2034',
  'card.cvv': '123',
}

const cases: readonly (readonly [what: string, form: Form, wrong: readonly string[]])[] = [
  [
    'a wrong format beside a brand that nobody knows',
    { ...card, 'card.expiryMonth': '13', paymentBrand: 'VSIA' },
    ['card.expiryMonth', 'paymentBrand'],
  ],
  [
    'a wrong format beside a number in the holder',
    { ...card, 'card.expiryYear': '34', 'card.holder': '4111 1111 1111 1111 11' },
    ['card.holder', 'card.expiryYear'],
  ],
  [
    'a wrong format beside a brand that the account does not go with',
    {
      paymentBrand: 'VISA',
      'bankAccount.holder': 'Ada Byron',
      'bankAccount.iban': 'DE89370400440532013000',
      'billing.country': 'Germany',
    },
    ['billing.country', 'paymentBrand'],
  ],
  [
    'two instruments beside a wrong format',
    {
      ...card,
      'virtualAccount.accountId': 'ada',
      'card.cvv': '12',
    },
    ['card.cvv', 'virtualAccount.accountId'],
  ],
  [
    'a debit without account beside a wrong format',
    { paymentBrand: 'DIRECTDEBIT_SEPA', 'billing.country': 'Germany' },
    ['billing.country', 'bankAccount.iban', 'bankAccount.holder'],
  ],
]

describe('a refused submit lists in one answer', () => {
  it.each(cases)('%s, as a payment does', async (_what, form, wrong) => {
    expect(await wrongIn(form, '/payment', money)).toEqual(wrong)
    expect(await wrongInPayment(form)).toEqual(wrong)
  })

  it.each(cases)('%s, also where details are only stored', async (_what, form, wrong) => {
    expect(await wrongIn(form, '/registration', storesOnly)).toEqual(wrong)
  })

  it('a registration that is not offered, together with every other fault', async () => {
    const form = { registrationId: 'a'.repeat(32), 'card.cvv': '12', paymentBrand: 'VSIA' }
    expect(await wrongIn(form, '/payment', money)).toEqual([
      'card.cvv',
      'registrationId',
      'paymentBrand',
    ])
    const valid = { ...form, 'card.cvv': '123' }
    expect(await wrongIn(valid, '/payment', money)).toEqual(['registrationId', 'paymentBrand'])
  })

  it('the missing return URL of a shopper who pays on another page', async () => {
    const form = { paymentBrand: 'IDEAL', 'billing.country': 'Germany' }
    const wrong = ['billing.country', 'shopperResultUrl']
    expect(await wrongIn(form, '/payment', money)).toEqual(wrong)
    const known = { ...money, shopperResultUrl: 'https://shop.example/result' }
    expect(await wrongIn(form, '/payment', known)).toEqual(['billing.country'])
  })

  it('the data that the network requires of the merchant’s subscription', async () => {
    const begins = {
      'standingInstruction.source': 'CIT',
      'standingInstruction.mode': 'INITIAL',
      'standingInstruction.type': 'RECURRING',
    }
    const form = { ...card, 'card.number': '5454545454545454', 'card.expiryMonth': '13' }
    expect(await wrongIn(form, '/payment', { ...money, ...begins })).toEqual([
      'card.expiryMonth',
      'standingInstruction.recurringType',
    ])
  })

  it('the number that a prepared account lacks for a direct debit', async () => {
    const prepared = { ...money, 'bankAccount.holder': 'Ada Byron' }
    const form = { paymentBrand: 'DIRECTDEBIT_SEPA', 'billing.country': 'Germany' }
    expect(await wrongIn(form, '/payment', prepared)).toEqual([
      'billing.country',
      'bankAccount.iban',
    ])
    const number = { ...form, 'bankAccount.number': 'x' }
    expect(await wrongIn(number, '/payment', prepared)).not.toContain('bankAccount.iban')
  })

  it('no fault of the merchant’s prepared data', async () => {
    const prepared = {
      ...money,
      paymentBrand: 'DIRECTDEBIT_SEPA',
      'bankAccount.holder': 'Ada Byron',
      'bankAccount.iban': 'DE89370400440532013000',
    }
    const form = { 'billing.country': 'Germany' }
    expect(await wrongIn(form, '/payment', prepared)).toEqual(['billing.country'])
  })
})

describe('a checkout that takes no submit', () => {
  it('says so before it checks the parameters of the submit', async () => {
    const id = await open(money)
    const submit = (form: Form, end = '/payment') =>
      sendBare(gateway(), `POST /v1/checkouts/${id}${end}`, { form })
    const elsewhere = await submit({ 'card.number': 'x' }, '/registration')
    expect(elsewhere.body.result.parameterErrors).toBeUndefined()
    expect(elsewhere.body.result.description).toContain('submit it to /payment')
    expect((await submit(card)).body.result.code).toBe('000.100.110')
    const late = await submit({ 'card.number': 'x' })
    expect(late.body.result.parameterErrors).toBeUndefined()
    expect(late.body.result.description).toContain('already paid')
  })
})

it('a payment and a submit of the same card get the same faults', async () => {
  const form = { ...card, 'card.number': '42', foo: '1' }
  const submitted = await wrongIn(form, '/payment', money)
  const paid = await gateway().post(
    '/v1/payments',
    cardPayment(gateway().demo.entityId, { ...form, paymentBrand: undefined }),
  )
  expect(paid.body.result.parameterErrors?.map(({ name }) => name)).toEqual(submitted)
})
