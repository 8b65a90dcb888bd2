import { describe, expect, it } from 'vitest'
import { activeWebhook } from '../../server/features/webhooks/webhook-receiver.fixture.ts'
import type { PaymentRow } from '../../server/store/port.ts'
import {
  cardPayment,
  type TestGateway,
  type WireAnswer,
} from '../../server/testing/gateway.fixture.ts'
import { connectAccount, startTwoGateways } from './two-gateways.fixture.ts'

/** Decides a payment on the page of the far gateway's simulator. */
async function decide(far: TestGateway, { body }: WireAnswer, choice: string): Promise<void> {
  const { SimulatorUrl = '' } = body.resultDetails as unknown as Readonly<Record<string, string>>
  const { pathname, searchParams } = new URL(SimulatorUrl)
  searchParams.set('choice', choice)
  const init = { method: 'POST', body: searchParams, redirect: 'manual' } as const
  await fetch(`${far.url}${pathname}/decide`, init)
}

/** Waits until due work of the near gateway has ended a payment, without a question to the far one. */
async function ended({ store, clock }: TestGateway, id: string): Promise<PaymentRow> {
  for (let looks = 0; looks < 500; looks += 1) {
    const payment = await store.read.payment(id)
    if (payment !== undefined && payment.state !== 'pending') return payment
    // Events of one merchant are worked off one after the other.
    clock.advance(5)
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
  throw new Error('Its end did not come')
}

async function connected(format: 'signed' | 'encrypted') {
  const gateways = await startTwoGateways('test', {}, { callsMerchants: true })
  const { near, far, wire } = gateways
  const account = await connectAccount(gateways)
  const { entityId: farEntity, accessToken: farToken } = far.demo
  const { url, secret } = account
  await activeWebhook(far, { accessToken: farToken }, { entityId: farEntity, url, secret, format })
  const headers = { authorization: `Bearer ${account.accessToken}` }
  const pay = (more: Record<string, string>) =>
    near.post('/v1/payments', cardPayment(account.entityId, more), headers)
  return { near, far, wire, pay }
}

describe('a payment that is pending at another gateway', () => {
  it.each(['signed', 'encrypted'] as const)(
    'ends by its %s webhook, without an inquiry',
    async (format) => {
      const { near, far, wire, pay } = await connected(format)
      const paid = await pay({ 'customParameters[SIMULATOR_outcome]': 'pending' })
      expect(paid.body.result.code).toBe('000.200.001')
      await decide(far, paid, 'approve')
      expect(await ended(near, paid.body.id)).toMatchObject({
        state: 'succeeded',
        resultCode: '000.100.112',
      })
      expect(wire.received.map(({ method }) => method)).toEqual(['POST'])
    },
  )
})
