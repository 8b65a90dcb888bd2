import { describe, expect, it } from 'vitest'
import { tokenForm } from '../../server/features/wallets/token-form.fixture.ts'
import { cardPayment, type Form } from '../../server/testing/gateway.fixture.ts'
import { startTwoGateways } from './two-gateways.fixture.ts'

const noCard: Form = {
  paymentBrand: undefined,
  'card.number': undefined,
  'card.holder': undefined,
  'card.expiryMonth': undefined,
  'card.expiryYear': undefined,
  'card.cvv': undefined,
}
const token = { ...noCard, paymentBrand: 'VISA', 'tokenAccount.number': '4200000000000000' }
const address = { shopperResultUrl: 'https://shop.example/result' }
const terminal = { 'pos.terminalId': '12345678', 'pos.entryMode': 'MAGSTRIPE' }
const series = { 'standingInstruction.type': 'RECURRING' }

/** Every way to pay, as the near gateway is asked for it. */
const WAYS: readonly (readonly [way: string, form: Form])[] = [
  ['a card whose brand is told by its number', { paymentBrand: undefined }],
  [
    'the first card payment of a series',
    { ...series, 'standingInstruction.mode': 'INITIAL', 'standingInstruction.source': 'CIT' },
  ],
  [
    'a card with the proof of an external server',
    {
      'threeDSecure.eci': '05',
      'threeDSecure.verificationId': 'AAACAgSRBklmQCFgMpEGAAAAAAA=',
      'threeDSecure.version': '2.2.0',
    },
  ],
  [
    'a decrypted wallet',
    {
      paymentBrand: 'APPLEPAY',
      'card.cvv': undefined,
      'applePay.source': 'web',
      'threeDSecure.verificationId': 'AAACAgSRBklmQCFgMpEGAAAAAAA=',
      'threeDSecure.eci': '05',
    },
  ],
  [
    'a direct debit',
    {
      ...noCard,
      paymentBrand: 'DIRECTDEBIT_SEPA',
      'bankAccount.holder': 'Jane Jones',
      'bankAccount.iban': 'DE89370400440532013000',
    },
  ],
  ['a token of another provider', { ...token, 'tokenAccount.type': 'EXTERNAL' }],
  ['a token of a scheme', { ...token, 'tokenAccount.type': 'NETWORK', 'tokenAccount.dtvc': '123' }],
  [
    'a gift card, whose balance the other side keeps',
    { ...noCard, 'giftCard.number': '6006000500000014', 'giftCard.pin': '0014', amount: '5.00' },
  ],
  [
    'a chip that a terminal read',
    { ...noCard, ...terminal, paymentBrand: 'VISA', 'pos.iccDataRequest': '9F2608AB' },
  ],
  [
    'a stripe that a terminal read',
    {
      ...noCard,
      ...terminal,
      paymentBrand: 'VISA',
      'pos.encryptedSred.data': 'C0FFEE',
      'pos.encryptedSred.ksn': '01',
    },
  ],
  ['an account at a provider', { ...noCard, ...address, paymentBrand: 'PAYPAL' }],
  ['a slip', { ...noCard, paymentBrand: 'BOLETO' }],
]

describe('a payment that is forwarded', () => {
  it.each(WAYS)('may be paid with %s, as it may be paid here', async (_way, more) => {
    const { near, wire } = await startTwoGateways()
    const form = cardPayment(near.demo.entityId, more)
    const here = await near.post('/v1/payments', form)
    const there = await near.post('/v1/payments', { ...form, testMode: 'EXTERNAL' })
    const [own, other] = [here.body.result.code, there.body.result.code]
    expect(other).toBe(own === '000.100.110' ? '000.100.112' : own)
    expect(own).toMatch(/^000\.(100\.110|200)/)
    expect(wire.received).toHaveLength(1)
    expect(there.body.paymentBrand).toBe(here.body.paymentBrand)
    expect(there.body.card).toEqual(here.body.card)
  })

  it.each([
    ['applePay', {}, 'APPLEPAY'],
    ['googlePay', {}, 'GOOGLEPAY'],
    ['samsungPay', {}, 'SAMSUNGPAY'],
    // A number of the card itself, which no cryptogram makes a wallet's.
    ['googlePay', { 'card.numberType': 'PAN' }, undefined],
  ])('may come out of a token of %s (%o), which is opened here', async (wallet, more, brand) => {
    const { near, wire } = await startTwoGateways()
    const { entityId } = near.demo
    const made = await near.post('/test/wallet-tokens', tokenForm(entityId, { wallet, ...more }))
    const { paymentToken } = made.body as unknown as { readonly paymentToken: string }
    const token = { paymentBrand: wallet.toUpperCase(), [`${wallet}.paymentToken`]: paymentToken }
    const form = cardPayment(entityId, { ...noCard, ...token, testMode: 'EXTERNAL' })
    const { body } = await near.post('/v1/payments', form)
    expect([body.result.code, body.paymentBrand]).toEqual(['000.100.112', wallet.toUpperCase()])
    const sent = wire.received[0]?.form ?? {}
    expect(sent).not.toHaveProperty([`${wallet}.paymentToken`])
    expect(sent.paymentBrand).toBe(brand)
    expect(sent[`${wallet}.source`]).toBe(brand === undefined ? undefined : 'web')
  })
})

describe('a checkout', () => {
  it('is paid at the other gateway where it was made with testMode=EXTERNAL', async () => {
    const { near, wire } = await startTwoGateways()
    const made = await near.post('/v1/checkouts', {
      entityId: near.demo.entityId,
      amount: '92.00',
      currency: 'EUR',
      paymentType: 'DB',
      testMode: 'EXTERNAL',
    })
    const { entityId: _own, amount, currency, paymentType, ...card } = cardPayment('')
    expect([amount, currency, paymentType]).toEqual(['92.00', 'EUR', 'DB'])
    const submit = { ...card, shopperResultUrl: 'https://shop.example/result' }
    await near.post(`/v1/checkouts/${made.body.id}/payment`, submit)
    const read = await near.get(`/v1/checkouts/${made.body.id}/payment`)
    expect(read.body.result.code).toBe('000.100.112')
    expect(wire.received).toHaveLength(1)
  })
})
