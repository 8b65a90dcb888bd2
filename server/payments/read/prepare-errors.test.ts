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

describe('a refused payment lists in one answer', () => {
  it('the faults of format and the faults of the brand', async () => {
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

  it('the wrong number and the expired date of a card, beside other faults', async () => {
    const wrong = { 'card.number': '4200000000000001', 'card.expiryYear': '2020' }
    expect(await wrongIn({ ...wrong, amount: '12,00' })).toEqual([
      'amount',
      'card.number',
      'card.expiryYear',
    ])
    const first = { 'standingInstruction.source': 'CIT', 'standingInstruction.mode': 'INITIAL' }
    const series = { ...first, 'standingInstruction.type': 'RECURRING' }
    const master = { 'card.number': '5454545454545455', paymentBrand: 'MASTER' }
    expect(await wrongIn({ ...wrong, ...master, ...series })).toEqual([
      'standingInstruction.recurringType',
      'card.number',
      'card.expiryYear',
    ])
    const { demo, post } = gateway()
    const { body } = await post('/v1/payments', cardPayment(demo.entityId, wrong))
    expect(body.result).toMatchObject({ code: '100.100.101' })
    expect(body.result).not.toHaveProperty('parameterErrors')
  })

  it('the missing return URL of a shopper who pays on another page', async () => {
    expect(await wrongIn({ ...NO_CARD, paymentBrand: 'IDEAL', amount: '12,00' })).toEqual([
      'amount',
      'shopperResultUrl',
    ])
  })

  it('the account data that a direct debit lacks, and its holder', async () => {
    const direct = { ...NO_CARD, paymentBrand: 'DIRECTDEBIT_SEPA' }
    const account = ['bankAccount.iban', 'bankAccount.holder']
    expect(await wrongIn(direct)).toEqual(account)
    expect(await wrongIn({ ...direct, amount: '1,00' })).toEqual(['amount', ...account])
    expect(await wrongIn({ ...direct, 'bankAccount.iban': 'DE', amount: '1,00' })).toEqual([
      'amount',
      ...account,
    ])
  })

  it('the missing data of a terminal', async () => {
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

  it('the subscription data that the card’s network requires', async () => {
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

  it('an amount that the currency does not have, and the faults of the brand', async () => {
    expect(await wrongIn({ paymentBrand: 'VSIA', amount: '100.50', currency: 'JPY' })).toEqual([
      'paymentBrand',
      'amount',
    ])
  })
})

describe('a refused payment does not report', () => {
  it('a parameter as missing that was sent with a wrong value', async () => {
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

  it('the required parameters of a brand that cannot be read', async () => {
    expect(await wrongIn({ ...NO_CARD, paymentBrand: 'I-DEAL' })).toEqual(['paymentBrand'])
  })

  it('a missing card for a capture that was sent to the path of new payments', async () => {
    for (const paymentType of ['CP', 'RV', 'RF', 'RB']) {
      expect(await wrongIn({ ...NO_CARD, paymentType })).toEqual(['paymentType'])
    }
  })
})
