import { expect, it } from 'vitest'
import { readTraceparent } from '../../kernel/trace-context.ts'
import { cardPayment, useTestGateway } from '../../testing/gateway.fixture.ts'
import { addMerchant, channelOf } from '../../testing/merchants.fixture.ts'
import { activeWebhook, startReceiver } from './webhook-receiver.fixture.ts'

const lines: string[] = []
const gateway = useTestGateway({ callsMerchants: true, onLogLine: (line) => lines.push(line) })

const TRACE = '0af7651916cd43dd8448eb211c80319c'
const SENT = `00-${TRACE}-b7ad6b7169203331-01`

/** The header of the event about a payment that is made with these headers. */
async function traceparentOf(headers: Record<string, string>): Promise<string> {
  const merchant = await addMerchant(gateway())
  const receiver = await startReceiver()
  await activeWebhook(gateway(), merchant, { url: receiver.url, entityId: merchant.id })
  const authorization = `Bearer ${merchant.accessToken}`
  const form = cardPayment(channelOf(merchant))
  const { status } = await gateway().post('/v1/payments', form, { authorization, ...headers })
  expect(status).toBe(200)
  await expect.poll(() => receiver.calls.length).toBe(1)
  return String(receiver.calls[0]?.headers.traceparent)
}

it('a webhook belongs to the trace of the request that has caused it, as a step of its own', async () => {
  const header = await traceparentOf({ traceparent: SENT })
  expect(header).toMatch(new RegExp(`^00-${TRACE}-[0-9a-f]{16}-01$`))
  expect(header).not.toBe(SENT)
})

it('a webhook begins a trace where the request named none, or one that is not valid', async () => {
  for (const headers of [{}, { traceparent: 'not one' }] as Record<string, string>[]) {
    const trace = readTraceparent(await traceparentOf(headers))
    expect(trace).toMatchObject({ flags: '00' })
    expect(trace?.traceId).not.toBe(TRACE)
  }
})
