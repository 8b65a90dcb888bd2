import { describe, expect, it } from 'vitest'
import { tokenForm } from '../../features/wallets/token-form.fixture.ts'
import { type Form, useTestGateway } from '../../testing/gateway.fixture.ts'

const gateway = useTestGateway()

const order = () => ({
  entityId: gateway().demo.entityId,
  amount: '92.00',
  currency: 'EUR',
  paymentType: 'DB',
})

const CRYPTOGRAM = 'AAACAgSRBklmQCFgMpEGAAAAAAA='

const payDecrypted = (more: Form) =>
  gateway().post('/v1/payments', {
    ...order(),
    'card.number': '4200000000000000',
    'card.expiryMonth': '05',
    'card.expiryYear': '2034',
    ...more,
  })

describe('decrypted data are taken as the wallet gives them', () => {
  const apple = { 'applePay.source': 'web', 'threeDSecure.verificationId': CRYPTOGRAM }

  it('with an indicator of one digit', async () => {
    const { body } = await payDecrypted({ ...apple, 'threeDSecure.eci': '5' })
    expect(body).toMatchObject({
      result: { code: '000.100.110' },
      paymentBrand: 'APPLEPAY',
      threeDSecure: { eci: '05' },
    })
  })

  it('without an indicator', async () => {
    const { body } = await payDecrypted(apple)
    expect(body).toMatchObject({ result: { code: '000.100.110' }, paymentBrand: 'APPLEPAY' })
  })

  it('without a cryptogram, where Google Pay gives the number of the card', async () => {
    const { body } = await payDecrypted({ 'googlePay.source': 'web' })
    expect(body).toMatchObject({ result: { code: '000.100.110' }, paymentBrand: 'GOOGLEPAY' })
  })

  it('but not the number of a device without its cryptogram', async () => {
    const { body } = await payDecrypted({ 'applePay.source': 'web' })
    expect(body.result.parameterErrors).toMatchObject([
      { name: 'threeDSecure.verificationId', message: expect.stringContaining('cryptogram') },
    ])
  })
})

describe('a token as a JSON object', () => {
  it.each([
    ['nested', (token: object) => ({ applePay: { paymentToken: token } })],
    ['by its flat name', (token: object) => ({ 'applePay.paymentToken': token })],
  ])('%s is refused with what to send instead, with a brand or without', async (_, sent) => {
    const { demo, post, url } = gateway()
    const made = await post('/test/wallet-tokens', tokenForm(demo.entityId))
    const token = JSON.parse(String(made.body.paymentToken))
    for (const brand of [{}, { paymentBrand: 'APPLEPAY' }]) {
      const answer = await fetch(`${url}/v1/payments`, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${demo.accessToken}`,
          'content-type': 'application/json',
        },
        body: JSON.stringify({ ...order(), ...brand, ...sent(token) }),
      })
      expect(answer.status).toBe(400)
      expect((await answer.json()).result.description).toContain(
        'applePay.paymentToken is a JSON object: send it as one text',
      )
    }
  })
})
