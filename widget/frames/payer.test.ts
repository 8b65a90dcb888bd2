import { afterEach, describe, expect, it, vi } from 'vitest'
import type { FromFrame } from '../../common/widget-wire.ts'
import { createPayer } from './payer.ts'

afterEach(() => vi.unstubAllGlobals())

const ID = 'A1B2.uat01-vm-tx01'
const answer = { result: { code: '000.100.110', description: 'done' } }

/** Pays once with these fields of the page; the body that the gateway gets. */
async function bodyPaid(fields: Readonly<Record<string, string>>, accept?: string) {
  const request = vi.fn(async (_path: string, _options: { readonly body: URLSearchParams }) =>
    Response.json(answer),
  )
  vi.stubGlobal('fetch', request)
  const sent: FromFrame[] = []
  const parents = ['https://pay.shop.example', 'https://shop.example']
  const pay = createPayer(
    { instance: '', parents, checkoutId: ID, accept },
    (message) => sent.push(message),
    async (submit) => new URLSearchParams(submit.fields),
    () => {},
  )
  const path = `/v1/checkouts/${ID}/payment`
  await pay({ kind: 'submit', path, fields, withCode: true, length: 16 })
  expect(sent).toHaveLength(1)
  return Object.fromEntries(request.mock.calls[0]?.[1].body ?? [])
}

describe('what the frame pays with', () => {
  it('names the origins that the browser has found around it, whatever the page says', async () => {
    const body = await bodyPaid({ pageOrigins: 'https://evil.example', amount: '1' })
    expect(body).toEqual({
      amount: '1',
      pageOrigins: 'https://pay.shop.example https://shop.example',
    })
  })

  it('has the Accept header of the frame, where the gateway has told it', async () => {
    const accept = 'text/html,*/*;q=0.8'
    expect(await bodyPaid({}, accept)).toMatchObject({ 'customer.browser.acceptHeader': accept })
    const named = { 'customer.browser.acceptHeader': 'text/html' }
    expect(await bodyPaid(named)).toMatchObject(named)
    expect(await bodyPaid({}, '')).not.toHaveProperty(['customer.browser.acceptHeader'])
  })
})
