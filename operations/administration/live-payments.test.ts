import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { Store } from '../../server/store/port.ts'
import { openMemoryStore } from '../../simulation/memory-store/open-memory-store.ts'
import { createLivePayments, type LiveEvent } from './live-payments.ts'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['performance', 'setTimeout', 'clearTimeout'] })
})
afterEach(() => {
  vi.useRealTimers()
})

/** What a stream tells until it is over, while nothing is written by this process. */
async function toldBy(store: Store): Promise<readonly LiveEvent['kind'][]> {
  const stream = createLivePayments({ store }).open({
    of: 'jane',
    sessionId: undefined,
    entityId: 'shop',
    entityIds: new Set(['shop']),
    lastId: undefined,
    signal: new AbortController().signal,
    goesOn: async () => true,
  })
  const told: LiveEvent['kind'][] = []
  for (;;) {
    const next = stream?.next()
    await vi.advanceTimersByTimeAsync(30_000)
    const { done = true, value } = (await next) ?? {}
    if (done) return told
    told.push(value.kind)
  }
}

it('a stream of the only process of a database tells nothing where nothing is written', async () => {
  expect(await toldBy(openMemoryStore())).toEqual([])
})

it('a stream of one of several processes ends with a word to read again what others have written', async () => {
  const shared = { ...openMemoryStore(), time: async () => Date.now() }
  expect(await toldBy(shared)).toEqual(['missed'])
})
