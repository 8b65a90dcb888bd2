import { describe, expect, it } from 'vitest'
import {
  cardPayment,
  type Form,
  startTestGateway,
  useTestGateway,
} from '../testing/gateway.fixture.ts'

const gateway = useTestGateway()

const pay = async (more: Form = {}) =>
  (await gateway().post('/v1/payments', cardPayment(gateway().demo.entityId, more))).body

const refer = async (id: string, paymentType: string, more: Form = {}) =>
  (await gateway().post(`/v1/payments/${id}`, { paymentType, ...more })).body

const euros = (amount: string): Form => ({ amount, currency: 'EUR' })

const change = (industryPractice: string): Form => ({
  'standingInstruction.type': 'UNSCHEDULED',
  'standingInstruction.mode': 'REPEATED',
  'standingInstruction.source': 'MIT',
  'standingInstruction.industryPractice': industryPractice,
})

const read = async (id: string) => (await gateway().get(`/v1/payments/${id}`)).body

async function queried(id: string) {
  const parameters = new URLSearchParams({ entityId: gateway().demo.entityId })
  return (await gateway().get(`/v1/query/${id}?${parameters}`)).body
}

describe('referencedId', () => {
  it('names the earlier payment in the answer, the read and the query of a referring operation', async () => {
    const hold = await pay({ paymentType: 'PA', amount: '50.00' })
    const debit = await pay()
    const captured = await refer(hold.id, 'CP', euros('10.00'))
    for (const [earlier, later] of [
      [hold, captured],
      [captured, await refer(captured.id, 'RF', euros('5.00'))],
      [debit, await refer(debit.id, 'RB', euros('1.00'))],
      [hold, await refer(hold.id, 'PA', { ...euros('5.00'), ...change('INCREMENTAL_AUTH') })],
      [hold, await refer(hold.id, 'PA', { ...euros('5.00'), ...change('REAUTHORIZATION') })],
      [debit, await refer(debit.id, 'RV')],
    ] as const) {
      expect(later.result.code).toBe('000.100.110')
      expect(later.referencedId).toBe(earlier.id)
      expect((await read(later.id)).referencedId).toBe(earlier.id)
      expect((await queried(later.id)).referencedId).toBe(earlier.id)
    }
  })

  it('names the earlier payment of a declined operation, too', async () => {
    const debit = await pay()
    const declined = await refer(debit.id, 'RF', {
      ...euros('5.00'),
      'customParameters[SIMULATOR_outcome]': 'decline:800.100.151',
    })
    expect(declined).toMatchObject({ referencedId: debit.id, result: { code: '800.100.151' } })
  })

  it('is absent where there is no earlier payment', async () => {
    expect(await pay()).not.toHaveProperty('referencedId')
  })
})

describe('amounts of a payment that is read', () => {
  it('show how much of a hold is captured, reversed and open', async () => {
    const { id } = await pay({ paymentType: 'PA', amount: '50.00' })
    const of = (authorised: string, captured: string, reversed: string, open: string) => ({
      authorised,
      captured,
      reversed,
      open,
    })
    expect((await read(id)).amounts).toEqual(of('50.00', '0.00', '0.00', '50.00'))
    await refer(id, 'CP', euros('20.00'))
    expect((await read(id)).amounts).toEqual(of('50.00', '20.00', '0.00', '30.00'))
    const raised = await refer(id, 'PA', { ...euros('25.00'), ...change('INCREMENTAL_AUTH') })
    expect((await read(id)).amounts).toEqual(of('75.00', '20.00', '0.00', '55.00'))
    expect((await read(raised.id)).amounts).toEqual(of('0.00', '0.00', '0.00', '0.00'))
    await refer(id, 'RV')
    expect((await read(id)).amounts).toEqual(of('75.00', '20.00', '55.00', '0.00'))
    expect((await queried(id)).amounts).toEqual(of('75.00', '20.00', '55.00', '0.00'))
  })

  it('show how much of a booking is reversed, refunded and open', async () => {
    const { id } = await pay()
    await refer(id, 'RF', euros('2.00'))
    const amounts = { captured: '92.00', reversed: '0.00', refunded: '2.00', open: '90.00' }
    expect((await read(id)).amounts).toEqual(amounts)
    const credit = await pay({ paymentType: 'CD', amount: '7.00' })
    await refer(credit.id, 'RV')
    expect((await read(credit.id)).amounts).toEqual({
      credited: '7.00',
      reversed: '7.00',
      refunded: '0.00',
      open: '0.00',
    })
  })

  it('show that nothing is open after sequence=FINAL', async () => {
    const { id } = await pay()
    await refer(id, 'RF', { ...euros('2.00'), sequence: 'FINAL' })
    expect((await read(id)).amounts).toMatchObject({ refunded: '2.00', open: '0.00' })
  })

  it('count pending operations, and not declined ones', async () => {
    const { id } = await pay()
    const unknown = { ...euros('40.00'), 'customParameters[SIMULATOR_outcome]': 'pending' }
    await refer(id, 'RF', unknown)
    expect((await read(id)).amounts).toMatchObject({ refunded: '40.00', open: '52.00' })
    const declined = 'decline:800.100.151'
    await refer(id, 'RF', { ...unknown, 'customParameters[SIMULATOR_outcome]': declined })
    expect((await read(id)).amounts).toMatchObject({ refunded: '40.00', open: '52.00' })
  })

  it('have the decimals of their currency', async () => {
    const { id } = await pay({ amount: '5000', currency: 'JPY', paymentType: 'PA' })
    await refer(id, 'CP', { amount: '2000', currency: 'JPY' })
    expect((await read(id)).amounts).toMatchObject({ captured: '2000.00', open: '3000.00' })
  })

  it.each([
    ['was declined', { 'customParameters[SIMULATOR_outcome]': 'decline:800.100.151' }],
    ['is pending', { 'customParameters[SIMULATOR_outcome]': 'pending' }],
  ])('are absent when it %s', async (_what, more) => {
    const { id } = await pay(more)
    expect(await read(id)).not.toHaveProperty('amounts')
  })

  it('are absent for a refund and a reversal, to which nothing can refer', async () => {
    const refund = await refer((await pay()).id, 'RF', euros('2.00'))
    const reversal = await refer((await pay()).id, 'RV')
    for (const { id } of [refund, reversal]) expect(await read(id)).not.toHaveProperty('amounts')
  })

  it('never exceed what was held or booked, for any sequence of requests', async () => {
    const { id } = await pay({ paymentType: 'PA', amount: '10.00' })
    await Promise.all(Array.from({ length: 8 }, () => refer(id, 'CP', euros('3.00'))))
    const { amounts } = (await read(id)) as unknown as { amounts: Record<string, string> }
    const { authorised, captured, reversed, open } = amounts
    expect(Number(captured) + Number(reversed) + Number(open)).toBe(Number(authorised))
  })
})

describe('the times of a payment that is read', () => {
  it('are the time of its creation and the time of the outcome that is shown', async () => {
    const moving = await startTestGateway()
    try {
      const paid = await moving.post('/v1/payments', cardPayment(moving.demo.entityId))
      moving.clock.advance(90_000)
      await moving.post(`/v1/payments/${paid.body.id}`, { paymentType: 'RF', ...euros('2.00') })
      moving.clock.advance(90_000)
      const { body } = await moving.get(`/v1/payments/${paid.body.id}`)
      expect(body).toMatchObject({
        requestTimestamp: '2026-11-20 15:00:00+0000',
        timestamp: '2026-11-20 15:01:30+0000',
      })
      expect(paid.body).not.toHaveProperty('requestTimestamp')
    } finally {
      await moving.close()
    }
  })
})
