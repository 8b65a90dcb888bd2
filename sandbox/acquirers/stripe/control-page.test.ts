import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, it } from 'vitest'
import { startEmulator } from './emulator.fixture.ts'
import { startStripeEmulator } from './emulator.ts'

const closing: (() => void)[] = []
afterEach(() => {
  for (const close of closing.splice(0)) close()
})

async function opened() {
  const emulator = await startEmulator()
  const address = `${emulator.url}/emulator`
  const submit = (form: Record<string, string>) =>
    fetch(address, { method: 'POST', body: new URLSearchParams(form), redirect: 'manual' })
  return { ...emulator, submit, page: async () => (await fetch(address)).text() }
}

it('the page of the emulator shows its requests, without card numbers', async () => {
  const { card, page } = await opened()
  await card()
  const text = await page()
  expect(text).toContain('POST /v1/payment_methods')
  expect(text).toContain('424242…4242')
  expect(text).not.toContain('4242424242424242')
})

it('plans faults, lets things happen, and says what cannot', async () => {
  const { submit, page, post, card, pay, ledger, store } = await opened()
  const planned = await submit({
    action: 'fault',
    name: 'too many requests',
    path: '/v1/customers',
  })
  expect([planned.status, planned.headers.get('location')]).toEqual([303, '/emulator'])
  expect((await post('customers')).status).toBe(429)
  const { id } = (await pay(await card())).body
  await submit({ action: 'happening', name: 'refund made elsewhere', id })
  expect(ledger.of(id)?.refunded).toBe(1_000)
  const wrong = await submit({ action: 'happening', name: 'refund fails', id: 're_<1>' })
  expect(wrong.status).toBe(404)
  expect(await wrong.text()).toContain('No such refund: &#39;re_&lt;1&gt;&#39;')
  expect((await submit({ action: 'happening', name: 'constructor', id })).status).toBe(400)
  await submit({ action: 'happening', name: 'refund fails', id: store.all('refund')[0]?.id ?? '' })
  expect(ledger.of(id)?.refunded).toBe(0)
  expect(await page()).toContain('too many requests')
})

it('draws faults by a seed, and shows its book', async () => {
  const { submit, card, pay, url, faults } = await opened()
  const { id } = (await pay(await card())).body
  const book = await (await fetch(`${url}/emulator/ledger`)).json()
  expect(book).toMatchObject({ [id]: { currency: 'eur', captured: 1_000, refunded: 0 } })
  expect((await submit({ action: 'draw', seed: '7', percent: '0' })).status).toBe(400)
  await submit({ action: 'draw', seed: '7', percent: '100' })
  await card().catch(() => undefined)
  expect(faults.taken).toHaveLength(1)
  expect(await (await fetch(`${url}/emulator/faults`)).json()).toEqual(faults.taken)
})

it('events arrive over HTTP as they were signed', async () => {
  const received: string[] = []
  const receiver = createServer(async (request, response) => {
    let body = ''
    for await (const chunk of request) body += chunk
    received.push(`${request.headers['stripe-signature']} ${JSON.parse(body).type}`)
    response.end()
  })
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve))
  closing.push(() => receiver.close())
  const url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/`
  const clock = { now: () => 1_800_000_000_000 }
  const emulator = await startStripeEmulator({ clock, delivery: 'atOnce' })
  emulator.webhooks.create({ url, enabled_events: ['payment_method.attached'] })
  const headers = {
    authorization: 'Bearer sk_test_emulated',
    'stripe-version': '2026-10-28.endive',
  }
  const post = async (path: string, params: Record<string, string>) => {
    const init = { method: 'POST', headers, body: new URLSearchParams(params) }
    return (await fetch(`${emulator.url}/v1/${path}`, init)).json()
  }
  const iban = 'DE89370400440532013000'
  const method = await post('payment_methods', { type: 'sepa_debit', 'sepa_debit[iban]': iban })
  const customer = await post('customers', {})
  await post(`payment_methods/${method.id}/attach`, { customer: customer.id })
  await emulator.webhooks.settled()
  await emulator.close()
  expect(received).toEqual([
    expect.stringMatching(/^t=1800000000,v1=[0-9a-f]{64} payment_method\.attached$/),
  ])
})
