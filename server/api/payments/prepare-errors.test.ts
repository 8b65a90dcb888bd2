import { describe, expect, it } from 'vitest'
import { cardPayment, type Form, useTestGateway } from '../../testing/gateway.fixture.ts'

const gateway = useTestGateway()

const NO_CARD: Form = {
  'card.number': undefined,
  'card.holder': undefined,
  'card.expiryMonth': undefined,
  'card.expiryYear': undefined,
  'card.cvv': undefined,
}

/** The names that a payment is refused for; each must be named once. */
async function wrongIn(more: Form): Promise<readonly string[]> {
  const { demo, post } = gateway()
  const { status, body } = await post('/v1/payments', cardPayment(demo.entityId, more))
  expect([status, body.result.code]).toEqual([400, '200.300.404'])
  return (body.result.parameterErrors ?? []).map(({ name }) => name)
}

describe('a refused payment is told at once', () => {
  it('what is wrong by format and what is wrong by brand', async () => {
    const wrong = await wrongIn({
      amount: '12,00',
      currency: 'eur',
      paymentBrand: 'VSIA',
      foo: '1',
      'card.expiryMonth': '13',
    })
    expect([...wrong].sort()).toEqual([
      'amount',
      'card.expiryMonth',
      'currency',
      'foo',
      'paymentBrand',
    ])
  })

  it('where a shopper comes back who pays on another page', async () => {
    expect(await wrongIn({ ...NO_CARD, paymentBrand: 'IDEAL', amount: '12,00' })).toEqual([
      'amount',
      'shopperResultUrl',
    ])
  })

  it('which account a debit needs, and whose it is', async () => {
    const direct = { ...NO_CARD, paymentBrand: 'DIRECTDEBIT_SEPA' }
    const account = ['bankAccount.iban', 'bankAccount.holder']
    expect(await wrongIn(direct)).toEqual(account)
    expect(await wrongIn({ ...direct, amount: '1,00' })).toEqual(['amount', ...account])
    expect(await wrongIn({ ...direct, 'bankAccount.iban': 'DE', amount: '1,00' })).toEqual([
      'amount',
      ...account,
    ])
  })

  it('what a terminal has to send', async () => {
    const chip = { ...NO_CARD, paymentBrand: 'VISA', 'pos.entryMode': 'ICC' }
    expect(await wrongIn(chip)).toEqual(['pos.terminalId', 'pos.iccDataRequest'])
    expect(await wrongIn({ ...chip, paymentBrand: 'VSIA' })).toEqual([
      'pos.terminalId',
      'pos.iccDataRequest',
      'paymentBrand',
    ])
  })

  it('what a network token and its first subscription payment lack', async () => {
    const wrong = await wrongIn({
      ...NO_CARD,
      'tokenAccount.number': '5454545454545454',
      'tokenAccount.type': 'NETWORK',
      'tokenAccount.expiryMonth': '05',
      currency: 'eur',
    })
    expect(wrong).toEqual(['currency', 'tokenAccount.expiryYear', 'tokenAccount.cryptogram'])
  })

  it('what the network of its card asks of a subscription', async () => {
    const wrong = await wrongIn({
      paymentBrand: undefined,
      'card.number': '5454545454545454',
      amount: '1,00',
      'standingInstruction.source': 'CIT',
      'standingInstruction.mode': 'INITIAL',
      'standingInstruction.type': 'RECURRING',
    })
    expect(wrong).toEqual(['amount', 'standingInstruction.recurringType'])
  })

  it('what a currency does not have, beside what is wrong with the brand', async () => {
    expect(await wrongIn({ paymentBrand: 'VSIA', amount: '100.50', currency: 'JPY' })).toEqual([
      'paymentBrand',
      'amount',
    ])
  })
})

describe('a refused payment is not told', () => {
  it('that something is missing which was sent wrongly', async () => {
    expect(await wrongIn({ 'card.number': '42', paymentBrand: 'VISA' })).toEqual(['card.number'])
    expect(await wrongIn({ 'card.number': '42' })).toEqual(['card.number'])
    expect(await wrongIn({ ...NO_CARD, paymentBrand: 'VISA', 'card.number': 'x' })).toEqual([
      'card.number',
      'card.expiryMonth',
      'card.expiryYear',
    ])
    const redirect = { ...NO_CARD, paymentBrand: 'IDEAL', shopperResultUrl: 'nowhere' }
    expect(await wrongIn(redirect)).toEqual(['shopperResultUrl'])
  })

  it('what a brand needs that cannot be read', async () => {
    expect(await wrongIn({ ...NO_CARD, paymentBrand: 'I-DEAL' })).toEqual(['paymentBrand'])
  })

  it('that a capture on the address of new payments lacks a card', async () => {
    for (const paymentType of ['CP', 'RV', 'RF', 'RB']) {
      expect(await wrongIn({ ...NO_CARD, paymentType })).toEqual(['paymentType'])
    }
  })
})
