import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { openMemoryStore } from '../../../simulation/memory-store/open-memory-store.ts'
import type { ThrottlingLimit } from '../../kernel/settings/throttling-limits.ts'
import { StoreError } from '../../store/errors.ts'
import type { Store } from '../../store/port.ts'
import { openSqliteStore } from '../../store/sqlite/open-sqlite-store.ts'
import { databaseFiles } from '../../store/testing/database-files.ts'
import { createSharedQuota, type SharedQuota } from './throttle.ts'

const newFile = databaseFiles()
const START_MS = Date.UTC(2026, 10, 21, 12)
const perMinute = (most: number): ThrottlingLimit => ({ most, periodMs: 60_000 })

/** A clock that is moved by hand. */
function clockAt(startMs: number) {
  let nowMs = startMs
  return {
    now: () => nowMs,
    advance: (milliseconds: number) => {
      nowMs += milliseconds
    },
  }
}

/** How many of so many takes at once were granted. */
async function granted(
  quotas: readonly SharedQuota[],
  takes: number,
  limit: ThrottlingLimit,
): Promise<number> {
  const asked = Array.from({ length: takes }, (_, at) => quotas[at % quotas.length])
  const taken = await Promise.all(asked.map((quota) => quota?.take('token', limit)))
  return taken.filter((isTaken) => isTaken === true).length
}

/** Counts what a store is asked to commit. */
function counting(store: Store) {
  const count = { commits: 0 }
  const commit: Store['commit'] = (changes) => {
    count.commits += 1
    return store.commit(changes)
  }
  return { count, store: { ...store, commit } }
}

describe('a quota of one process', () => {
  it('grants its limit one by one, and not one more', async () => {
    const quota = createSharedQuota({
      name: 'pay',
      store: openMemoryStore(),
      clock: clockAt(START_MS),
    })
    let taken = 0
    while (await quota.take('token', perMinute(25))) taken += 1
    expect(taken).toBe(25)
  })

  it('grants its whole limit to parallel requests', async () => {
    const quota = createSharedQuota({
      name: 'pay',
      store: openMemoryStore(),
      clock: clockAt(START_MS),
    })
    expect(await granted([quota], 100, perMinute(100))).toBe(100)
    expect(await granted([quota], 1, perMinute(100))).toBe(0)
  })

  it('answers without the store while it has a share, and when nothing is left', async () => {
    const quota = createSharedQuota({
      name: 'pay',
      store: openMemoryStore(),
      clock: clockAt(START_MS),
    })
    const limit = perMinute(20)
    expect(quota.take('token', limit)).toBeInstanceOf(Promise)
    await Promise.resolve(quota.take('token', limit))
    expect(await granted([quota], 30, limit)).toBe(18)
    expect(quota.take('token', limit)).toBe(false)
  })

  it('takes shares with about 80 commits for 6,000 requests', async () => {
    const { count, store } = counting(openMemoryStore())
    const quota = createSharedQuota({ name: 'pay', store, clock: clockAt(START_MS) })
    let taken = 0
    while (await quota.take('token', perMinute(6000))) taken += 1
    expect(taken).toBe(6000)
    expect(count.commits).toBeLessThan(90)
  })

  it('starts again with each period, on the full minute', async () => {
    const clock = clockAt(START_MS + 59_999)
    const quota = createSharedQuota({ name: 'pay', store: openMemoryStore(), clock })
    expect(await granted([quota], 5, perMinute(2))).toBe(2)
    clock.advance(1)
    expect(await granted([quota], 5, perMinute(2))).toBe(2)
  })

  it('counts each subject separately', async () => {
    const quota = createSharedQuota({
      name: 'pay',
      store: openMemoryStore(),
      clock: clockAt(START_MS),
    })
    expect(await quota.take('one', perMinute(1))).toBe(true)
    expect(await quota.take('other', perMinute(1))).toBe(true)
    expect(await quota.take('one', perMinute(1))).toBe(false)
  })

  it('rejects when the store rejects, and asks it again the next time', async () => {
    const store = openMemoryStore()
    let isAway = true
    const read = {
      ...store.read,
      quota: (key: string) =>
        isAway ? Promise.reject(new Error('The store is away')) : store.read.quota(key),
    }
    const quota = createSharedQuota({
      name: 'pay',
      store: { ...store, read },
      clock: clockAt(START_MS),
    })
    await expect(quota.take('token', perMinute(1))).rejects.toThrow('away')
    isAway = false
    expect(await quota.take('token', perMinute(1))).toBe(true)
  })
})

/** A store whose disk is full while `isFull`. */
function onFullDisk(isFull: () => boolean): Store {
  const store = openMemoryStore()
  const full = new StoreError('commit-failed', 'database or disk is full')
  return {
    ...store,
    commit: (changes) => (isFull() ? Promise.reject(full) : store.commit(changes)),
  }
}

describe('a further cost of a request', () => {
  const limit = perMinute(60)

  it('is taken from what is left', async () => {
    const store = openMemoryStore()
    const quota = createSharedQuota({ name: 'query', store, clock: clockAt(START_MS) })
    expect(await quota.take('token', limit)).toBe(true)
    quota.addCost('token', limit, 39)
    expect(await granted([quota], 100, limit)).toBe(20)
  })

  it('is owed when nothing is left, for one period at most', async () => {
    const clock = clockAt(START_MS)
    const store = openMemoryStore()
    const quota = createSharedQuota({ name: 'query', store, clock })
    expect(await quota.take('token', limit)).toBe(true)
    quota.addCost('token', limit, 5_000)
    expect(await granted([quota], 10, limit)).toBe(0)
    clock.advance(60_000)
    expect(await granted([quota], 100, limit)).toBe(60)
  })

  it('is taken from what all processes share', async () => {
    const clock = clockAt(START_MS)
    const store = openMemoryStore()
    const [one, other] = [1, 2].map(() => createSharedQuota({ name: 'query', store, clock }))
    if (one === undefined || other === undefined) throw new Error('two processes')
    expect(await one.take('token', limit)).toBe(true)
    one.addCost('token', limit, 30)
    expect(await one.take('token', limit)).toBe(true)
    expect(await granted([other], 100, limit)).toBeLessThanOrEqual(28)
  })
})

describe('while the store cannot write', () => {
  it('a quota of reads counts in this process alone, and no further than its limit', async () => {
    const store = onFullDisk(() => true)
    const clock = clockAt(START_MS)
    const quota = createSharedQuota({ name: 'status', store, clock, countsLocallyOnFailure: true })
    expect(await granted([quota], 100, perMinute(60))).toBe(60)
    clock.advance(60_000)
    expect(await granted([quota], 100, perMinute(60))).toBe(60)
  })

  it('the counts of this process still apply when the store can write again', async () => {
    let isFull = true
    const store = onFullDisk(() => isFull)
    const clock = clockAt(START_MS)
    const quota = createSharedQuota({ name: 'status', store, clock, countsLocallyOnFailure: true })
    expect(await granted([quota], 20, perMinute(60))).toBe(20)
    isFull = false
    expect(await granted([quota], 100, perMinute(60))).toBe(40)
  })

  it('any other quota rejects too', async () => {
    const store = onFullDisk(() => true)
    const quota = createSharedQuota({ name: 'payments', store, clock: clockAt(START_MS) })
    await expect(quota.take('token', perMinute(60))).rejects.toThrow('full')
  })
})

const engines: Readonly<Record<string, () => Promise<Store>>> = {
  memory: async () => openMemoryStore(),
  SQLite: () => openSqliteStore({ file: newFile(), committer: { kind: 'inline' } }),
}

describe.each(Object.entries(engines))('a quota of several processes on %s', (_, open) => {
  it('grants no more than its limit, and all of it to requests that continue', async () => {
    const store = await open()
    const clock = clockAt(START_MS)
    const processes = [1, 2, 3, 4].map(() => createSharedQuota({ name: 'pay', store, clock }))
    const limit = perMinute(97)
    let taken = await granted(processes, 60, limit)
    for (let round = 1; round <= 97; round++) taken += await granted(processes, 4, limit)
    expect(taken).toBe(97)
    await store.close()
  })
})

describe('for any processes, limit and order of requests', () => {
  it('never more is granted than the limit allows in a period', async () => {
    const steps = fc.array(
      fc.record({
        takes: fc.integer({ min: 1, max: 40 }),
        advanceMs: fc.constantFrom(0, 0, 0, 20_000),
        waits: fc.boolean(),
      }),
      { minLength: 1, maxLength: 12 },
    )
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 5 }),
        fc.integer({ min: 1, max: 60 }),
        steps,
        async (processes, most, plan) => {
          const store = openMemoryStore()
          const clock = clockAt(START_MS)
          const quotas = Array.from({ length: processes }, () =>
            createSharedQuota({ name: 'pay', store, clock }),
          )
          const perPeriod = new Map<number, Promise<number>[]>()
          for (const { takes, advanceMs, waits } of plan) {
            clock.advance(advanceMs)
            const period = Math.floor(clock.now() / 60_000)
            const taken = granted(quotas, takes, perMinute(most))
            perPeriod.set(period, [...(perPeriod.get(period) ?? []), taken])
            if (waits) await taken
          }
          for (const taken of perPeriod.values()) {
            const sum = (await Promise.all(taken)).reduce((one, other) => one + other, 0)
            expect(sum).toBeLessThanOrEqual(most)
          }
        },
      ),
    )
  })
})
