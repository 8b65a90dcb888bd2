import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openMemoryStore } from '../../../simulation/memory-store/open-memory-store.ts'
import type { Store } from '../../store/port.ts'
import {
  cardPayment,
  startTestGateway,
  type TestGateway,
  type WireAnswer,
} from '../../testing/gateway.fixture.ts'

/** A store that looks at twelve transactions at once where the gateway allows it many. */
function lookingAtFew(): Store {
  const store = openMemoryStore()
  const findTransactions: Store['read']['findTransactions'] = (query, part) =>
    store.read.findTransactions(query, { ...part, maxRows: Math.min(part.maxRows, 12) })
  return { ...store, read: { ...store.read, findTransactions } }
}

const PAYMENTS = 30
const frame = { 'date.from': '2026-11-20 14:00:00', 'date.to': '2026-11-20 16:00:00' }
let gateway: TestGateway
const newestFirst: string[] = []

beforeAll(async () => {
  gateway = await startTestGateway({ store: lookingAtFew() })
  for (let at = 0; at < PAYMENTS; at++) {
    const paymentType = at % 10 === 0 ? 'PA' : 'DB'
    const form = cardPayment(gateway.demo.entityId, { paymentType })
    newestFirst.unshift((await gateway.post('/v1/payments', form)).body.id)
  }
})
afterAll(() => gateway.close())

function query(path: string, parameters: Readonly<Record<string, string>>): Promise<WireAnswer> {
  const { entityId } = gateway.demo
  return gateway.get(`${path}?${new URLSearchParams({ entityId, ...frame, ...parameters })}`)
}

function idsOf({ body }: WireAnswer): readonly string[] {
  const records = (body.payments ?? body.records) as unknown
  return (records as { readonly id: string }[]).map(({ id }) => id)
}

/** All parts of a list, each by the cursor of the one before. */
async function partsOf(path: string, parameters: Readonly<Record<string, string>> = {}) {
  const parts: WireAnswer[] = []
  for (let cursor: unknown = 'start'; cursor !== undefined; cursor = parts.at(-1)?.body.cursor) {
    const part = await query(path, { ...parameters, cursor: String(cursor) })
    expect(part.status).toBe(200)
    parts.push(part)
  }
  return parts
}

describe('a list with more rows than one query may search', () => {
  it.each(['/v1/query', '/v3/query'])('is read in parts, without duplicates: %s', async (path) => {
    const parts = await partsOf(path)
    expect(parts.length).toBeGreaterThan(2)
    expect(parts.flatMap(idsOf)).toEqual(newestFirst)
    expect(parts[0]?.body).not.toHaveProperty('pages')
    const methods = await partsOf(path, { paymentMethods: 'DD' })
    expect(methods.flatMap(idsOf)).toEqual([])
    expect(methods.length).toBeGreaterThan(2)
  })

  it('is refused without a cursor, and the refusal says what to send', async () => {
    const { status, body } = await query('/v1/query', {})
    expect([status, body.result.code]).toEqual([400, '200.300.404'])
    expect(body.result.parameterErrors?.[0]).toMatchObject({
      name: 'cursor',
      message: expect.stringContaining('cursor=start'),
    })
  })

  it('counts a page that only a cursor can read, and refuses it by number', async () => {
    const first = await query('/v3/query', {})
    expect(first.body).toMatchObject({ pages: 2, pageNo: 1 })
    expect(idsOf(first)).toEqual(newestFirst.slice(0, 12))
    const { status, body } = await query('/v3/query', { pageNo: '2' })
    expect([status, body.result.parameterErrors?.[0]?.name]).toEqual([400, 'pageNo'])
    expect(body.result.parameterErrors?.[0]?.message).toContain('cursor=start')
    const past = await query('/v3/query', { pageNo: '3' })
    expect(past.body.result.parameterErrors?.[0]?.message).toContain('there are 2')
  })

  it('of few types is searched by type, and is complete', async () => {
    const found = await query('/v1/query', { paymentTypes: 'PA' })
    expect(idsOf(found)).toEqual([newestFirst[9], newestFirst[19], newestFirst[29]])
    expect(found.body).not.toHaveProperty('cursor')
  })

  it('takes a cursor exactly as it was given, instead of a page number', async () => {
    const wrong = await query('/v1/query', { cursor: 'next' })
    expect(wrong.body.result.parameterErrors?.[0]).toMatchObject({ name: 'cursor' })
    const both = await query('/v3/query', { cursor: 'start', pageNo: '2' })
    expect(both.status).toBe(400)
  })
})

describe('a list of the first version that is longer than its limit', () => {
  it('continues by its cursor', async () => {
    const own = await startTestGateway()
    const { entityId } = own.demo
    const made: string[] = []
    for (let at = 0; at < 101; at++) {
      made.unshift((await own.post('/v1/payments', cardPayment(entityId))).body.id)
    }
    const list = (more: Readonly<Record<string, string>>) =>
      own.get(`/v1/query?${new URLSearchParams({ entityId, ...frame, ...more })}`)
    const first = await list({})
    const second = await list({ cursor: String(first.body.cursor) })
    expect([...idsOf(first), ...idsOf(second)]).toEqual(made)
    expect(second.body).not.toHaveProperty('cursor')
    await own.close()
  })
})

describe('an expensive query', () => {
  it('counts as several small ones of its access token', async () => {
    const own = await startTestGateway({ throttling: { query: { most: 30, periodMs: 60_000 } } })
    const { entityId } = own.demo
    for (let at = 0; at < 60; at++) await own.post('/v1/payments', cardPayment(entityId))
    const ask = () => own.get(`/v1/query?${new URLSearchParams({ entityId, ...frame })}`)
    // 60 records count as 12 more than one.
    const statuses = [await ask(), await ask(), await ask(), await ask()].map((one) => one.status)
    expect(statuses).toEqual([200, 200, 200, 429])
    const answer = await own.get(`/v1/payments/8ac7a400000000000000000000000000`)
    expect(answer.status).toBe(404)
    own.clock.advance(60_000)
    expect((await ask()).status).toBe(200)
    await own.close()
  })
})
