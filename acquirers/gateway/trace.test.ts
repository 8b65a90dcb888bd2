import { expect, it } from 'vitest'
import { cardPayment } from '../../server/testing/gateway.fixture.ts'
import { startTwoGateways } from './two-gateways.fixture.ts'

it('a call to an acquirer belongs to the trace of the request that has caused it', async () => {
  const { near, wire } = await startTwoGateways()
  const traceId = '0af7651916cd43dd8448eb211c80319c'
  const form = cardPayment(near.demo.entityId, { testMode: 'EXTERNAL' })
  const paid = await near.post('/v1/payments', form, {
    traceparent: `00-${traceId}-b7ad6b7169203331-01`,
  })
  expect(paid.status).toBe(200)
  const sent = wire.received.filter(({ method }) => method === 'POST')
  expect(sent.length).toBeGreaterThan(0)
  for (const { headers } of sent) {
    expect(headers.traceparent).toMatch(new RegExp(`^00-${traceId}-[0-9a-f]{16}-01$`))
  }
})
