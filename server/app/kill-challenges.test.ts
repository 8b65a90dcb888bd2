import { randomInt } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { usePostgres } from '../store/testing/postgres.ts'
import { runCommand } from '../testing/command.fixture.ts'
import { processDemo, startServerProcess } from '../testing/server-process.fixture.ts'
import { createChallengedShoppers } from './challenged-shoppers.fixture.ts'

/** How often each engine's process is killed; `node run.mjs test:kill --times 50` for more. */
const ROUNDS = Number(process.env.TILLGATE_KILL_ROUNDS ?? 2)

/** A round may take long on a machine that does other things as well; nothing waits for it to pass. */
const MAX_ROUND_MS = 20_000

/** After how many steps of its shoppers a process is killed: from the first payments on. */
const MIN_STEPS = 12
const MAX_STEPS = 150

const postgres = usePostgres()
let parent: string

beforeAll(async () => {
  parent = await mkdtemp(join(tmpdir(), 'tillgate-kill-challenges-'))
})
afterAll(() => rm(parent, { recursive: true, force: true }))

type Rows = readonly Record<string, unknown>[]

interface TestedDatabase {
  readonly url: string
  /** Of a database that no gateway uses. */
  query(sql: string): Promise<Rows>
}

const engines = [
  {
    engine: 'SQLite',
    async open(dataDir: string): Promise<TestedDatabase> {
      const path = join(dataDir, 'tillgate.db')
      const query = async (sql: string) => {
        const database = new Database(path, { readonly: true })
        try {
          return database.prepare(sql).all() as Rows
        } finally {
          database.close()
        }
      }
      return { url: `sqlite:${path}`, query }
    },
  },
  {
    engine: 'PostgreSQL',
    async open(): Promise<TestedDatabase> {
      const url = await postgres.freshDatabase()
      return { url, query: (sql) => postgres.run(sql, url) }
    },
  },
]

/** Payments that were not charged exactly once: their ledger has more or less than its two legs. */
const NOT_CHARGED_ONCE = `
  SELECT p.id FROM payment p LEFT JOIN posting x ON x.payment_id = p.id
  GROUP BY p.id HAVING count(x.payment_id) <> 2`

/** Payments that did not succeed exactly once. */
const NOT_SUCCEEDED_ONCE = `
  SELECT p.id FROM payment p
  LEFT JOIN payment_event e ON e.payment_id = p.id AND e.kind = 'succeeded'
  GROUP BY p.id HAVING count(e.payment_id) <> 1`

const KEPT_SECRETS = 'SELECT payment_id FROM confidential'

const WAITING = `SELECT id FROM authentication WHERE state NOT IN ('passed', 'failed')`

describe.each(engines)(
  'a process on $engine that is killed while cardholders are challenged',
  ({ engine, open }) => {
    it(
      `charges every payment once, with its proof, and keeps no security code, ${ROUNDS} times`,
      async () => {
        const dataDir = join(parent, engine)
        const database = await open(dataDir)
        const env = {
          TILLGATE_DATABASE_URL: database.url,
          // The same for all processes: it is part of what they send to issuers.
          TILLGATE_BASE_URL: 'http://localhost:8080',
        }
        const shoppers = createChallengedShoppers(processDemo)
        for (let round = 0; round < ROUNDS; round++) {
          const server = await startServerProcess({ dataDir, env })
          const steps = randomInt(MIN_STEPS, MAX_STEPS)
          await shoppers.runUntilBroken(server.url, steps, () => void server.kill())
        }
        expect(shoppers.interruptions()).toBeGreaterThan(ROUNDS)

        const server = await startServerProcess({ dataDir, env })
        await shoppers.finish(server.url)
        await shoppers.expectAllPaid(server.url)
        expect(await server.interrupt()).toBe(0)
        expect(await database.query('SELECT id FROM payment')).toHaveLength(shoppers.count())
        for (const sql of [NOT_CHARGED_ONCE, NOT_SUCCEEDED_ONCE, KEPT_SECRETS, WAITING]) {
          expect(await database.query(sql), sql).toEqual([])
        }
        const { output, code } = await runCommand(['check'], { dataDir, env })
        expect(output).toMatch(/ 0 problems$/m)
        expect(code).toBe(0)
      },
      60_000 + ROUNDS * MAX_ROUND_MS,
    )
  },
)
