import { describe, expect, it } from 'vitest'
import { startEmulator } from '../emulator.fixture.ts'

const payment = { amount: 1_000, currency: 'eur' }
const CONFIRM = /\/confirm$/

/** A held card, and how it is confirmed. */
async function aboutToPay() {
  const emulator = await startEmulator()
  const method = await emulator.card()
  const { id } = (await emulator.post('payment_intents', payment)).body
  const params = { payment_method: method, return_url: 'https://shop.example/back' }
  const confirm = (key = 'confirm') => emulator.post(`payment_intents/${id}/confirm`, params, key)
  return { ...emulator, id, confirm }
}

describe('a fault', () => {
  it.each([
    ['noConnection', undefined],
    ['acceptedWithoutAnswer', 1_000],
    ['halfAnswer', 1_000],
  ] as const)('%s gives no answer; done is what the ledger says', async (kind, captured) => {
    const { faults, confirm, ledger, id } = await aboutToPay()
    faults.add({ kind }, { path: CONFIRM })
    await expect(confirm()).rejects.toThrow()
    expect(ledger.of(id)?.captured).toBe(captured)
    expect(await confirm()).toMatchObject({ status: 200, body: { status: 'succeeded' } })
    expect(ledger.of(id)?.captured).toBe(1_000)
  })

  it.each([
    [true, 1_000],
    [false, undefined],
  ])('of a stored error is repeated; it was done: %s', async (isDone, captured) => {
    const { faults, confirm, ledger, id } = await aboutToPay()
    faults.add({ kind: 'storedError', isDone }, { path: CONFIRM })
    const first = await confirm()
    expect([first.status, first.body.error.type]).toEqual([500, 'api_error'])
    const second = await confirm()
    expect(second).toMatchObject({ status: 500, body: first.body })
    expect(second.headers.get('idempotent-replayed')).toBe('true')
    expect(ledger.of(id)?.captured).toBe(captured)
  })

  it.each([
    [{ kind: 'error', status: 503 }, 503, undefined],
    [{ kind: 'rateLimited' }, 429, 'rate_limit'],
    [{ kind: 'lockTimeout' }, 429, 'lock_timeout'],
    [{ kind: 'permissionMissing' }, 403, undefined],
    [{ kind: 'keyInUse' }, 409, 'idempotency_key_in_use'],
    [{ kind: 'credentialRevoked' }, 401, 'api_key_expired'],
    [{ kind: 'otherEnvironment' }, 404, 'resource_missing'],
  ] as const)('%o does nothing and keeps nothing', async (fault, status, code) => {
    const { faults, confirm, ledger, id } = await aboutToPay()
    faults.add(fault, { path: CONFIRM })
    const first = await confirm()
    expect([first.status, first.body.error.code]).toEqual([status, code])
    expect(ledger.of(id)).toBeUndefined()
    expect((await confirm()).status).toBe(200)
  })

  it('of a limit says when to come again', async () => {
    const { faults, confirm } = await aboutToPay()
    faults.add({ kind: 'rateLimited', retryAfterS: 3 }, { path: CONFIRM })
    expect((await confirm()).headers.get('retry-after')).toBe('3')
  })

  it('of a late answer holds it for 26 seconds of the clock, and its key with it', async () => {
    const { faults, confirm, pass, ledger, id } = await aboutToPay()
    faults.add({ kind: 'lateAnswer' }, { path: CONFIRM })
    const late = confirm()
    await expect.poll(() => faults.waiting.size).toBe(1)
    expect(ledger.of(id)?.captured).toBe(1_000)
    expect((await confirm()).body.error.code).toBe('idempotency_key_in_use')
    pass(25_999)
    expect(faults.waiting.size).toBe(1)
    pass(1)
    expect((await late).body.status).toBe('succeeded')
    expect((await confirm()).headers.get('idempotent-replayed')).toBe('true')
  })

  it('of an expired key lets the request be done again', async () => {
    const { faults, post, store } = await startEmulator()
    await post('payment_intents', payment, 'key-1')
    faults.add({ kind: 'keyExpired' })
    await post('payment_intents', payment, 'key-1')
    expect(store.all('payment_intent')).toHaveLength(2)
  })

  it('of a decline has its code', async () => {
    const { faults, confirm } = await aboutToPay()
    faults.add({ kind: 'decline', code: 'do_not_honor' }, { path: CONFIRM })
    expect((await confirm()).body.error).toMatchObject({
      code: 'card_declined',
      decline_code: 'do_not_honor',
      advice_code: 'try_again_later',
    })
  })

  it('comes as often as it was planned, where it was planned', async () => {
    const { faults, post } = await startEmulator()
    const params = (sent: { amount?: unknown }) => sent.amount === '2000'
    faults.add({ kind: 'rateLimited' }, { method: 'POST', path: '/v1/payment_intents', params }, 2)
    const statuses: number[] = []
    for (const amount of [1_000, 2_000, 2_000, 2_000]) {
      statuses.push((await post('payment_intents', { ...payment, amount })).status)
    }
    expect(statuses).toEqual([200, 429, 429, 200])
    expect(faults.taken).toEqual(['rateLimited', 'rateLimited'])
  })

  it('is drawn by a seed, the same each time', async () => {
    const drawn = async () => {
      const { faults, post } = await startEmulator()
      faults.drawBy({ seed: 7, share: 0.5, faults: [{ kind: 'error', status: 500 }] })
      const statuses: number[] = []
      for (let count = 0; count < 12; count++) statuses.push((await post('customers')).status)
      return statuses
    }
    const first = await drawn()
    expect(new Set(first)).toEqual(new Set([200, 500]))
    expect(await drawn()).toEqual(first)
  })
})

describe('a key of the account', () => {
  it('can be taken back, and another one added', async () => {
    const { keys, get, send } = await startEmulator()
    keys.add('sk_test_second')
    keys.revoke('sk_test_emulated')
    expect(await get('account')).toMatchObject({
      status: 401,
      body: { error: { code: 'api_key_expired' } },
    })
    const headers = { authorization: 'Bearer sk_test_second' }
    expect((await send('GET', '/v1/account', { headers })).body.charges_enabled).toBe(true)
  })
})
