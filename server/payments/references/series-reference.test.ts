import { describe, expect, it } from 'vitest'
import { startTwoGateways } from '../../../acquirers/gateway/two-gateways.fixture.ts'
import { cardPayment, type Form, useTestGateway } from '../../testing/gateway.fixture.ts'
import { addMerchant, channelOf } from '../../testing/merchants.fixture.ts'

/** A card that was stored without a payment, at a gateway with another one behind it. */
async function storedCard() {
  const { near, wire } = await startTwoGateways()
  const { entityId } = near.demo
  const { paymentType: _type, amount: _amount, currency: _currency, ...card } = cardPayment('')
  const { id: registrationId } = (await near.post('/v1/registrations', { ...card, entityId })).body
  const paid = { entityId, amount: '9.99', currency: 'EUR', testMode: 'EXTERNAL' }
  const schedule = (more: Form = {}) =>
    near.post('/scheduling/v1/schedules', {
      ...paid,
      registrationId,
      paymentType: 'SD',
      'job.expression': '0 0 8 1 * ?',
      ...more,
    })
  const pay = (more: Form) =>
    near.post(`/v1/registrations/${registrationId}/payments`, {
      ...paid,
      paymentType: 'DB',
      ...more,
    })
  return { near, wire, entityId, schedule, pay }
}

describe('a schedule with testMode=EXTERNAL, with a card that was stored without a payment', () => {
  it('is refused, because the receiver asks for the first payment of the series', async () => {
    const { schedule, wire } = await storedCard()
    for (const form of [{}, { dryRun: 'true' }]) {
      const { status, body } = await schedule(form)
      expect([status, body.result.code]).toEqual([400, '200.300.404'])
      expect(body.result.parameterErrors).toMatchObject([
        {
          name: 'standingInstruction.initialTransactionId',
          message: expect.stringContaining('standingInstruction.source=CIT'),
        },
      ])
    }
    expect(wire.received).toEqual([])
    expect((await schedule({ testMode: 'INTERNAL' })).status).toBe(400)
  })

  it('is paid there after the cardholder has paid with the card there', async () => {
    const { near, entityId, schedule, pay } = await storedCard()
    const first = await pay({
      'card.cvv': '123',
      'standingInstruction.source': 'CIT',
      'standingInstruction.mode': 'INITIAL',
      'standingInstruction.type': 'RECURRING',
      'standingInstruction.recurringType': 'SUBSCRIPTION',
    })
    expect(first.body.result.code).toBe('000.100.112')
    const { id } = (await schedule()).body
    await near.post('/test/clock', { entityId, advance: 'P1M' })
    const { body } = await near.get(`/scheduling/v1/schedules/${id}`)
    const { lastPaymentId } = body.plan as unknown as { readonly lastPaymentId: string }
    const run = await near.get(`/v1/payments/${lastPaymentId}`)
    expect(run.body.result.code).toBe('000.100.112')
  })
})

describe('a payment that the merchant starts with such a card and testMode=EXTERNAL', () => {
  const again = {
    'standingInstruction.source': 'MIT',
    'standingInstruction.mode': 'REPEATED',
    'standingInstruction.type': 'UNSCHEDULED',
  }

  it('is refused here, with what to send', async () => {
    const { pay, wire } = await storedCard()
    const { status, body } = await pay(again)
    expect([status, body.result.code]).toEqual([400, '200.300.404'])
    expect(body.result.parameterErrors).toMatchObject([
      { name: 'standingInstruction.initialTransactionId' },
    ])
    expect(wire.received).toEqual([])
    expect((await pay({ ...again, testMode: 'INTERNAL' })).status).toBe(400)
  })

  it('is paid there with the reference of an earlier payment', async () => {
    const { pay } = await storedCard()
    const { body } = await pay({ ...again, 'standingInstruction.initialTransactionId': '8412' })
    expect(body.result.code).toBe('000.100.112')
  })
})

describe('the simulator', () => {
  const gateway = useTestGateway()
  const byMerchant = {
    'standingInstruction.source': 'MIT',
    'standingInstruction.mode': 'REPEATED',
    'standingInstruction.type': 'RECURRING',
  }
  const { amount: _amount, currency: _currency, paymentType: _type, ...card } = cardPayment('')

  /** A channel of a profile, and a card that is stored there. */
  async function storing(profile: 'strict' | 'legacy', registered: Form = {}) {
    const merchant = await addMerchant(gateway(), { channels: [{ profile }] })
    const headers = { authorization: `Bearer ${merchant.accessToken}` }
    const entityId = channelOf(merchant)
    const send = async (path: string, form: Form) => {
      const { status, body } = await gateway().post(path, { ...form, entityId }, headers)
      return { status, body, code: body.result.code, errors: body.result.parameterErrors }
    }
    const { id } = (await send('/v1/registrations', { ...card, ...registered })).body
    const order = { amount: '9.99', currency: 'EUR', paymentType: 'DB' }
    const pay = (form: Form = {}, of = id) =>
      send(`/v1/registrations/${of}/payments`, { ...order, ...form })
    return { send, pay, order }
  }

  it('takes no payment of the merchant alone before one with the cardholder, as acquirers do not', async () => {
    const { pay } = await storing('strict')
    const refused = await pay(byMerchant)
    expect([refused.status, refused.code]).toEqual([400, '200.300.404'])
    expect(refused.errors).toMatchObject([
      {
        name: 'standingInstruction.initialTransactionId',
        message: expect.stringContaining('standingInstruction.source=CIT'),
      },
    ])
    const withCardholder = await pay({ 'card.cvv': '123' })
    expect(withCardholder.body).toMatchObject({ standingInstruction: { source: 'CIT' } })
    expect((await pay(byMerchant)).code).toBe('000.100.110')
  })

  it.each([
    ['the reference of an earlier payment', { transactionLinkId: 'MCC000000355' }],
    [
      'a proof of authentication',
      { 'threeDSecure.verificationId': 'AAABB2gHA1B5EFNjWQcDAAAAAAB=', 'threeDSecure.eci': '05' },
    ],
  ])('takes one with a card that was stored with %s', async (_what, registered) => {
    const { pay } = await storing('strict', registered)
    expect((await pay(byMerchant)).code).toBe('000.100.110')
  })

  it('takes one in the legacy profile, and adds nothing to the answer', async () => {
    const { pay } = await storing('legacy')
    expect((await pay(byMerchant)).code).toBe('000.100.110')
    expect((await pay()).body).not.toHaveProperty('standingInstruction')
  })

  it('takes no recurring payment of a series that was agreed as unscheduled', async () => {
    const { send, pay, order } = await storing('strict')
    const first = await send('/v1/payments', {
      ...card,
      ...order,
      createRegistration: 'true',
      'standingInstruction.source': 'CIT',
      'standingInstruction.mode': 'INITIAL',
      'standingInstruction.type': 'UNSCHEDULED',
    })
    const { registrationId } = first.body as unknown as { registrationId: string }
    const refused = await pay(byMerchant, registrationId)
    expect(refused.errors).toMatchObject([
      {
        name: 'standingInstruction.type',
        value: 'RECURRING',
        message: expect.stringContaining('UNSCHEDULED'),
      },
    ])
    const agreed = { ...byMerchant, 'standingInstruction.type': 'UNSCHEDULED' }
    expect((await pay(agreed, registrationId)).code).toBe('000.100.110')
  })

  it.each(['INITIAL', 'REPEATED'])(
    'asks for the number of instalments with mode=%s',
    async (mode) => {
      const { send, order } = await storing('strict')
      const { 'card.cvv': cvv, ...withoutCode } = card
      const sent = {
        ...withoutCode,
        ...order,
        ...(mode === 'INITIAL'
          ? { 'card.cvv': cvv, 'standingInstruction.source': 'CIT' }
          : {
              'standingInstruction.source': 'MIT',
              'standingInstruction.initialTransactionId': '483297487231504',
            }),
        'standingInstruction.mode': mode,
        'standingInstruction.type': 'INSTALLMENT',
      }
      expect((await send('/v1/payments', sent)).errors).toMatchObject([
        { name: 'standingInstruction.numberOfInstallments' },
      ])
      const whole = { ...sent, 'standingInstruction.numberOfInstallments': '3' }
      expect((await send('/v1/payments', whole)).code).toBe('000.100.110')
    },
  )

  it('is told that the merchant alone charges once more', async () => {
    const { send, order } = await storing('strict')
    const { id } = (await send('/v1/payments', { ...card, ...order })).body
    const rebill = { amount: '5.00', currency: 'EUR', paymentType: 'RB' }
    const declined = { 'customParameters[SIMULATOR_outcome]': 'decline:800.100.203' }
    const { body } = await send(`/v1/payments/${id}`, { ...rebill, ...declined })
    expect(body).toMatchObject({
      standingInstruction: { source: 'MIT' },
      resultDetails: { MerchantAdviceCode: '02' },
    })
  })
})
