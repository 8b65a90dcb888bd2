import { describe, expect, it } from 'vitest'
import { openMemoryStore } from '../../../simulation/memory-store/open-memory-store.ts'
import type { Store, TimerRow } from '../../store/port.ts'
import type { OwnTime } from './clock.ts'
import { createTimers, LEASE_MS, POSTPONED_MS, type TimerHandler } from './timers.ts'

const nothingToDo: TimerHandler = async () => 'done'

/** One process of several on a store; all share the clock. */
function processOn(
  store: Store,
  time: { nowMs: number },
  handler: TimerHandler,
  ownTimes: () => readonly OwnTime[] = () => [],
  servesRequests = () => false,
) {
  const logged: string[] = []
  const timers = createTimers({
    store,
    servesRequests,
    clock: {
      now: () => time.nowMs,
      monotonic: () => time.nowMs,
      of: (entityId) =>
        ownTimes().find(({ entityIds }) => entityIds.includes(entityId))?.nowMs ?? time.nowMs,
      safeNow: () => time.nowMs,
      ownTimes,
    },
    log: { error: (_fields: object, message: string) => void logged.push(message) } as never,
    handlers: {
      authentication: nothingToDo,
      checkoutExpiry: handler,
      paymentRecovery: nothingToDo,
      pendingPayment: nothingToDo,
      registrationExpiry: nothingToDo,
      scheduleRun: nothingToDo,
      numberRetention: nothingToDo,
      holdExpiry: nothingToDo,
    },
  })
  return { ...timers, logged }
}

async function given(
  store: Store,
  subjectId: string,
  dueAtMs: number,
  entityId: string | null = null,
): Promise<void> {
  const row: TimerRow = {
    kind: 'checkoutExpiry',
    subjectId,
    dueAtMs,
    attempts: 0,
    createdAtMs: 0,
    version: 1,
    entityId,
  }
  await store.commit([{ kind: 'insertTimer', row }])
}

describe('due work', () => {
  it('is done once, however many processes look for it', async () => {
    const store = openMemoryStore()
    const time = { nowMs: 10 }
    const done: string[] = []
    const handler: TimerHandler = async ({ subjectId }) => {
      done.push(subjectId)
      return 'done'
    }
    const names = Array.from({ length: 30 }, (_none, index) => `checkout-${index}`)
    for (const name of names) await given(store, name, 10)
    await given(store, 'later', 11)
    const processes = [1, 2, 3].map(() => processOn(store, time, handler))
    const claimed = await Promise.all(processes.map(({ runDue }) => runDue()))
    expect(claimed.reduce((sum, count) => sum + count)).toBe(30)
    expect(done.toSorted()).toEqual(names.toSorted())
    expect(await store.read.dueTimers(10, 100)).toEqual([])
  })

  it('that waits for another server holds up nothing behind it, and is done in the end', async () => {
    const store = openMemoryStore()
    const time = { nowMs: 10 }
    const done: string[] = []
    let answer = () => {}
    const answered = new Promise<void>((resolve) => {
      answer = resolve
    })
    for (const name of ['hangs', 'other']) await given(store, name, 10, name)
    const { runDue, settled } = processOn(store, time, async ({ subjectId }) => {
      if (subjectId === 'hangs') await answered
      done.push(subjectId)
      return 'done'
    })
    expect(await runDue(1)).toBe(2)
    expect(done).toEqual(['other'])
    answer()
    await settled()
    expect(done).toEqual(['other', 'hangs'])
    expect(await store.read.dueTimers(Number.MAX_SAFE_INTEGER, 10)).toEqual([])
  })

  it('of an entity whose provider hangs leaves places to others, and comes due again', async () => {
    const store = openMemoryStore()
    const done: string[] = []
    let answer = () => {}
    const answered = new Promise<void>((resolve) => {
      answer = resolve
    })
    const give = async (count: number) => {
      for (let at = 0; at < count; at += 1) {
        await given(store, `hangs-${count}-${at}`, 10, 'hanging')
      }
    }
    await give(32)
    const { runDue, settled } = processOn(store, { nowMs: 11 }, async ({ subjectId }) => {
      if (subjectId !== 'other') await answered
      done.push(subjectId)
      return 'done'
    })
    expect(await runDue(1)).toBe(32)
    await give(8)
    await given(store, 'other', 11, 'other')
    expect(await runDue(1)).toBe(9)
    expect(done).toEqual(['other'])
    answer()
    await settled()
    const later = await store.read.dueTimers(Number.MAX_SAFE_INTEGER, 100)
    expect(later.map(({ dueAtMs, attempts }) => [dueAtMs, attempts])).toEqual(
      Array.from({ length: 8 }, () => [11 + POSTPONED_MS, 0]),
    )
  })

  it('of an owner without an entity leaves places to others, and has the time of its own clock', async () => {
    const store = openMemoryStore()
    const done: string[] = []
    let answer = () => {}
    const answered = new Promise<void>((resolve) => {
      answer = resolve
    })
    const ahead = { entityIds: ['ahead'], nowMs: 1_000_000 }
    const give = async (count: number) => {
      for (let at = 0; at < count; at += 1) {
        await given(store, `account-1 hangs-${count}-${at}`, 10)
        await given(store, `hangs-${count}-${at}`, 10, 'ahead')
      }
    }
    await give(32)
    const { runDue, settled } = processOn(
      store,
      { nowMs: 11 },
      async ({ subjectId }) => {
        if (!subjectId.endsWith('other')) await answered
        done.push(subjectId)
        return 'done'
      },
      () => [ahead],
    )
    await runDue(1)
    await give(1)
    await given(store, 'account-2 other', 11)
    await runDue(1)
    expect(done).toEqual(['account-2 other'])
    answer()
    await settled()
    const later = await store.read.dueTimers(Number.MAX_SAFE_INTEGER, 100)
    expect(later.map(({ subjectId, dueAtMs }) => [subjectId, dueAtMs])).toEqual([
      ['account-1 hangs-1-0', 11 + POSTPONED_MS],
      ['hangs-1-0', ahead.nowMs + POSTPONED_MS],
    ])
  })

  it('of a process that died is taken over after its lease, and the old claim is refused', async () => {
    const store = openMemoryStore()
    const time = { nowMs: 10 }
    await given(store, 'checkout', 10)
    let awaken = () => {}
    const awakened = new Promise<void>((resolve) => {
      awaken = resolve
    })
    const sleeper = processOn(store, time, async () => {
      await awakened
      return { dueAtMs: 0 }
    })
    const asleep = sleeper.runDue()
    const seen: number[] = []
    const successor = processOn(store, time, async ({ attempts }) => {
      seen.push(attempts)
      return { dueAtMs: 99_000 }
    })
    expect(await successor.runDue()).toBe(0)
    time.nowMs += LEASE_MS
    expect(await successor.runDue()).toBe(1)
    awaken()
    await asleep
    expect(seen).toEqual([2])
    expect(await store.read.timer('checkoutExpiry', 'checkout')).toMatchObject({ dueAtMs: 99_000 })
  })

  it('that fails is tried again after its lease, and does not stop other work', async () => {
    const store = openMemoryStore()
    const time = { nowMs: 10 }
    await given(store, 'bad', 1)
    await given(store, 'good', 2)
    const { runDue, logged } = processOn(store, time, async ({ subjectId }) => {
      if (subjectId === 'bad') throw new Error('no')
      return 'done'
    })
    expect(await runDue()).toBe(2)
    expect(logged).toEqual(['a timer failed'])
    expect(await store.read.timer('checkoutExpiry', 'good')).toBeUndefined()
    expect(await store.read.timer('checkoutExpiry', 'bad')).toMatchObject({
      dueAtMs: 10 + LEASE_MS,
      attempts: 1,
    })
  })

  it.each([
    ['64 timers at once while no request is served', false, 64],
    ['16 timers at once while requests are served', true, 16],
  ])('is done by %s', async (_title, servesRequests, expected) => {
    const store = openMemoryStore()
    for (let at = 0; at < 200; at += 1) await given(store, `checkout-${at}`, 10)
    let atOnce = 0
    let most = 0
    const handler: TimerHandler = async () => {
      atOnce += 1
      most = Math.max(most, atOnce)
      await new Promise((resolve) => setImmediate(resolve))
      atOnce -= 1
      return 'done'
    }
    const one = processOn(store, { nowMs: 10 }, handler, undefined, () => servesRequests)
    expect(await one.runDue()).toBe(200)
    expect(most).toBe(expected)
  })

  it('is claimed up to a limit in one round', async () => {
    const store = openMemoryStore()
    for (let at = 0; at < 600; at += 1) await given(store, `checkout-${at}`, 10)
    const { runDue } = processOn(store, { nowMs: 10 }, nothingToDo)
    expect(await runDue()).toBe(512)
    expect(await runDue()).toBe(88)
    expect(await runDue()).toBe(0)
  })

  it('of an entity with its own clock is due by that clock', async () => {
    const store = openMemoryStore()
    const time = { nowMs: 10 }
    const done: string[] = []
    const handler: TimerHandler = async ({ subjectId, dueAtMs }) => {
      done.push(subjectId)
      expect(dueAtMs).toBe(5000 + LEASE_MS)
      return 'done'
    }
    await given(store, 'ahead', 4000, 'channel-ahead')
    await given(store, 'of another', 4000, 'channel-of-another')
    const ownTimes = () => [{ entityIds: ['channel-ahead'], nowMs: 5000 }]
    expect(await processOn(store, time, handler, ownTimes).runDue()).toBe(1)
    expect(done).toEqual(['ahead'])
  })
})
