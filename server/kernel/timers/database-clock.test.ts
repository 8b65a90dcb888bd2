import { describe, expect, it } from 'vitest'
import { createDatabaseClock } from './database-clock.ts'

const DATABASE_MS = Date.UTC(2026, 10, 22, 12)

/** A machine with a wrong wall clock, and a database whose answers take a while each way. */
function world() {
  const state = { elapsedMs: 5_000, databaseIsAheadMs: 0, wayMs: 0, wallIsAheadMs: 180_000 }
  const databaseMs = () => DATABASE_MS + state.elapsedMs - 5_000 + state.databaseIsAheadMs
  const machine = {
    now: () => databaseMs() + state.wallIsAheadMs,
    monotonic: () => state.elapsedMs,
    pause: async () => undefined,
  }
  const timeOfDatabase = async () => {
    state.elapsedMs += state.wayMs
    const timeMs = databaseMs()
    state.elapsedMs += state.wayMs
    return timeMs
  }
  return { state, databaseMs, parts: { timeOfDatabase, machine } }
}

describe('the clock of a gateway on PostgreSQL', () => {
  it('shows the time of the database, whatever the clock of the machine says', async () => {
    const { state, databaseMs, parts } = world()
    const clock = await createDatabaseClock(parts)
    expect(clock.now()).toBe(databaseMs())
    state.elapsedMs += 60_000
    state.wallIsAheadMs = -600_000
    expect(clock.now()).toBe(databaseMs())
  })

  it('follows the database when its time is changed', async () => {
    const { state, databaseMs, parts } = world()
    const clock = await createDatabaseClock(parts)
    state.databaseIsAheadMs = 600_000
    await clock.follow()
    expect(clock.now()).toBe(databaseMs())
  })

  it('stays as it is while an answer proves no difference, so that it does not step back', async () => {
    const { state, parts } = world()
    const clock = await createDatabaseClock(parts)
    const beforeMs = clock.now() - state.elapsedMs
    state.wayMs = 40
    await clock.follow()
    expect(clock.now() - state.elapsedMs).toBe(beforeMs)
  })

  it('is not set by an answer that took too long, unless it is the only one', async () => {
    const { state, parts } = world()
    state.wayMs = 2_000
    const clock = await createDatabaseClock(parts)
    const beforeMs = clock.now() - state.elapsedMs
    state.databaseIsAheadMs = 600_000
    await clock.follow()
    expect(clock.now() - state.elapsedMs).toBe(beforeMs)
  })
})
