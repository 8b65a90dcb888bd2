import { describe, expect, it } from 'vitest'
import { type Form, useTestGateway } from '../../testing/gateway.fixture.ts'

const gateway = useTestGateway()

/** Cards of 50.00, one for each test. */
const CARDS = [
  '6006000500000014',
  '6006000500000022',
  '6006000500000030',
  '6006000500000048',
  '6006000500000055',
  '6006100500000012',
  '6006000500000063',
]

function pay(number: string, more: Form = {}) {
  const { demo, post } = gateway()
  return post('/v1/payments', {
    entityId: demo.entityId,
    amount: '30.00',
    currency: 'EUR',
    paymentType: 'DB',
    'giftCard.number': number,
    'giftCard.pin': number.slice(-4),
    ...more,
  })
}

function refer(id: string, paymentType: string, amount?: string) {
  const { demo, post } = gateway()
  const currency = amount === undefined ? undefined : 'EUR'
  return post(`/v1/payments/${id}`, { entityId: demo.entityId, paymentType, amount, currency })
}

async function codeOf(answer: ReturnType<typeof pay>): Promise<string> {
  return (await answer).body.result.code
}

const APPROVED = '000.100.110'
const TOO_LITTLE = '100.550.311'

describe('a gift card', () => {
  const [
    spent = '',
    refunded = '',
    held = '',
    raced = '',
    repeated = '',
    inEuros = '',
    closed = '',
  ] = CARDS

  it('pays until its balance is too small', async () => {
    const paid = await pay(spent)
    expect(paid.body).toMatchObject({ paymentBrand: 'GIFTCARD', result: { code: APPROVED } })
    expect(JSON.stringify(paid.body)).not.toContain(spent)
    const declined = await pay(spent)
    expect(declined.status).toBe(400)
    expect(declined.body.result.code).toBe(TOO_LITTLE)
    expect(await codeOf(pay(spent, { amount: '20.00' }))).toBe(APPROVED)
  })

  it('is refunded once by 20 refunds at the same time, and the others say why not', async () => {
    const { body } = await pay('6006000500000071', { amount: '50.00' })
    const refunds = Array.from({ length: 20 }, () => codeOf(refer(body.id, 'RF', '50.00')))
    const codes = await Promise.all(refunds)
    expect(codes.filter((code) => code === APPROVED)).toHaveLength(1)
    expect(new Set(codes.filter((code) => code !== APPROVED))).toEqual(new Set(['700.300.300']))
  })

  it('receives refunds, and can pay with them', async () => {
    const { body } = await pay(refunded)
    expect(await codeOf(refer(body.id, 'RF', '10.00'))).toBe(APPROVED)
    expect(await codeOf(pay(refunded, { amount: '30.01' }))).toBe(TOO_LITTLE)
    expect(await codeOf(pay(refunded, { amount: '30.00' }))).toBe(APPROVED)
    expect(await codeOf(refer(body.id, 'RV'))).not.toBe(APPROVED)
    expect(await codeOf(refer(body.id, 'RF', '20.00'))).toBe(APPROVED)
    expect(await codeOf(pay(refunded, { amount: '20.00' }))).toBe(APPROVED)
  })

  it('that was never issued is answered as a wrong PIN, and a mistyped number otherwise', async () => {
    const [unknown, wrongPin, mistyped] = await Promise.all([
      pay('6006900050000019'),
      pay(spent, { 'giftCard.pin': '9999' }),
      pay('6006000500000013'),
    ])
    expect(unknown.status).toBe(400)
    expect(unknown.body.result).toEqual({
      code: '100.350.400',
      description: expect.stringMatching(/^PIN missing or wrong. No gift card of .*simulator.md/),
    })
    expect(wrongPin.body.result).toEqual(unknown.body.result)
    expect(mistyped.body.result).toEqual({
      code: '100.100.101',
      description: expect.stringMatching(/^invalid creditcard.*check digit of giftCard.number/),
    })
    const { body: read } = await gateway().get(`/v1/payments/${unknown.body.id}`)
    expect(read.result).toEqual(unknown.body.result)
  })

  it('is reserved by an authorisation, and gets back what is not captured', async () => {
    const { body } = await pay(held, { paymentType: 'PA' })
    expect(await codeOf(pay(held))).toBe(TOO_LITTLE)
    expect(await codeOf(refer(body.id, 'CP', '10.00'))).toBe(APPROVED)
    expect(await codeOf(refer(body.id, 'RV'))).toBe(APPROVED)
    expect(await codeOf(pay(held, { amount: '40.00' }))).toBe(APPROVED)
    expect(await codeOf(pay(held, { amount: '0.01' }))).toBe(TOO_LITTLE)
  })

  it('gets back what a FINAL capture leaves of the authorisation', async () => {
    const { body } = await pay(closed, { paymentType: 'PA', amount: '50.00' })
    const last = { paymentType: 'CP', amount: '20.00', currency: 'EUR', sequence: 'FINAL' }
    expect(await codeOf(gateway().post(`/v1/payments/${body.id}`, last))).toBe(APPROVED)
    expect(await codeOf(pay(closed, { amount: '30.01' }))).toBe(TOO_LITTLE)
    expect(await codeOf(pay(closed, { amount: '30.00' }))).toBe(APPROVED)
  })

  it('pays one of two simultaneous payments when its balance covers only one', async () => {
    const codes = await Promise.all([codeOf(pay(raced)), codeOf(pay(raced))])
    expect(codes.sort()).toEqual([APPROVED, TOO_LITTLE])
  })

  it('is not charged by a payment that is declined', async () => {
    const declined = { 'customParameters[SIMULATOR_outcome]': 'decline:800.100.160' }
    expect(await codeOf(pay(repeated, declined))).toBe('800.100.160')
    expect(await codeOf(pay(repeated, { amount: '50.00' }))).toBe(APPROVED)
  })

  it.each<[Form, string]>([
    [{ 'giftCard.pin': '9999' }, '100.350.400'],
    [{ 'giftCard.pin': undefined }, '100.350.400'],
    [{ currency: 'USD' }, '800.100.173'],
    [{ 'giftCard.number': '6006100500000011' }, '100.100.101'],
  ])('with %o does not pay: %s', async (more, code) => {
    const answer = await pay(inEuros, more)
    expect(answer.status).toBe(400)
    expect(answer.body.result.code).toBe(code)
    expect(answer.body).toMatchObject({ paymentBrand: 'GIFTCARD', amount: '30.00' })
  })

  it('is not stored for later payments', async () => {
    const { body } = await pay(inEuros, { amount: '1.00', createRegistration: 'true' })
    expect(body).not.toHaveProperty('registrationId')
  })

  it('refuses a credit', async () => {
    expect(await codeOf(pay(inEuros, { paymentType: 'CD' }))).toBe('600.200.310')
  })
})
