import { describe, expect, it } from 'vitest'
import { openMemoryStore } from '../../simulation/memory-store/open-memory-store.ts'
import { systemClock } from '../kernel/timers/clock.ts'
import { openPostgresStore } from '../store/postgres/open-postgres-store.ts'
import { usePostgres } from '../store/testing/postgres.ts'
import { openProcessClock } from './process-clock.ts'

const postgres = usePostgres()
const log = { error: () => undefined }

describe('the clock of a process', () => {
  it('is the clock of its database on PostgreSQL', async () => {
    const url = await postgres.freshDatabase()
    const store = await openPostgresStore({ url })
    const { clock, close } = await openProcessClock(store, log)
    const timeOf = async () =>
      Number(
        (await postgres.run(`SELECT extract(epoch FROM clock_timestamp()) * 1000 AS ms`))[0]?.ms,
      )
    const beforeMs = await timeOf()
    const nowMs = clock.now()
    const afterMs = await timeOf()
    // Whole milliseconds, and what the first answer left open.
    expect(nowMs).toBeGreaterThan(beforeMs - 1_000)
    expect(nowMs).toBeLessThan(afterMs + 1_000)
    await close()
    await store.close()
  })

  it('is the clock of the machine when the store belongs to this process', async () => {
    const { clock, warning } = await openProcessClock(openMemoryStore(), log)
    expect(clock).toBe(systemClock)
    expect(warning).toBeUndefined()
  })

  for (const [what, aheadMs] of [
    ['180 s behind', 180_000],
    ['600 s ahead of', -600_000],
  ] as const) {
    it(`is taken from the database with a warning when the machine is ${what} it`, async () => {
      const time = async () => Date.now() + aheadMs
      const { clock, warning, close } = await openProcessClock({ time }, log)
      expect(warning).toMatch(
        new RegExp(
          `^The clock of this machine is \\d+ s ${what.replace(/^\d+ s /, '')} that of the`,
        ),
      )
      expect(Math.round((clock.now() - Date.now()) / 60_000)).toBe(aheadMs / 60_000)
      await close()
    })
  }
})
