import { describe, expect, it } from 'vitest'
import { tokenForm } from '../../features/wallets/token-form.fixture.ts'
import { type Form, useTestGateway } from '../../testing/gateway.fixture.ts'

const gateway = useTestGateway()

const wallets = ['applePay', 'googlePay', 'samsungPay'] as const
type Wallet = (typeof wallets)[number]

async function makeToken(wallet: Wallet, more: Form = {}): Promise<string> {
  const { demo, post } = gateway()
  const form = tokenForm(demo.entityId, { wallet, ...more })
  return String((await post('/test/wallet-tokens', form)).body.paymentToken)
}

const pay = (
  wallet: Wallet,
  token: string,
  more: Form = {},
  headers: Record<string, string> = {},
) =>
  gateway().post(
    '/v1/payments',
    {
      entityId: gateway().demo.entityId,
      amount: '92.00',
      currency: 'EUR',
      paymentType: 'DB',
      paymentBrand: wallet.toUpperCase(),
      [`${wallet}.paymentToken`]: token,
      ...more,
    },
    headers,
  )

const PAID = '000.100.110'
const USED = '800.110.100'
const codeOf = async (paid: ReturnType<typeof pay>) => (await paid).body.result.code

describe.each(wallets)('a token of %s', (wallet) => {
  it('pays once: the second payment is recorded as failed', async () => {
    const token = await makeToken(wallet)
    expect(await codeOf(pay(wallet, token))).toBe(PAID)
    const { body } = await pay(wallet, token, { amount: '1.00' })
    expect(body.result.code).toBe(USED)
    const read = await gateway().get(`/v1/payments/${body.id}`)
    expect(read.body.result.code).toBe(USED)
  })

  it('pays once of four payments at the same time', async () => {
    const token = await makeToken(wallet)
    const codes = await Promise.all([1, 2, 3, 4].map(() => codeOf(pay(wallet, token))))
    expect(codes.sort()).toEqual([PAID, USED, USED, USED])
  })
})

describe('a token that was used', () => {
  it('is known in another spelling', async () => {
    const token = await makeToken('googlePay')
    expect(await codeOf(pay('googlePay', token))).toBe(PAID)
    const base64 = Buffer.from(token).toString('base64')
    const spaced = JSON.stringify(JSON.parse(token), null, 2)
    for (const other of [base64, spaced]) {
      expect(await codeOf(pay('googlePay', other))).toBe(USED)
    }
  })

  it('answers the repetition of its own request', async () => {
    const token = await makeToken('applePay')
    const key = { 'idempotency-key': 'wallet-1' }
    const first = await pay('applePay', token, {}, key)
    const again = await pay('applePay', token, {}, key)
    expect(first.body.result.code).toBe(PAID)
    expect(again.body).toEqual(first.body)
  })

  it('pays no second checkout, which its shopper can pay otherwise', async () => {
    const open = async () => {
      const order = { amount: '92.00', currency: 'EUR', paymentType: 'DB' }
      const { entityId } = gateway().demo
      return (await gateway().post('/v1/checkouts', { entityId, ...order })).body.id
    }
    const token = await makeToken('googlePay')
    const submit = { paymentBrand: 'GOOGLEPAY', shopperResultUrl: 'https://shop.example/' }
    const submitTo = (id: string, paymentToken: string) =>
      codeOf(
        gateway().post(`/v1/checkouts/${id}/payment`, {
          ...submit,
          'googlePay.paymentToken': paymentToken,
        }),
      )
    const [first, second] = [await open(), await open()]
    expect(await submitTo(first, token)).toBe(PAID)
    expect(await submitTo(second, token)).toBe(USED)
    expect(await submitTo(second, await makeToken('googlePay'))).toBe(PAID)
  })

  it('is not authenticated again', async () => {
    const challenged = { 'card.number': '4200000010000024', 'card.numberType': 'PAN' }
    const token = await makeToken('googlePay', challenged)
    const more = { shopperResultUrl: 'https://shop.example/' }
    expect(await codeOf(pay('googlePay', token, more))).toBe('000.200.000')
    const { body } = await pay('googlePay', token, more)
    expect(body.result.code).toBe(USED)
    expect(body.redirect).toBeUndefined()
  })

  it('may be sent again where the first request was refused for its parameters', async () => {
    const token = await makeToken('googlePay')
    expect((await pay('googlePay', token, { amount: 'much' })).status).toBe(400)
    expect(await codeOf(pay('googlePay', token))).toBe(PAID)
  })
})
