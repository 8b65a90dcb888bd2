import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { usePostgres } from '../store/testing/postgres.ts'
import { runCommand } from '../testing/command.fixture.ts'
import { processDemo, startServerProcess } from '../testing/server-process.fixture.ts'
import { createLoad, type Load } from './kill-load.fixture.ts'

/** How often each engine's process is killed: R-SIM-3 asks for 50, `node run.mjs test:kill --times 50`. */
const ROUNDS = Number(process.env.TILLGATE_KILL_ROUNDS ?? 2)

/** A round may take long on a machine that does other things as well; nothing waits for it to pass. */
const MAX_ROUND_MS = 20_000

// It ends the sessions of everybody.
const postgres = usePostgres({ own: true })
let dataDir: string

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'tillgate-kill-'))
})
afterAll(() => rm(dataDir, { recursive: true, force: true }))

const engines = [
  { engine: 'SQLite', databaseUrl: async () => `sqlite:${join(dataDir, 'tillgate.db')}` },
  { engine: 'PostgreSQL', databaseUrl: () => postgres.freshDatabase() },
]

/** Kills the process after this many acknowledgements of the round, while requests are open. */
async function killUnderLoad(env: Record<string, string>, load: Load, round: number) {
  const server = await startServerProcess({ dataDir, env })
  await load.runUntilBroken(server.url, 40 + round * 17, () => void server.kill())
}

describe.each(engines)('a process on $engine that is killed under load', ({ databaseUrl }) => {
  it(
    `keeps every acknowledged payment, none twice, ${ROUNDS} times`,
    async () => {
      const env = { TILLGATE_DATABASE_URL: await databaseUrl() }
      const load = createLoad(processDemo)
      for (let round = 0; round < ROUNDS; round++) await killUnderLoad(env, load, round)
      expect(load.acknowledgements()).toBeGreaterThan(ROUNDS * 40)

      const server = await startServerProcess({ dataDir, env })
      await load.repeatUnanswered(server.url)
      await load.expectAllReadable(server.url)
      expect(await server.interrupt()).toBe(0)
      const { output, code } = await runCommand(['check'], { dataDir, env })
      expect(output).toMatch(/ 0 problems$/m)
      expect(code).toBe(0)
    },
    60_000 + ROUNDS * MAX_ROUND_MS,
  )
})

describe('a gateway whose database connections are killed under load', () => {
  it(
    'answers again without a restart, and keeps every acknowledged payment',
    async () => {
      const databaseUrl = await postgres.freshDatabase()
      const env = { TILLGATE_DATABASE_URL: databaseUrl }
      const load = createLoad(processDemo)
      const server = await startServerProcess({ dataDir, env })
      const killing = ROUNDS * 3
      for (let kill = 0; kill < killing; kill++) {
        await load.runThroughFailures(server.url, 20)
        const under = load.runThroughFailures(server.url, 40)
        await postgres.run(KILL_BACKENDS)
        await under
      }
      await load.repeatUnanswered(server.url)
      await load.expectAllReadable(server.url)
      expect(await server.interrupt()).toBe(0)
      const { output, code } = await runCommand(['check'], { dataDir, env })
      expect(output).toMatch(/ 0 problems$/m)
      expect(code).toBe(0)
    },
    60_000 + ROUNDS * MAX_ROUND_MS,
  )
})

const KILL_BACKENDS = `
  SELECT pg_terminate_backend(pid) FROM pg_stat_activity
  WHERE datname = current_database() AND pid <> pg_backend_pid()`
