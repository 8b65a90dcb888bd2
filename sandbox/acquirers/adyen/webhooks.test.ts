import { createHmac } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, it, onTestFinished } from 'vitest'
import { card, HMAC_KEY, MANUAL, startEmulator } from './emulator.fixture.ts'
import type { NotificationItem } from './notifications.ts'

/** Written apart from what signs. */
function isSignedBy(hexKey: string, item: NotificationItem): boolean {
  const { pspReference, originalReference = '', merchantAccountCode, merchantReference } = item
  const { amount, eventCode, success } = item
  const text = `${pspReference}:${originalReference}:${merchantAccountCode}:${merchantReference}:${amount.value}:${amount.currency}:${eventCode}:${success}`
  const wanted = createHmac('sha256', Buffer.from(hexKey, 'hex')).update(text).digest('base64')
  return item.additionalData?.hmacSignature === wanted
}

it('events are signed over eight values without escaping, and sent with basic authentication', async () => {
  const { pay, received, webhooks, faults } = await startEmulator()
  await pay(card(), { reference: 'order/7:a' })
  faults.add({ kind: 'eventsBadlySigned' })
  await pay()
  await webhooks.deliver()
  expect(received.map(({ item }) => isSignedBy(HMAC_KEY, item))).toEqual([true, false])
  expect(received[0]?.authorization).toBe(`Basic ${Buffer.from('u:p').toString('base64')}`)
})

it('a new key signs what waits', async () => {
  const { pay, received, webhooks } = await startEmulator()
  await pay()
  const key = webhooks.rotateHmacKey()
  await webhooks.deliver()
  expect(received.map(({ item }) => isSignedBy(key, item))).toEqual([true])
})

it('an event that is not taken stops the queue, which is tried again', async () => {
  const { pay, received, webhooks, answerWith, pass } = await startEmulator({ delivery: 'atOnce' })
  answerWith(500)
  await pay(card(), { reference: 'p-1' })
  await pay(card(), { reference: 'p-2' })
  await webhooks.settled()
  expect([received.length, webhooks.pending().length]).toEqual([1, 2])
  answerWith(200)
  pass(2 * 60_000 - 1)
  await webhooks.settled()
  expect(received).toHaveLength(1)
  pass(1)
  await webhooks.settled()
  expect(received.map(({ item }) => item.merchantReference)).toEqual(['p-1', 'p-1', 'p-2'])
  expect(webhooks.pending()).toEqual([])
})

it('events come in any order, chosen, several times and again', async () => {
  const { pay, post, received, webhooks } = await startEmulator()
  const { pspReference } = (await pay(card(), MANUAL)).body
  await post(`payments/${pspReference}/cancels`, {})
  await webhooks.deliver({ isReversed: true, times: 2 })
  await webhooks.again(({ item }) => item.eventCode === 'AUTHORISATION')
  expect(received.map(({ item }) => item.eventCode)).toEqual([
    'CANCELLATION',
    'CANCELLATION',
    'AUTHORISATION',
    'AUTHORISATION',
    'AUTHORISATION',
  ])
})

it('they arrive over HTTP, and the old word is taken as well', async () => {
  const seen: string[] = []
  const receiver = createServer(async (request, response) => {
    let body = ''
    for await (const chunk of request) body += chunk
    const [first] = JSON.parse(body).notificationItems
    seen.push(first.NotificationRequestItem.eventCode)
    response.writeHead(400)
    response.end('[accepted]')
  })
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void receiver.close())
  const url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/`
  const { startAdyenEmulator } = await import('./emulator.ts')
  const endpoints = [{ url, username: 'u', password: 'p' }]
  const emulator = await startAdyenEmulator({ clock: Date, endpoints, delivery: 'atOnce' })
  onTestFinished(emulator.close)
  const body = JSON.stringify({
    merchantAccount: 'EmulatedECOM',
    amount: { value: 1, currency: 'EUR' },
    reference: 'p-1',
    returnUrl: 'https://shop.example/',
    paymentMethod: card(),
  })
  const headers = { 'x-api-key': 'AQEemulated', 'content-type': 'application/json' }
  await fetch(`${emulator.url}/v71/payments`, { method: 'POST', headers, body })
  await emulator.webhooks.settled()
  expect([seen, emulator.webhooks.pending()]).toEqual([['AUTHORISATION'], []])
})

it('the page of the emulator shows requests without numbers, plans faults and lets things happen', async () => {
  const { pay, url, ledger } = await startEmulator()
  const submit = (form: Record<string, string>) =>
    fetch(`${url}/emulator`, {
      method: 'POST',
      body: new URLSearchParams(form),
      redirect: 'manual',
    })
  await submit({ action: 'fault', name: 'declined' })
  expect((await pay()).body.resultCode).toBe('Refused')
  const { pspReference } = (await pay()).body
  await submit({ action: 'happening', name: 'refund made elsewhere', id: pspReference })
  expect(ledger.of(pspReference)?.refunded).toBe(1_000)
  expect((await submit({ action: 'happening', name: 'hold expires', id: 'X' })).status).toBe(404)
  const text = await (await fetch(`${url}/emulator`)).text()
  expect(text).toContain('Emulated Adyen')
  expect(text).not.toContain('4111111111111111')
})
