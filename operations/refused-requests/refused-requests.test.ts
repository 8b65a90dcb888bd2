import { beforeAll, describe, expect, it } from 'vitest'
import { DAY_MS } from '../../common/durations.ts'
import { eventually } from '../../server/testing/eventually.ts'
import { cardPayment, useTestGateway } from '../../server/testing/gateway.fixture.ts'
import {
  addMerchant,
  channelOf,
  type TestMerchant,
} from '../../server/testing/merchants.fixture.ts'
import type { Form } from '../../server/testing/test-gateway.fixture.ts'
import { openMemoryStore } from '../../simulation/memory-store/open-memory-store.ts'
import { addUser, type Browser, FAST, signedIn } from '../people/people.fixture.ts'
import { createRefusedRequests, KEPT_MS, MAX_A_MINUTE } from './log.ts'
import type { AdminRefusedRequestList } from './routes.ts'

const gateway = useTestGateway(FAST)
let merchant: TestMerchant
let support: Browser

beforeAll(async () => {
  merchant = await addMerchant(gateway())
  support = await signedIn(gateway(), await addUser(gateway(), { [merchant.id]: 'support' }))
})

/** What a merchant's server is answered; the amount is wrong where nothing else is said. */
async function refused(form: Form = { amount: 'ten' }, of = merchant) {
  const headers = { authorization: `Bearer ${of.accessToken}` }
  const payment = cardPayment(channelOf(of), form)
  const { status, body } = await gateway().post('/v1/payments', payment, headers)
  expect(status).toBe(400)
  return body as { readonly ndc: string; readonly result: { readonly code: string } }
}

async function listed(query = '', browser = support) {
  const { body } = await browser.send(`GET /admin/v1/refused-requests${query}`)
  return body as unknown as AdminRefusedRequestList
}

const found = (ndc: string) =>
  eventually(async () => {
    const [request] = (await listed(`?ndc=${ndc}`)).requests
    if (request === undefined) throw new Error('It is not written yet')
    return request
  })

describe('a request that was refused', () => {
  it('is found by the ndc of its answer, with what was wrong', async () => {
    const { ndc, result } = await refused({ amount: 'ten', merchantTransactionId: 'ORDER-71' })
    expect(await found(ndc)).toMatchObject({
      entity: { id: channelOf(merchant), kind: 'channel' },
      request: 'POST /v1/payments',
      status: 400,
      code: result.code,
      faults: [['amount', expect.stringContaining('must')]],
      about: expect.arrayContaining([
        ['amount', 'ten'],
        ['merchantTransactionId', 'ORDER-71'],
      ]),
    })
  })

  it('has no card data and nothing of the shopper', async () => {
    const number = '4200000000000000'
    const { ndc } = await refused({
      'card.cvv': '12x',
      'customer.email': 'jane at shop.example',
      merchantTransactionId: number,
      amount: number,
    })
    const kept = JSON.stringify(await found(ndc))
    expect(kept).toContain('card.cvv')
    for (const secret of [number, '12x', 'jane']) expect(kept).not.toContain(secret)
  })

  it('is seen by nobody of another merchant', async () => {
    const other = await addMerchant(gateway())
    const stranger = await signedIn(
      gateway(),
      await addUser(gateway(), { [other.id]: 'administrator' }),
    )
    const { ndc } = await refused()
    await found(ndc)
    expect((await listed(`?ndc=${ndc}`, stranger)).requests).toEqual([])
    expect((await listed('', stranger)).requests).toEqual([])
  })

  it('is listed newest first, by page', async () => {
    const first = await refused()
    const second = await refused({ currency: 'EURO' })
    await found(second.ndc)
    const newest = await listed('?limit=1')
    expect(newest.requests.map(({ ndc }) => ndc)).toEqual([second.ndc])
    const next = await listed(`?limit=1&cursor=${newest.cursor}`)
    expect(next.requests.map(({ ndc }) => ndc)).toEqual([first.ndc])
  })
})

it('a payment that was carried out, or declined, is none', async () => {
  const headers = { authorization: `Bearer ${merchant.accessToken}` }
  const paid = await gateway().post('/v1/payments', cardPayment(channelOf(merchant)), headers)
  const declined = await gateway().post(
    '/v1/payments',
    cardPayment(channelOf(merchant), { 'customParameters[SIMULATOR_outcome]': 'declined' }),
    headers,
  )
  await found((await refused()).ndc)
  for (const { body } of [paid, declined]) {
    expect((await listed(`?ndc=${body.ndc}`)).requests).toEqual([])
  }
})

describe('the log of refused requests', () => {
  const call = (tokenEntityId: string, ndc: string) => {
    const token = { entityId: tokenEntityId, hash: 'h' }
    const refusal = { refused: true, status: 400, code: '200.300.404' } as const
    const [method, path, address] = ['POST', '/v1/payments', '192.0.2.7']
    const entityId = tokenEntityId
    return { method, path, subjectId: '', ndc, address, entityId, token, flat: [], refusal }
  }
  let nowMs = Date.UTC(2026, 10, 20)
  const clock = { now: () => nowMs }

  it('keeps a bounded number a minute of each entity, and takes from no other', async () => {
    const store = openMemoryStore()
    const { log, write } = createRefusedRequests({ store, clock })
    for (let at = 0; at < MAX_A_MINUTE + 20; at++) log.note(call('loud', `loud-${at}`))
    log.note(call('calm', 'calm'))
    while (await write());
    expect(await store.read.refusedRequestsOf(['loud'], 'z', 1000)).toHaveLength(MAX_A_MINUTE)
    expect(await store.read.refusedRequestsOfNdc('calm', 10)).toHaveLength(1)
  })

  it('tries again what the store has not taken', async () => {
    const store = openMemoryStore()
    let isAway = true
    const commit: typeof store.commit = (changes) =>
      isAway ? Promise.reject(new Error('away')) : store.commit(changes)
    const { log, write } = createRefusedRequests({ store: { ...store, commit }, clock })
    log.note(call('one', 'kept'))
    await expect(write()).rejects.toThrow('away')
    isAway = false
    await write()
    expect(await store.read.refusedRequestsOfNdc('kept', 10)).toHaveLength(1)
  })

  it('deletes what is older than 30 days', async () => {
    const store = openMemoryStore()
    const { log, write, deleteOld } = createRefusedRequests({ store, clock })
    log.note(call('one', 'old'))
    await write()
    nowMs += KEPT_MS
    log.note(call('one', 'new'))
    await write()
    expect(await deleteOld()).toBe(false)
    expect(await store.read.refusedRequestsOfNdc('old', 10)).toHaveLength(1)
    nowMs += DAY_MS
    await deleteOld()
    expect(await store.read.refusedRequestsOfNdc('old', 10)).toEqual([])
    expect(await store.read.refusedRequestsOfNdc('new', 10)).toHaveLength(1)
  })
})
