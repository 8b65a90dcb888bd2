import { describe, expect, it } from 'vitest'
import { startTwoGateways } from '../../methods/connectors/gateway/two-gateways.fixture.ts'
import { cardPayment, type Form } from '../../testing/gateway.fixture.ts'

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
    expect((await schedule({ testMode: 'INTERNAL' })).status).toBe(200)
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
    expect((await pay({ ...again, testMode: 'INTERNAL' })).status).toBe(200)
  })

  it('is paid there with the reference of an earlier payment', async () => {
    const { pay } = await storedCard()
    const { body } = await pay({ ...again, 'standingInstruction.initialTransactionId': '8412' })
    expect(body.result.code).toBe('000.100.112')
  })
})
