import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { describe, expect, it, onTestFinished } from 'vitest'
import { sharedClock } from '../../kernel/timers/clock.ts'
import type { PaymentRow } from '../../store/port.ts'
import { payment, timeAt } from '../../store/testing/sample-rows.ts'
import { cardPayment, useTestGateway } from '../../testing/gateway.fixture.ts'
import { readStrictForm } from '../../testing/strict-json.fixture.ts'
import { notificationUrlExtension } from './notifications.ts'

const gateway = useTestGateway({ callsMerchants: true })

/** A receiver on a real socket, and the forms that it got. */
async function startReceiver() {
  const calls: Record<string, string>[] = []
  const server = createServer(async (request, response) => {
    calls.push(readStrictForm(await text(request)))
    response.end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`, calls }
}

describe('notificationUrl', () => {
  it('is told of a payment that waits, is authenticated, or was answered before its outcome', () => {
    const extension = notificationUrlExtension(sharedClock({ now: () => timeAt(0) }))
    const told = (row: Partial<PaymentRow>, wasAnswered: boolean, notificationUrl = 'https://x/') =>
      extension.participantsOf?.(payment(row), { notificationUrl, request: {} }, wasAnswered) ?? []
    expect(told({ state: 'intent' }, false)).toEqual([])
    expect(told({ state: 'intent' }, true)).toHaveLength(1)
    expect(told({ state: 'pending' }, false)).toHaveLength(1)
    expect(told({ state: 'intent', authenticationId: 'one' }, false)).toHaveLength(1)
    expect(
      extension.participantsOf?.(payment({ state: 'pending' }), { request: {} }, true),
    ).toEqual([])
  })

  it('gets the outcome of a payment that waited for its shopper, as a form', async () => {
    const { url: notificationUrl, calls } = await startReceiver()
    const { entityId } = gateway().demo
    const { body } = await gateway().post('/v1/payments', {
      entityId,
      amount: '92.00',
      currency: 'EUR',
      paymentType: 'DB',
      paymentBrand: 'PAYPAL',
      merchantTransactionId: 'order-2041',
      shopperResultUrl: 'https://shop.example/result',
      notificationUrl,
      'customParameters[SIMULATOR_outcome]': 'pending',
    })
    expect(body.result.code).toMatch(/^000\.200/)
    expect(JSON.stringify(body)).not.toContain(notificationUrl)
    // After 24 hours without a decision the payment fails.
    gateway().clock.advance(25 * 60 * 60 * 1000)
    await expect.poll(() => calls.length).toBe(1)
    expect(calls[0]).toMatchObject({
      id: body.id,
      resourcePath: `/v1/payments/${body.id}`,
      paymentType: 'DB',
      paymentBrand: 'PAYPAL',
      amount: '92.00',
      currency: 'EUR',
      merchantTransactionId: 'order-2041',
      'result.code': '100.396.103',
    })
  })

  it('gets nothing of a payment that is answered with its outcome', async () => {
    const { url: notificationUrl } = await startReceiver()
    const { entityId } = gateway().demo
    const { body } = await gateway().post(
      '/v1/payments',
      cardPayment(entityId, { notificationUrl }),
    )
    expect(body.result.code).toBe('000.100.110')
    const { store, clock } = gateway()
    expect(await store.read.dueDeliveries(new URL(notificationUrl).origin, clock.now(), 1)).toEqual(
      [],
    )
  })

  it('gets an outcome that was not known when the request was answered', async () => {
    const { url: notificationUrl, calls } = await startReceiver()
    const { entityId } = gateway().demo
    const outcome = { 'customParameters[SIMULATOR_outcome]': 'timeout-then-approved' }
    const form = cardPayment(entityId, { notificationUrl, ...outcome })
    const { body } = await gateway().post('/v1/payments', form)
    expect(body.result.code).toBe('000.200.000')
    // The acquirer is asked.
    gateway().clock.advance(60 * 1000)
    await expect.poll(() => calls.length).toBe(1)
    expect(calls[0]).toMatchObject({ id: body.id, 'result.code': '000.100.110' })
    const log = async () =>
      (await gateway().get(`/v1/deliveries/${body.id}`)).body.calls as unknown as object[]
    await expect
      .poll(async () => (await log())[0])
      .toMatchObject({
        kind: 'notificationUrl',
        url: notificationUrl,
        state: 'delivered',
        attempts: [{ number: 1, status: 200 }],
      })
    const unknown = await gateway().get(`/v1/deliveries/${entityId}`)
    expect([unknown.status, unknown.body.result.code]).toEqual([404, '200.300.404'])
  })

  it('is refused, with a clear error, where it cannot be called', async () => {
    const { entityId } = gateway().demo
    const notificationUrl = 'https://jane:secret@shop.example/paid'
    const form = { ...cardPayment(entityId), notificationUrl }
    const { status, body } = await gateway().post('/v1/payments', form)
    expect(status).toBe(400)
    expect(body.result.parameterErrors).toEqual([
      {
        name: 'notificationUrl',
        value: 'https://***@shop.example/paid',
        message:
          'must not carry a user name or password. The legacy profile ignores such an address',
      },
    ])
  })
})
