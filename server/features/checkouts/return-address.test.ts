import { describe, expect, it } from 'vitest'
import { type Form, useTestGateway } from '../../testing/gateway.fixture.ts'
import {
  addMerchant,
  channelOf,
  sendBare,
  type TestMerchant,
} from '../../testing/merchants.fixture.ts'

const gateway = useTestGateway()

const merchant = () => addMerchant(gateway())
const restricted = () =>
  addMerchant(gateway(), {
    settings: () => ({ checkouts: { returnOrigins: ['https://shop.example'] } }),
  })

const money: Form = { amount: '92.00', currency: 'EUR', paymentType: 'DB' }
const storing: Form = { createRegistration: 'true' }

/** What a shopper's submit with this address is answered. */
async function comingBackTo(
  shopperResultUrl: string,
  { accessToken: token, ...of }: TestMerchant,
  opened: Form = money,
) {
  const form = { entityId: channelOf({ accessToken: token, ...of }), ...opened }
  const { body } = await sendBare(gateway(), 'POST /v1/checkouts', { token, form })
  expect(body.result.code, JSON.stringify(body.result)).toBe('000.200.100')
  const end = opened === storing ? 'registration' : 'payment'
  const submit: Form =
    opened === storing
      ? { 'card.number': '4200000000000000', 'card.expiryMonth': '05', 'card.expiryYear': '2034' }
      : { paymentBrand: 'PAYPAL' }
  const path = `POST /v1/checkouts/${body.id}/${end}`
  return (await sendBare(gateway(), path, { form: { ...submit, shopperResultUrl } })).body.result
}

const refused = (message: string) => ({
  code: '200.300.404',
  parameterErrors: [{ name: 'shopperResultUrl', message: expect.stringContaining(message) }],
})

describe('the return URL of a shopper’s submit', () => {
  it.each(['https://shop.example/result?order=1', 'http://127.0.0.1:8080/result'])(
    'may be a web page: %s',
    async (address) => {
      expect(await comingBackTo(address, await merchant())).toMatchObject({ code: '000.200.000' })
    },
  )

  it.each([
    ['intent://scan/#Intent;scheme=app;end', 'is not an http or https address'],
    ['x-app://pay/result', 'is not an http or https address'],
    ['http://user@host.example/', 'must not carry a user name'],
    ['https://shop.example:secret@host.example/', 'must not carry a user name'],
  ])('is not %s, for a payment and for storing', async (address, message) => {
    for (const opened of [money, storing]) {
      expect(await comingBackTo(address, await merchant(), opened)).toMatchObject(refused(message))
    }
  })

  it('must have an origin that the channel allows', async () => {
    const channel = await restricted()
    const told = (address: string) => comingBackTo(address, channel)
    expect(await told('https://shop.example/result')).toMatchObject({ code: '000.200.000' })
    for (const address of [
      'https://evil.example/',
      'http://shop.example/',
      'https://shop.example:444/',
      'https://shop.example.evil.example/',
    ]) {
      expect(await told(address)).toMatchObject(refused(`leads to ${new URL(address).origin}`))
    }
  })

  it('is reported together with every other fault of the submit', async () => {
    const { id } = (
      await gateway().post('/v1/checkouts', { entityId: gateway().demo.entityId, ...money })
    ).body
    const form = {
      'card.number': '4200000000000000',
      'card.expiryMonth': '13',
      'card.expiryYear': '2034',
      shopperResultUrl: 'x-app://pay/result',
    }
    const { body } = await sendBare(gateway(), `POST /v1/checkouts/${id}/payment`, { form })
    expect(body.result.parameterErrors?.map(({ name }) => name).toSorted()).toEqual([
      'card.expiryMonth',
      'shopperResultUrl',
    ])
  })

  it('is the one that the merchant’s server has set, whatever the page sends', async () => {
    const opened = { ...money, shopperResultUrl: 'com.shop.app.payments://result' }
    for (const address of ['com.shop.app.payments://result', 'https://evil.example/']) {
      const result = await comingBackTo(address, await restricted(), opened)
      expect(result).toMatchObject({ code: '000.200.000' })
    }
  })
})
