import { beforeAll, describe, expect, it } from 'vitest'
import { cardPayment, type Form, useTestGateway } from '../testing/gateway.fixture.ts'
import {
  addMerchant,
  type MerchantOptions,
  sendBare,
  type TestMerchant,
} from '../testing/merchants.fixture.ts'

const gateway = useTestGateway()
let merchant: TestMerchant

const MASTER = '5454545454545454'

/** Channels: American brands in dollars, anything else in dollars, Mastercard, all the rest. */
const dispatched: NonNullable<MerchantOptions['settings']> = ([amex, dollars, master, rest]) => ({
  dispatching: {
    rules: [
      { channelId: amex ?? '', currencies: ['USD'], brands: ['AMEX', 'DISCOVER'] },
      { channelId: dollars ?? '', currencies: ['USD', 'CAD'] },
      { channelId: master ?? '', brands: ['MASTER'] },
    ],
    defaultChannelId: rest ?? '',
  },
})

beforeAll(async () => {
  merchant = await addMerchant(gateway(), { settings: dispatched, channels: [{}, {}, {}, {}] })
})

async function pay(form: Form, from = merchant) {
  const token = from.accessToken
  return sendBare(gateway(), 'POST /v1/payments', { token, form: cardPayment(from.id, form) })
}

async function channelOfPayment(form: Form): Promise<number> {
  const paid = await pay(form)
  const stored = await gateway().store.read.payment(paid.body.id)
  return merchant.channelIds.indexOf(stored?.entityId ?? '')
}

describe('channel dispatching of a merchant', () => {
  it.each([
    [
      'currency and brand',
      {
        currency: 'USD',
        paymentBrand: 'AMEX',
        'card.number': '377777777777770',
        'card.cvv': '1234',
      },
      0,
    ],
    ['the currency alone', { currency: 'CAD' }, 1],
    [
      'the first rule that fits',
      { currency: 'USD', paymentBrand: 'MASTER', 'card.number': MASTER },
      1,
    ],
    ['the brand alone', { paymentBrand: 'MASTER', 'card.number': MASTER }, 2],
    ['the brand that the number tells', { paymentBrand: undefined, 'card.number': MASTER }, 2],
    ['the default', {}, 3],
  ] as const)('chooses by %s', async (_what, form: Form, channel) => {
    expect(await channelOfPayment(form)).toBe(channel)
  })

  it('does not change a request that names its channel', async () => {
    expect(await channelOfPayment({ entityId: merchant.channelIds[0] })).toBe(0)
  })

  it('chooses a checkout’s channel when it is created, by the brand if that is known', async () => {
    const token = merchant.accessToken
    const create = async (more: Form) => {
      const form = {
        entityId: merchant.id,
        amount: '1.00',
        currency: 'EUR',
        paymentType: 'DB',
        ...more,
      }
      const { body } = await sendBare(gateway(), 'POST /v1/checkouts', { token, form })
      return merchant.channelIds.indexOf(
        (await gateway().store.read.checkout(body.id))?.entityId ?? '',
      )
    }
    expect(await create({ currency: 'USD' })).toBe(1)
    expect(await create({ paymentBrand: 'MASTER' })).toBe(2)
    expect(await create({})).toBe(3)
  })

  it('does not apply to references, which use the channel of their payment', async () => {
    const { body } = await pay({ currency: 'USD' })
    const money = { amount: '92.00', currency: 'USD' }
    const form = { entityId: merchant.id, paymentType: 'RF', ...money }
    const token = merchant.accessToken
    const refunded = await sendBare(gateway(), `POST /v1/payments/${body.id}`, { token, form })
    expect(refunded.body.result.code).toBe('000.100.110')
  })

  it('says what is missing: a matching rule, a channel of the merchant, or an active one', async () => {
    const settings =
      (channelId: string | undefined): NonNullable<MerchantOptions['settings']> =>
      ([own]) => ({
        dispatching: { rules: [{ channelId: channelId ?? own ?? '', currencies: ['USD'] }] },
      })
    const codeOf = async (options: MerchantOptions, form: Form) => {
      const { status, body } = await pay(form, await addMerchant(gateway(), options))
      return [status, body.result.code]
    }
    const plain = { settings: settings(undefined) }
    expect(await codeOf(plain, { currency: 'EUR' })).toEqual([400, '600.200.500'])
    const foreign = { settings: settings(merchant.channelIds[0]) }
    expect(await codeOf(foreign, { currency: 'USD' })).toEqual([400, '500.100.201'])
    const inactive: MerchantOptions = { ...plain, channels: ['inactive'] }
    expect(await codeOf(inactive, { currency: 'USD' })).toEqual([400, '500.100.201'])
    expect(await codeOf({}, {})).toEqual([400, '200.300.407'])
  })
})
