import { expect, it } from 'vitest'
import { cardPayment, type Form, useTestGateway } from '../../testing/gateway.fixture.ts'
import { addMerchant, channelOf } from '../../testing/merchants.fixture.ts'
import { activeWebhook, startReceiver } from '../webhooks/webhook-receiver.fixture.ts'

const gateway = useTestGateway({ callsMerchants: true })

it('a year of a monthly schedule is 12 events of payments, between those of its beginning and its end', async () => {
  const merchant = await addMerchant(gateway())
  const entityId = channelOf(merchant)
  const receiver = await startReceiver()
  await activeWebhook(gateway(), merchant, { url: receiver.url, types: 'PAYMENT,SCHEDULE' })
  const headers = { authorization: `Bearer ${merchant.accessToken}` }
  const post = (path: string, form: Form) => gateway().post(path, form, headers)
  const { paymentType: _t, amount: _a, currency: _c, ...card } = cardPayment(entityId)
  const { id: registrationId } = (
    await post('/v1/registrations', { ...card, transactionLinkId: 'MCC000000355' })
  ).body
  const { id } = (
    await post('/scheduling/v1/schedules', {
      entityId,
      registrationId,
      paymentType: 'SD',
      amount: '9.99',
      currency: 'EUR',
      'job.expression': '0 0 8 1 * ?',
    })
  ).body
  await post('/test/clock', { entityId, advance: 'P1Y' })
  await post(`/scheduling/v1/schedules/${id}/deschedule`, { entityId })
  await expect.poll(() => receiver.calls.length).toBe(14)
  const events = receiver.calls.map(({ event }) => event)
  const schedules = events.filter(({ type }) => type === 'SCHEDULE')
  expect(schedules.map(({ payload }) => payload)).toMatchObject([
    { id, registrationId, paymentType: 'SD', plan: { active: true } },
    { id, registrationId, paymentType: 'DS', plan: { active: false } },
  ])
  const payments = events.filter(({ type }) => type === 'PAYMENT')
  expect(payments).toHaveLength(12)
  expect(payments.map(({ payload }) => payload)).toContainEqual(
    expect.objectContaining({
      registrationId,
      source: 'SCHEDULER',
      scheduleId: id,
      timestamp: '2026-12-01 08:00:00+0000',
    }),
  )
})
