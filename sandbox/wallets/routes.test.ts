import { describe, expect, it } from 'vitest'
import { tokenForm } from '../../server/features/wallets/token-form.fixture.ts'
import {
  type Form,
  startTestGateway,
  useTestGateway,
} from '../../server/testing/gateway.fixture.ts'

const gateway = useTestGateway()

const order = (more: Form = {}): Form => tokenForm(gateway().demo.entityId, more)

const ask = (more: Form = {}) => gateway().post('/test/wallet-tokens', order(more))

/** Pays with the token of a wallet. */
const pay = (wallet: string, paymentToken: string, more: Form = {}) =>
  gateway().post('/v1/payments', {
    entityId: gateway().demo.entityId,
    amount: '92.00',
    currency: 'EUR',
    paymentType: 'DB',
    paymentBrand: wallet.toUpperCase(),
    [`${wallet}.paymentToken`]: paymentToken,
    ...more,
  })

describe('a wallet token of the test environment', () => {
  it.each(['applePay', 'googlePay', 'samsungPay'])('of %s pays', async (wallet) => {
    const { status, body } = await ask({ wallet })
    expect([status, body.result.code]).toEqual([200, '000.100.110'])
    const paymentToken = String(body.paymentToken)
    const paid = await pay(wallet, paymentToken)
    expect([paid.status, paid.body.result.code]).toEqual([200, '000.100.110'])
    expect(paid.body).toMatchObject({ paymentBrand: wallet.toUpperCase(), card: { bin: '420000' } })
    const shown = JSON.stringify(paid.body)
    expect(shown).not.toContain('4200000000000000')
    expect(shown).not.toContain(paymentToken.slice(0, 40))
  })

  it.each(['applePay', 'googlePay', 'samsungPay'])(
    'of %s is answered with the brand of its card and with how the shopper was authenticated',
    async (wallet) => {
      const { body } = await ask({ wallet })
      const paid = await pay(wallet, String(body.paymentToken))
      expect(paid.body).toMatchObject({ brandResult: 'VISA', threeDSecure: { eci: '05' } })
      const read = await gateway().get(`/v1/payments/${paid.body.id}`)
      expect(read.body).toMatchObject({ brandResult: 'VISA', threeDSecure: { eci: '05' } })
    },
  )

  it('is refused with the reason when it is incomplete', async () => {
    const { body } = await ask({ wallet: 'googlePay' })
    const refused = await pay('googlePay', String(body.paymentToken).slice(0, -1))
    expect([refused.status, refused.body.result.code]).toEqual([400, '200.100.603'])
    expect(refused.body.result.description).toContain('googlePay.paymentToken cannot be used')
  })

  it('that is too old is refused', async () => {
    const { body } = await ask()
    gateway().clock.advance(6 * 60_000)
    const refused = await pay('applePay', String(body.paymentToken))
    expect(refused.body.result.code).toBe('200.100.603')
    expect(refused.body.result.description).toContain('has expired')
  })

  it('pays no more than the shopper has approved, and in no other currency', async () => {
    const { body } = await ask({ amount: '1.00' })
    const paymentToken = String(body.paymentToken)
    for (const more of [{ amount: '9000.00' }, { amount: '1.00', currency: 'USD' }]) {
      const refused = await pay('applePay', paymentToken, more)
      expect([refused.status, refused.body.result.code]).toEqual([400, '200.100.603'])
      expect(refused.body.result.description).toContain('approved by the shopper for 1.00 EUR')
      expect(refused.body.result.description).toContain(more.amount)
    }
    const part = await pay('applePay', paymentToken, { amount: '0.40' })
    expect(part.body.result.code).toBe('000.100.110')
  })

  it('pays a checkout only with the approved amount', async () => {
    const { entityId } = gateway().demo
    const submit = async (amount: string) => {
      const form = { entityId, amount, currency: 'EUR', paymentType: 'DB' }
      const { body: checkout } = await gateway().post('/v1/checkouts', form)
      const { body } = await ask({ wallet: 'samsungPay', amount: '1.00' })
      const paid = await gateway().post(`/v1/checkouts/${checkout.id}/payment`, {
        paymentBrand: 'SAMSUNGPAY',
        'samsungPay.paymentToken': String(body.paymentToken),
      })
      return paid.body.result.code
    }
    expect(await submit('1.01')).toBe('200.100.603')
    expect(await submit('1.00')).toBe('000.100.110')
  })

  it('works in JPY, which has no decimals', async () => {
    const { body } = await ask({ currency: 'JPY', amount: '100.00' })
    expect(body.result.code).toBe('000.100.110')
  })
})

describe('a wallet token is not made', () => {
  it.each([
    ['another wallet', { wallet: 'paper' }, 'wallet'],
    ['the wallet of the document', { wallet: 'walletA' }, 'wallet'],
    ['no wallet', { wallet: undefined }, 'wallet'],
    ['no card', { 'card.number': undefined }, 'card.number'],
    ['a security code', { 'card.cvv': '123' }, 'card.cvv'],
    ['half a yen', { currency: 'JPY', amount: '100.50' }, 'amount'],
    ['a card number in applePay', { 'card.numberType': 'PAN' }, 'card.numberType'],
    ['a card number that is too long', { 'card.number': '4'.repeat(20) }, 'card.number'],
    ['a card of another century', { 'card.expiryYear': '1999' }, 'card.expiryYear'],
  ])('%s', async (_, more, name) => {
    const { status, body } = await ask(more)
    expect([status, body.result.code]).toEqual([400, '200.300.404'])
    expect(body.result.parameterErrors?.map((error) => error.name)).toEqual([name])
    expect(JSON.stringify(body)).not.toContain('4444444444444')
  })

  it('without an access token', async () => {
    const refused = await gateway().post('/test/wallet-tokens', order(), { authorization: '' })
    expect(refused.status).toBe(401)
  })
})

it('the live environment has no simulated wallets', async () => {
  const live = await startTestGateway({ environment: 'live' })
  try {
    const { status } = await live.post(
      '/test/wallet-tokens',
      order({ entityId: live.demo.entityId }),
    )
    expect(status).toBe(404)
  } finally {
    await live.close()
  }
})

describe('the token of a sheet that the widget shows in the test environment', () => {
  const sheet = async (more: Readonly<Record<string, string>> = {}) => {
    const { post, demo } = gateway()
    const money = { amount: '92.00', currency: 'EUR' }
    const { body } = await post('/v1/checkouts', {
      entityId: demo.entityId,
      paymentType: 'DB',
      ...money,
    })
    const wanted = { checkoutId: String(body.id), wallet: 'googlePay', card: 'visa', ...money }
    const query = new URLSearchParams({ ...wanted, ...more })
    return post(`/test/wallet-sheet-token?${query}`, {})
  }

  it('pays as the wallet does', async () => {
    const { status, body } = await sheet()
    expect(status).toBe(200)
    const paid = await pay('googlePay', String(body.paymentToken))
    expect(paid.body.result.code).toBe('000.100.110')
  })

  it.each([
    [{ checkoutId: 'x' }, 404],
    [{ wallet: 'x' }, 400],
    [{ card: 'constructor' }, 400],
    [{ amount: '-1' }, 400],
    [{ currency: 'EURO' }, 400],
  ])('is not made for %j', async (wrong, expected) => {
    const { status, body } = await sheet(wrong)
    expect([status, body.paymentToken]).toEqual([expected, undefined])
  })
})
