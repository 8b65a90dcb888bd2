import { expect, it } from 'vitest'
import { openMemoryStore } from '../../../simulation/memory-store/open-memory-store.ts'
import { reapExpiredQuotas } from './expired.ts'
import { createSharedQuota } from './throttle.ts'

const START_MS = Date.UTC(2026, 10, 21, 12)

it('a count is deleted a minute after its period', async () => {
  const store = openMemoryStore()
  const quota = createSharedQuota({ name: 'pay', store, clock: { now: () => START_MS } })
  await quota.take('token', { most: 10, periodMs: 60_000 })
  expect(await reapExpiredQuotas(store, START_MS + 119_999)).toBe(0)
  expect(await reapExpiredQuotas(store, START_MS + 120_000)).toBe(1)
  expect(await reapExpiredQuotas(store, START_MS + 120_000)).toBe(0)
  expect(await store.read.expiredQuotas(START_MS + 1e9, 10)).toEqual([])
})
