import { afterEach, describe, expect, it, vi } from 'vitest'
import type { FromFrame } from '../../common/widget-wire.ts'
import { createPayer } from './payer.ts'

afterEach(() => void vi.unstubAllGlobals())

const CHECKOUT = 'OWN.uat01-vm-tx01'
const place = { instance: '', parents: [], checkoutId: CHECKOUT }
const submit = { kind: 'submit', path: `/v1/checkouts/${CHECKOUT}/payment`, fields: {} } as const
const result = { code: '800.100.153' }

/** Pays and gets an answer; what the frame then does with what was typed, and tells the page. */
async function pay(status: number, body: object) {
  vi.stubGlobal('fetch', async () => new Response(JSON.stringify(body), { status }))
  const decisions: boolean[] = []
  const told: FromFrame[] = []
  const payer = createPayer(
    place,
    (message) => void told.push(message),
    async () => new URLSearchParams(),
    (isPaid) => void decisions.push(isPaid),
  )
  await payer({ ...submit, withCode: true })
  expect(told).toHaveLength(1)
  return decisions
}

describe('what was typed', () => {
  it('is not needed any more when it is paid', async () => {
    expect(await pay(200, { id: '8ac7a4', result })).toEqual([true])
  })

  it('is decided on by a decline as well, after which no code may be kept', async () => {
    expect(await pay(400, { id: '8ac7a4', result })).toEqual([false])
  })

  it('is without its code while the issuer asks the shopper: no frame hears of that decision', async () => {
    const redirect = { url: 'https://a' }
    expect(await pay(200, { id: '8ac7a4', result, redirect })).toEqual([false])
  })

  it.each([
    ['a refusal, of which nothing is recorded', 400, { result }],
    ['a submit that is only kept', 200, { id: '8ac7a4', result, kept: {} }],
    ['a fault of the server', 500, { result }],
  ])('stays after %s', async (_what, status, body) => {
    expect(await pay(status, body)).toEqual([])
  })
})
