import { describe, expect, it } from 'vitest'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../common/durations.ts'
import { openMemoryStore } from '../../../simulation/memory-store/open-memory-store.ts'
import type { Store } from '../../store/port.ts'
import { INSTALLATION_ID } from '../../store/tables/installation.ts'
import { authorised } from '../../store/testing/sample-rows.ts'
import { firstObjectIdAt } from '../ids.ts'
import { confirmingClock, openClockGuard } from './clock-guard.ts'

const START_MS = Date.UTC(2026, 10, 20, 15)

/** A machine whose clock can be set, and processes that start on it one after the other. */
function machine(store: Store = openMemoryStore()) {
  const state = { nowMs: START_MS, monotonicMs: 5_000 }
  const said: string[] = []
  const say = (message: string) => void said.push(message)
  const clock = { now: () => state.nowMs, monotonic: () => state.monotonicMs }
  return {
    said,
    store,
    start: () => openClockGuard({ store, clock, log: { error: say, warn: say } }),
    /** Time goes by. */
    wait(milliseconds: number) {
      state.nowMs += milliseconds
      state.monotonicMs += milliseconds
    },
    /** Somebody sets the clock. */
    set(byMs: number) {
      state.nowMs += byMs
    },
    /** What the command does. */
    async confirm() {
      const row = await store.read.installation(INSTALLATION_ID)
      expect(await store.commit([confirmingClock(row, state.nowMs)])).toEqual({ applied: true })
    },
    row: () => store.read.installation(INSTALLATION_ID),
    nowMs: () => state.nowMs,
  }
}

describe('a clock', () => {
  it('is right on a new database, however long it runs, and is written down each minute', async () => {
    const { start, wait, row, nowMs, said } = machine()
    const guard = await start()
    for (let day = 0; day < 400; day += 1) {
      wait(DAY_MS)
      expect(guard.doubt()).toBeUndefined()
      await guard.look()
    }
    expect((await row())?.clockSeenAtMs).toBe(nowMs())
    wait(30_000)
    await guard.look()
    expect((await row())?.clockSeenAtMs).toBe(nowMs() - 30_000)
    expect([said, guard.warnings()]).toEqual([[], []])
  })

  it('is right on a new database where it shows whole milliseconds and the other one parts of them', async () => {
    const store = openMemoryStore()
    const said: string[] = []
    const say = (message: string) => void said.push(message)
    let reads = 0
    const clock = { now: () => START_MS + reads++, monotonic: () => 5_000 + reads / 4 }
    const guard = await openClockGuard({ store, clock, log: { error: say, warn: say } })
    expect([guard.doubt(), said]).toEqual([undefined, []])
    expect((await store.read.installation(INSTALLATION_ID))?.clockHeldAtMs).toBeNull()
  })

  it.each([
    ['200 days ahead', 200 * DAY_MS],
    ['61 minutes ahead', 61 * MINUTE_MS],
    ['61 minutes behind', -61 * MINUTE_MS],
  ])('that is set while a process runs is doubted at once: %s', async (_what, byMs) => {
    const { start, wait, set, said, row } = machine()
    const guard = await start()
    wait(10_000)
    await guard.look()
    set(byMs)
    expect(guard.doubt()?.aheadMs).toBe(byMs)
    expect(guard.warnings()[0]).toContain('tillgate clock confirm')
    await guard.look()
    expect(said).toHaveLength(1)
    expect((await row())?.clockHeldAtMs).toBe(START_MS + 10_000 + byMs)
  })

  it.each([HOUR_MS, -HOUR_MS])('may be corrected by %d ms', async (byMs) => {
    const { start, set } = machine()
    const guard = await start()
    set(byMs)
    expect(guard.doubt()).toBeUndefined()
  })

  it('that is set back is right again, without a word of anybody', async () => {
    const { start, set, wait, said, row } = machine()
    const guard = await start()
    set(200 * DAY_MS)
    await guard.look()
    wait(3 * HOUR_MS)
    set(-200 * DAY_MS)
    await guard.look()
    expect(guard.doubt()).toBeUndefined()
    expect(said.at(-1)).toBe('The clock is right again: due work is done again')
    expect(await row()).toMatchObject({
      clockSeenAtMs: START_MS + 3 * HOUR_MS,
      clockHeldAtMs: null,
    })
  })

  it('is doubted at a start that finds it more than a day after the last time', async () => {
    const { start, wait, set } = machine()
    await start()
    wait(DAY_MS)
    expect((await start()).doubt()).toBeUndefined()
    set(200 * DAY_MS)
    const guard = await start()
    expect(guard.doubt()?.aheadMs).toBe(200 * DAY_MS)
    // Also by the next process, before and after the clock is set right.
    expect((await start()).doubt()).toBeDefined()
    set(-200 * DAY_MS)
    expect((await start()).doubt()).toBeUndefined()
  })

  it('stays doubted at a start, although it went too far by less than a day', async () => {
    const { start, set, confirm } = machine()
    const guard = await start()
    set(3 * HOUR_MS)
    await guard.look()
    const next = await start()
    expect(next.doubt()).toBeDefined()
    await confirm()
    await next.look()
    expect(next.doubt()).toBeUndefined()
    expect((await start()).doubt()).toBeUndefined()
  })

  it('that stood behind is right at a start that finds it set right, and says so', async () => {
    const { start, wait, set, said, row } = machine()
    await (await start()).look()
    wait(10 * MINUTE_MS)
    const guard = await start()
    set(-3 * HOUR_MS)
    await guard.look()
    wait(HOUR_MS)
    expect((await start()).doubt()).toBeDefined()
    set(3 * HOUR_MS)
    said.length = 0
    const next = await start()
    expect([next.doubt(), said]).toEqual([
      undefined,
      ['The clock is right again: due work is done again'],
    ])
    expect((await row())?.clockHeldAtMs).toBeNull()
  })

  it('that stands behind at a start is right again when it is set while the process runs', async () => {
    const { start, set, said } = machine()
    const guard = await start()
    set(-3 * HOUR_MS)
    await guard.look()
    const next = await start()
    expect(next.doubt()?.aheadMs).toBe(-3 * HOUR_MS)
    set(3 * HOUR_MS)
    await next.look()
    expect(next.doubt()).toBeUndefined()
    expect(said.at(-1)).toBe('The clock is right again: due work is done again')
  })

  it('that stood behind stays doubted at a start where it is behind the newest payment', async () => {
    const world = machine()
    const guard = await world.start()
    world.set(-3 * HOUR_MS)
    await guard.look()
    const id = firstObjectIdAt(START_MS + 5 * HOUR_MS)
    const row = { ...authorised(), id, familyId: id }
    await world.store.commit([{ kind: 'insertPayment', row }])
    world.set(3 * HOUR_MS)
    expect((await world.start()).doubt()?.aheadMs).toBe(-5 * HOUR_MS)
  })

  it('that stood behind stays doubted at a start where it is a day ahead of the last time', async () => {
    const { start, set } = machine()
    const guard = await start()
    set(-3 * HOUR_MS)
    await guard.look()
    set(2 * DAY_MS)
    expect((await start()).doubt()).toBeDefined()
  })

  it('is right when a command has confirmed it, in every process', async () => {
    const world = machine()
    const guards = [await world.start(), await world.start()]
    world.set(40 * DAY_MS)
    for (const guard of guards) await guard.look()
    await world.confirm()
    for (const guard of guards) {
      expect(guard.doubt()).toBeDefined()
      await guard.look()
      expect(guard.doubt()).toBeUndefined()
    }
    world.wait(MINUTE_MS)
    expect((await world.start()).doubt()).toBeUndefined()
    expect(world.said.at(-1)).toBe('The clock is confirmed: due work is done again')
  })

  it.each([
    ['a month after', 32 * DAY_MS, true],
    ['some days after', 8 * DAY_MS, false],
    ['before', -2 * HOUR_MS, true],
  ])(
    'is held against the newest payment where no time is written down: %s it',
    async (_what, byMs, isDoubted) => {
      const { start, store, confirm } = machine()
      const id = firstObjectIdAt(START_MS - byMs).padEnd(32, '0')
      await store.commit([{ kind: 'insertPayment', row: authorised({ id, familyId: id }) }])
      const guard = await start()
      expect(guard.doubt() !== undefined).toBe(isDoubted)
      if (!isDoubted) return
      await confirm()
      expect((await start()).doubt()).toBeUndefined()
    },
  )

  it('is spoken of once an hour while it is doubted', async () => {
    const { start, set, wait, said } = machine()
    const guard = await start()
    set(40 * DAY_MS)
    for (let minute = 0; minute < 130; minute += 1) {
      await guard.look()
      wait(MINUTE_MS)
    }
    expect(said).toHaveLength(3)
  })
})
