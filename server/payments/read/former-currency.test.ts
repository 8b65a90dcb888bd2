import { describe, expect, it } from 'vitest'
import { merchantWithCard, monthly } from '../../features/schedules/subscriber.fixture.ts'
import { newObjectId } from '../../kernel/ids.ts'
import type { PaymentType } from '../../store/port.ts'
import { cardPayment, type Form, useTestGateway } from '../../testing/gateway.fixture.ts'
import { recordPayment } from '../outcome-rules.ts'

const gateway = useTestGateway()

/** One that has left ISO 4217, and one that no list has any more. */
const FORMER = ['BGN', 'QQQ']

/** A payment as it was stored when its currency was still in the list. */
async function stored(paymentType: PaymentType, currency: string): Promise<string> {
  const { post, demo, store, clock } = gateway()
  const { body } = await post('/v1/payments', cardPayment(demo.entityId, { paymentType }))
  const row = await store.read.payment(body.id)
  if (row === undefined) throw new Error('The payment was not stored')
  const id = newObjectId(clock.now())
  const { applied } = await store.commit(recordPayment({ ...row, id, familyId: id, currency }, {}))
  expect(applied).toBe(true)
  return id
}

const refer = (id: string, form: Form) =>
  gateway().post(`/v1/payments/${id}`, { entityId: gateway().demo.entityId, ...form })

describe.each(FORMER)('a payment in %s, which is in the list of currencies no more', (currency) => {
  it('can be read, and is found', async () => {
    const id = await stored('DB', currency)
    const read = await gateway().get(`/v1/payments/${id}`)
    expect(read).toMatchObject({ status: 200, body: { amount: '92.00', currency } })
    const query = `/v1/query/${id}?entityId=${gateway().demo.entityId}`
    expect((await gateway().get(query)).status).toBe(200)
  })

  it.each<[PaymentType, PaymentType, string]>([
    ['DB', 'RV', '92.00'],
    ['PA', 'CP', '92.00'],
    ['PA', 'RV', '92.00'],
  ])('takes %s then %s', async (first, reference, amount) => {
    const id = await stored(first, currency)
    const { status, body } = await refer(id, { paymentType: reference })
    expect([status, body.result.code]).toEqual([200, '000.100.110'])
    expect(body).toMatchObject({ amount, currency })
    expect((await gateway().get(`/v1/payments/${body.id}`)).status).toBe(200)
  })

  it('is charged no second time, and its hold is not raised', async () => {
    const debit = await stored('DB', currency)
    const rebill = await refer(debit, { paymentType: 'RB', amount: '5.00', currency: 'EUR' })
    expect(rebill.status).toBe(400)
    expect(rebill.body.result.parameterErrors).toMatchObject([
      { name: 'currency', value: currency },
    ])
  })
})

describe('a currency that has left ISO 4217', () => {
  it('is named for a part of a capture or refund', async () => {
    const hold = await stored('PA', 'BGN')
    const part = { amount: '10.50', currency: 'BGN' }
    const capture = await refer(hold, { paymentType: 'CP', ...part })
    expect(capture.body).toMatchObject({ result: { code: '000.100.110' }, ...part })
    const debit = await stored('DB', 'BGN')
    const whole = { paymentType: 'RF', amount: '92.00', currency: 'BGN' }
    expect((await refer(debit, whole)).body.result.code).toBe('000.100.110')
    const refund = await refer(capture.body.id, { paymentType: 'RF', ...part })
    expect(refund.body).toMatchObject({ result: { code: '000.100.110' }, ...part })
  })

  it('is refused for new payments, checkouts and schedules', async () => {
    const { post, demo } = gateway()
    const bgn = { currency: 'BGN' }
    const checkout = { entityId: demo.entityId, paymentType: 'DB', amount: '92.00', ...bgn }
    const merchant = await merchantWithCard(gateway())
    for (const { status, body } of [
      await post('/v1/payments', cardPayment(demo.entityId, bgn)),
      await post('/v1/checkouts', checkout),
      await merchant.subscribe({ ...monthly, ...bgn }),
    ]) {
      expect(status).toBe(400)
      expect(body.result).toMatchObject({
        code: '200.300.404',
        parameterErrors: [
          { name: 'currency', message: expect.stringContaining('has left ISO 4217') },
        ],
      })
    }
  })
})

describe.each(FORMER)('a schedule in %s', (currency) => {
  it('is read, paused and stopped, and not resumed', async () => {
    const merchant = await merchantWithCard(gateway())
    const { store, clock } = gateway()
    const { body } = await merchant.subscribe(monthly)
    const row = await store.read.schedule(body.id)
    if (row === undefined) throw new Error('The schedule was not stored')
    const id = newObjectId(clock.now())
    const request = row.request.replace('"EUR"', `"${currency}"`)
    const former = { ...row, id, chainId: id, currency, request }
    await store.commit([{ kind: 'insertSchedule', row: former }])
    const path = `/scheduling/v1/schedules/${id}`
    expect(await merchant.get(path)).toMatchObject({ amount: '9.99', currency })
    expect((await merchant.send(`${path}/pause`, {})).status).toBe(200)
    expect((await merchant.send(`${path}/resume`, {})).status).toBe(400)
    const stopped = await merchant.send(`${path}/deschedule`, {})
    expect(stopped).toMatchObject({ status: 200, body: { plan: { state: 'descheduled' } } })
    expect(await merchant.payments()).toEqual([])
  })
})
