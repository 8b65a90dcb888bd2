import { describe, expect, it } from 'vitest'
import { ParameterValues } from '../../parameters/values.ts'
import { cardPayment, type Form, useTestGateway } from '../../testing/gateway.fixture.ts'
import { ORDERED_AT, orderedAt } from './prepared-payment.ts'

const gateway = useTestGateway()

const riskOf = async (more: Form) => {
  const form = cardPayment(gateway().demo.entityId, more)
  return (await gateway().post('/v1/payments', form)).body.risk
}

describe('the time of an order', () => {
  const atMs = Date.UTC(2026, 4, 3, 14, 5, 6)

  it('is that of the request, or now', () => {
    const sent = ParameterValues.of([[ORDERED_AT, '2026-05-01 10:00:00']])
    expect(orderedAt(sent, atMs)).toBe('2026-05-01 10:00:00')
    expect(orderedAt(ParameterValues.of([]), atMs)).toBe('2026-05-03 14:05:06')
  })

  it('is shown where the merchant sends data of risk, and nowhere else', async () => {
    const orderTimestamp = '2026-05-01 10:00:00'
    expect(await riskOf({ [ORDERED_AT]: orderTimestamp })).toMatchObject({ orderTimestamp })
    expect(await riskOf({ 'risk.amount': '5.00' })).toMatchObject({
      orderTimestamp: expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/),
    })
    expect(await riskOf({})).toBeUndefined()
  })
})
