import { beforeAll, describe, expect, it } from 'vitest'
import { storedCard } from '../features/registrations/stored-card.fixture.ts'
import { ENCODINGS, postAs } from '../testing/encodings.fixture.ts'
import { cardPayment, type Form, useTestGateway } from '../testing/gateway.fixture.ts'
import {
  addMerchant,
  channelOf,
  legacyMerchant,
  type TestMerchant,
} from '../testing/merchants.fixture.ts'

const gateway = useTestGateway()
const NUMBER = '4000000000000002'
const money: Form = { amount: '9.00', currency: 'EUR', paymentType: 'DB' }
const merchants: Record<string, TestMerchant> = {}

beforeAll(async () => {
  merchants.strict = await addMerchant(gateway())
  merchants.legacy = await legacyMerchant(gateway())
  const own = { cardLikeReferences: true }
  merchants['a channel that is set so'] = await addMerchant(gateway(), { channels: [own] })
})

function merchantOf(name: string): TestMerchant {
  const merchant = merchants[name]
  if (merchant === undefined) throw new Error(`No such merchant: ${name}`)
  return merchant
}

/** A reference that looks like a card number, on every route that takes one. */
async function askEverywhere(merchant: TestMerchant, encoding: (typeof ENCODINGS)[number]) {
  const entityId = channelOf(merchant)
  const { accessToken: token } = merchant
  const send = (path: string, form: Form) =>
    postAs(gateway(), encoding, { path, form: { entityId, ...form }, token })
  const paid = await send('/v1/payments', cardPayment(entityId))
  const stored = await send('/v1/registrations', storedCard(entityId))
  const checkout = await send('/v1/checkouts', money)
  const order = { merchantTransactionId: NUMBER }
  return [
    await send('/v1/payments', { ...cardPayment(entityId), ...order }),
    await send('/v1/payments', { ...cardPayment(entityId), [`customParameters[${NUMBER}]`]: 'x' }),
    await send(`/v1/payments/${paid.body.id}`, { ...money, paymentType: 'RF', ...order }),
    await send('/v1/registrations', { ...storedCard(entityId), ...order }),
    await send(`/v1/registrations/${stored.body.id}/payments`, { ...money, ...order }),
    await send('/v1/checkouts', { ...money, ...order }),
    await send(`/v1/checkouts/${checkout.body.id}`, order),
  ]
}

describe('a reference that looks like a card number', () => {
  it.each(ENCODINGS)('is refused by strict on every route, sent as %s', async (encoding) => {
    const answers = await askEverywhere(merchantOf('strict'), encoding)
    for (const { status, body } of answers) {
      expect([status, body.result.code]).toEqual([400, '200.300.404'])
      expect(body.result.parameterErrors).toHaveLength(1)
      expect(JSON.stringify(body)).not.toContain(NUMBER)
    }
  })

  it.each(['legacy', 'a channel that is set so'])('is taken by %s', async (name) => {
    for (const encoding of ENCODINGS) {
      const answers = await askEverywhere(merchantOf(name), encoding)
      expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200))
    }
  })

  it('is never given by the simulator, because merchants send its references back', async () => {
    for (let at = 0; at < 20; at++) {
      const { body } = await gateway().post('/v1/payments', cardPayment(gateway().demo.entityId))
      expect([body.transactionLinkId, body.lifecycleId]).toEqual([
        expect.stringMatching(/^0\d{17}$/),
        expect.stringMatching(/^0\d{14}$/),
      ])
    }
  })
})

describe('a card number in what is said of people and browsers', () => {
  const names = [
    'airline.passengers[0].name',
    'airline.agentName',
    'customer.browser.userAgent',
    'customer.surname',
  ]
  it.each(names)('is refused by legacy, too, in %s', async (name) => {
    const merchant = merchantOf('legacy')
    const form = cardPayment(channelOf(merchant), { [name]: NUMBER })
    const { accessToken: token } = merchant
    const { status, body } = await postAs(gateway(), 'form', { path: '/v1/payments', form, token })
    expect([status, body.result.code]).toEqual([400, '200.300.404'])
    expect(body.result.parameterErrors).toMatchObject([{ name }])
    expect(JSON.stringify(body)).not.toContain(NUMBER)
  })
})
