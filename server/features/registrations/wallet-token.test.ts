import { describe, expect, it } from 'vitest'
import { type Form, useTestGateway } from '../../testing/gateway.fixture.ts'
import { tokenForm } from '../wallets/token-form.fixture.ts'
import { outcome, payWith } from './stored-card.fixture.ts'

const gateway = useTestGateway()

const wallets = ['applePay', 'googlePay', 'samsungPay'] as const
type Wallet = (typeof wallets)[number]

const STORED = '000.100.110'
const USED = '800.110.100'

async function makeToken(wallet: Wallet, more: Form = {}): Promise<string> {
  const { demo, post } = gateway()
  const form = tokenForm(demo.entityId, { wallet, ...more })
  return String((await post('/test/wallet-tokens', form)).body.paymentToken)
}

const formOf = (wallet: Wallet, token: string): Form => ({
  entityId: gateway().demo.entityId,
  paymentBrand: wallet.toUpperCase(),
  [`${wallet}.paymentToken`]: token,
})

const store = (wallet: Wallet, token: string) =>
  gateway().post('/v1/registrations', formOf(wallet, token))

const pay = (wallet: Wallet, token: string, more: Form = {}) =>
  gateway().post('/v1/payments', {
    ...formOf(wallet, token),
    amount: '92.00',
    currency: 'EUR',
    paymentType: 'DB',
    ...more,
  })

const byMerchant = {
  'standingInstruction.source': 'MIT',
  'standingInstruction.mode': 'REPEATED',
  'standingInstruction.type': 'UNSCHEDULED',
}

/** A checkout that only stores payment details, submitted with a token. */
async function storeInCheckout(wallet: Wallet, token: string) {
  const { demo, post } = gateway()
  const made = await post('/v1/checkouts', {
    entityId: demo.entityId,
    createRegistration: 'true',
  })
  const { entityId: _ofChannel, ...submit } = formOf(wallet, token)
  return post(`/v1/checkouts/${made.body.id}/registration`, {
    ...submit,
    shopperResultUrl: 'https://shop.example/',
  })
}

describe.each(wallets)('a token of %s', (wallet) => {
  it('that paid stores nothing, by the server or in a checkout', async () => {
    const token = await makeToken(wallet)
    expect(outcome(await pay(wallet, token))).toEqual([200, STORED])
    const refused = await store(wallet, token)
    expect(outcome(refused)).toEqual([400, USED])
    expect(await gateway().store.read.registration(refused.body.id)).toMatchObject({
      state: 'failed',
      vaultRecordId: null,
    })
    expect(outcome(await storeInCheckout(wallet, token))).toEqual([400, USED])
  })

  it('is stored once, and then pays nothing', async () => {
    const token = await makeToken(wallet)
    expect(outcome(await store(wallet, token))).toEqual([200, STORED])
    expect(outcome(await store(wallet, token))).toEqual([400, USED])
    expect(outcome(await pay(wallet, token))).toEqual([400, USED])
  })

  it('is stored once by four requests at the same time', async () => {
    const token = await makeToken(wallet)
    const made = await Promise.all([1, 2, 3, 4].map(() => store(wallet, token)))
    const codes = made.map(({ body }) => body.result.code)
    expect(codes.sort()).toEqual([STORED, USED, USED, USED])
  })
})

it('a token is stored again by the repetition of its own request only', async () => {
  const token = await makeToken('applePay')
  const key = { 'idempotency-key': 'store-token' }
  const form = formOf('applePay', token)
  const first = await gateway().post('/v1/registrations', form, key)
  expect(outcome(first)).toEqual([200, STORED])
  expect((await gateway().post('/v1/registrations', form, key)).body).toEqual(first.body)
})

it('a shopper whose token was used stores another one in the same checkout', async () => {
  const { demo, post } = gateway()
  const made = await post('/v1/checkouts', { entityId: demo.entityId, createRegistration: 'true' })
  const submit = async (token: string) => {
    const { entityId: _ofChannel, ...form } = formOf('googlePay', token)
    const address = { shopperResultUrl: 'https://shop.example/' }
    return outcome(
      await post(`/v1/checkouts/${made.body.id}/registration`, { ...form, ...address }),
    )
  }
  const token = await makeToken('googlePay')
  await pay('googlePay', token)
  expect(await submit(token)).toEqual([400, USED])
  expect(await submit(await makeToken('googlePay'))).toEqual([200, STORED])
})

describe('the number of a device that was stored without a payment', () => {
  const stored = async () => (await store('applePay', await makeToken('applePay'))).body.id

  it('is not charged as if its shopper had confirmed it', async () => {
    const id = await stored()
    const instructed = { ...byMerchant, 'standingInstruction.source': 'CIT' }
    for (const more of [{}, { amount: '500.00', currency: 'USD' }, instructed]) {
      const refused = await payWith(gateway(), id, more)
      expect(outcome(refused)).toEqual([400, '200.300.404'])
      expect(refused.body.result.parameterErrors).toMatchObject([
        { name: 'registrationId', message: expect.stringContaining('in the wallet') },
      ])
    }
  })

  it('is charged by the merchant with the reference of a first payment only', async () => {
    const id = await stored()
    const refused = await payWith(gateway(), id, byMerchant)
    expect(refused.body.result.parameterErrors).toMatchObject([
      { name: 'standingInstruction.initialTransactionId' },
    ])
    const reference = { 'standingInstruction.initialTransactionId': '8412' }
    const paid = await payWith(gateway(), id, { ...byMerchant, ...reference })
    expect(outcome(paid)).toEqual([200, STORED])
    expect(paid.body).toMatchObject({ paymentBrand: 'APPLEPAY' })
  })

  it('can be paid out to', async () => {
    const id = await stored()
    expect(outcome(await payWith(gateway(), id, { paymentType: 'CD' }))).toEqual([200, STORED])
  })

  it('is not offered in a checkout', async () => {
    const refused = await gateway().post('/v1/checkouts', {
      entityId: gateway().demo.entityId,
      amount: '92.00',
      currency: 'EUR',
      paymentType: 'DB',
      'registrations[0].id': await stored(),
    })
    expect(refused.body.result.parameterErrors).toMatchObject([{ name: 'registrations[0].id' }])
  })
})

it('the number of a device that was stored with its payment is charged by the merchant', async () => {
  const more = { createRegistration: 'true' }
  const { body } = await pay('applePay', await makeToken('applePay'), more)
  const id = String(body.registrationId)
  expect(outcome(await payWith(gateway(), id, byMerchant))).toEqual([200, STORED])
  expect(outcome(await payWith(gateway(), id))).toEqual([400, '200.300.404'])
})

it('the number of a card that Google Pay gave is charged as a typed one', async () => {
  const token = await makeToken('googlePay', { 'card.numberType': 'PAN' })
  const { body } = await store('googlePay', token)
  expect(outcome(await payWith(gateway(), body.id))).toEqual([200, STORED])
})

it('the number of a device that is sent without a cryptogram is not charged', async () => {
  const refused = await gateway().post('/v1/payments', {
    entityId: gateway().demo.entityId,
    amount: '500.00',
    currency: 'USD',
    paymentType: 'DB',
    paymentBrand: 'VISA',
    'card.number': '4200000000000000',
    'card.expiryMonth': '05',
    'card.expiryYear': '2034',
    'card.numberType': 'DPAN',
  })
  expect(refused.body.result.parameterErrors).toMatchObject([
    { name: 'threeDSecure.verificationId' },
  ])
})
