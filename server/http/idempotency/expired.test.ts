import { beforeEach, describe, expect, it } from 'vitest'
import { HOUR_MS } from '../../../common/durations.ts'
import { openMemoryStore } from '../../../simulation/memory-store/open-memory-store.ts'
import type { IdempotencyRow, Store } from '../../store/port.ts'
import { reapExpired, removalOf } from './expired.ts'

let store: Store
beforeEach(() => {
  store = openMemoryStore()
})

const row = (key: string, expiresAtMs: number, createdAtMs = 0): IdempotencyRow => ({
  scope: 'shop',
  key,
  fingerprint: 'f',
  paymentId: null,
  answer: '{}',
  createdAtMs,
  expiresAtMs,
})

const insert = (...rows: IdempotencyRow[]) =>
  store.commit(rows.map((each) => ({ kind: 'insertIdempotency', row: each })))

describe('the deletion of expired keys', () => {
  it('removes what has expired and nothing else', async () => {
    await insert(row('aa', 100), row('bb', 101), row('cc', 9 * HOUR_MS))
    expect(await reapExpired(store, 100)).toBe(1)
    expect(await store.read.idempotency('shop', 'aa')).toBeUndefined()
    expect(await store.read.idempotency('shop', 'bb')).toBeDefined()
    expect(await reapExpired(store, 101)).toBe(1)
    expect(await reapExpired(store, 101)).toBe(0)
    expect(await store.read.idempotency('shop', 'cc')).toBeDefined()
  })

  it('removes 500 at a time, the oldest first', async () => {
    const keys = Array.from({ length: 501 }, (_, index) => index.toString(16))
    await insert(...keys.map((key, index) => row(key, index)))
    expect(await reapExpired(store, 501)).toBe(500)
    expect(await store.read.idempotency('shop', '1f4')).toBeDefined()
    expect(await store.read.idempotency('shop', '1f3')).toBeUndefined()
  })

  it('does not remove a row that replaced the expired one meanwhile', async () => {
    await insert(row('aa', 100))
    const [seen] = await store.read.expiredIdempotency(100, 1)
    if (seen === undefined) throw new Error('Nothing has expired')
    const removal = removalOf(seen, 100)
    await store.commit([removal, { kind: 'insertIdempotency', row: row('aa', 500, 100) }])
    await store.commit([removal])
    expect(await store.read.idempotency('shop', 'aa')).toMatchObject({ createdAtMs: 100 })
  })

  it('works when two processes delete at the same time', async () => {
    await insert(row('aa', 100), row('bb', 100))
    await Promise.all([reapExpired(store, 100), reapExpired(store, 100)])
    expect(await store.read.idempotency('shop', 'aa')).toBeUndefined()
    expect(await store.read.idempotency('shop', 'bb')).toBeUndefined()
  })
})
