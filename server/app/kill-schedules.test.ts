import { randomInt } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { DAY_MS } from '../../common/durations.ts'
import { usePostgres } from '../store/testing/postgres.ts'
import { runCommand } from '../testing/command.fixture.ts'
import {
  processDemo,
  type ServerProcess,
  startServerProcess,
} from '../testing/server-process.fixture.ts'

/** How often each engine's process is killed; `node run.mjs test:kill --times 50` for more. */
const ROUNDS = Number(process.env.TILLGATE_KILL_ROUNDS ?? 2)

/** A round may take long on a machine that does other things as well; nothing waits for it to pass. */
const MAX_ROUND_MS = 90_000

/** Paid at once, by an acquirer that takes its time, and by an acquirer in another process. */
const KINDS = [
  {},
  { 'customParameters[SIMULATOR_outcome]': 'delay:15' },
  {
    testMode: 'EXTERNAL',
    'standingInstruction.mode': 'REPEATED',
    'standingInstruction.source': 'MIT',
    'standingInstruction.type': 'RECURRING',
    'standingInstruction.initialTransactionId': '045803753935663752',
  },
]
const SCHEDULES_OF_A_KIND = 40

/** After how many payments of a round a process is killed. */
const MIN_PAYMENTS = 5
const MAX_PAYMENTS = 60

const postgres = usePostgres()
let parent: string
let acquirer: ServerProcess

beforeAll(async () => {
  parent = await mkdtemp(join(tmpdir(), 'tillgate-kill-schedules-'))
  acquirer = await startServerProcess({ dataDir: join(parent, 'acquirer') })
}, MAX_ROUND_MS)
afterAll(async () => {
  await acquirer?.interrupt()
  await rm(parent, { recursive: true, force: true })
})

type Rows = readonly Record<string, unknown>[]

interface TestedDatabase {
  readonly url: string
  /** Reads beside the gateway; writes only while none runs. */
  run(sql: string): Promise<Rows>
}

const engines = [
  {
    engine: 'SQLite',
    async open(dataDir: string): Promise<TestedDatabase> {
      const path = join(dataDir, 'tillgate.db')
      return { url: `sqlite:${path}`, run: async (sql) => runOnFile(path, sql) }
    },
  },
  {
    engine: 'PostgreSQL',
    async open(): Promise<TestedDatabase> {
      const url = await postgres.freshDatabase()
      return { url, run: (sql) => postgres.run(sql, url) }
    },
  },
]

function runOnFile(path: string, sql: string): Rows {
  const database = new Database(path)
  try {
    const statement = database.prepare(sql)
    if (statement.reader) return statement.all() as Rows
    statement.run()
    return []
  } finally {
    database.close()
  }
}

const headers = { authorization: `Bearer ${processDemo.accessToken}` }

async function post(url: string, path: string, form: Record<string, string>): Promise<string> {
  const body = new URLSearchParams({ entityId: processDemo.entityId, ...form })
  const answer = await fetch(url + path, { method: 'POST', headers, body })
  const { id, result } = (await answer.json()) as { id?: string; result: unknown }
  if (id === undefined) throw new Error(`${path}: ${JSON.stringify(result)}`)
  return id
}

/** Yearly schedules that are due in some months; the ids. */
async function subscribe({ url }: ServerProcess): Promise<string[]> {
  const registrationId = await post(url, '/v1/registrations', {
    paymentBrand: 'VISA',
    'card.number': '4200000000000000',
    'card.holder': 'Jane Jones',
    'card.expiryMonth': '05',
    'card.expiryYear': '2034',
    transactionLinkId: 'MCC000000355',
  })
  const month = ((new Date().getUTCMonth() + 5) % 12) + 1
  const forms = KINDS.flatMap((kind) => Array.from({ length: SCHEDULES_OF_A_KIND }, () => kind))
  const schedule = {
    registrationId,
    paymentType: 'SD',
    amount: '9.99',
    currency: 'EUR',
    'job.expression': `0 0 8 1 ${month} ?`,
  }
  return Promise.all(
    forms.map((form) => post(url, '/scheduling/v1/schedules', { ...schedule, ...form })),
  )
}

/**
 * Makes every schedule due that has nothing left to pay, each at a new time in the past, and ends the
 * leases of the process that was killed; the ids of these schedules.
 */
async function makeDue({ run }: TestedDatabase, round: number): Promise<string[]> {
  const soonMs = Date.now() + DAY_MS
  const rows = await run(`SELECT id FROM schedule WHERE next_run_at_ms > ${soonMs}`)
  const dueAtMs = Date.now() - DAY_MS + round * 60_000
  await run(`UPDATE schedule SET next_run_at_ms = ${dueAtMs} WHERE next_run_at_ms > ${soonMs}`)
  await run(`UPDATE timer SET due_at_ms = ${dueAtMs} WHERE kind = 'scheduleRun'`)
  return rows.map(({ id }) => String(id))
}

async function countOf({ run }: TestedDatabase, from: string): Promise<number> {
  const [row] = await run(`SELECT count(*) AS count FROM ${from}`)
  return Number(row?.count)
}

const unpaid = () => `schedule WHERE next_run_at_ms < ${Date.now() + DAY_MS}`

async function killAfterSome(server: ServerProcess, database: TestedDatabase): Promise<void> {
  const target = (await countOf(database, 'payment')) + randomInt(MIN_PAYMENTS, MAX_PAYMENTS)
  while ((await countOf(database, 'payment')) < target);
  await server.kill()
}

interface PaidRun {
  readonly id: string
  readonly state: string
  readonly scheduleId: string
  readonly isExternal: boolean
}

async function runsOf({ run }: TestedDatabase): Promise<PaidRun[]> {
  const rows = await run('SELECT id, state, connector, details FROM payment')
  return rows.map(({ id, state, connector, details }) => ({
    id: String(id),
    state: String(state),
    scheduleId: /"scheduleId":"(\w+)"/.exec(String(details))?.[1] ?? '',
    isExternal: connector !== 'simulator',
  }))
}

/** Asks for each outcome that is not known, as a merchant who reads his payments. */
async function readUnknown({ url }: ServerProcess, database: TestedDatabase): Promise<void> {
  for (const { id, state } of await runsOf(database)) {
    if (state === 'succeeded') continue
    await fetch(`${url}/v1/payments/${id}?entityId=${processDemo.entityId}`, { headers })
  }
}

/** What the other process was asked to pay, by the ids of payments here. */
function referencesOfAcquirer(): string[] {
  const path = join(parent, 'acquirer', 'tillgate.db')
  const rows = runOnFile(path, 'SELECT merchant_transaction_id AS id FROM payment')
  return rows.map(({ id }) => String(id))
}

describe.each(engines)(
  'a process on $engine that is killed while schedules are paid',
  ({ engine, open }) => {
    it(
      `pays every due time of every schedule once, ${ROUNDS} times`,
      async () => {
        const dataDir = join(parent, engine)
        const database = await open(dataDir)
        const env = {
          TILLGATE_DATABASE_URL: database.url,
          TILLGATE_EXTERNAL_URL: acquirer.url,
          TILLGATE_EXTERNAL_TOKEN: processDemo.accessToken,
          TILLGATE_EXTERNAL_ENTITY: processDemo.entityId,
        }
        const before = new Set(referencesOfAcquirer())
        const first = await startServerProcess({ dataDir, env })
        const ids = await subscribe(first)
        await first.interrupt()

        const dueTimes: string[] = []
        let interrupted = 0
        for (let round = 0; round < ROUNDS; round++) {
          dueTimes.push(...(await makeDue(database, round)))
          await killAfterSome(await startServerProcess({ dataDir, env }), database)
          interrupted += await countOf(database, unpaid())
        }
        expect(interrupted).toBeGreaterThan(0)

        dueTimes.push(...(await makeDue(database, ROUNDS)))
        const last = await startServerProcess({ dataDir, env })
        const left = () => countOf(database, unpaid())
        await expect.poll(left, { timeout: MAX_ROUND_MS, interval: 100 }).toBe(0)
        // The last runs are still under way; what a killed process left is found out by a read.
        const unknown = async () => {
          await readUnknown(last, database)
          return countOf(database, "payment WHERE state <> 'succeeded' AND connector = 'simulator'")
        }
        await expect.poll(unknown, { timeout: MAX_ROUND_MS, interval: 100 }).toBe(0)
        expect(await last.interrupt()).toBe(0)

        const runs = await runsOf(database)
        expect(new Set(dueTimes)).toEqual(new Set(ids))
        expect(runs.map(({ scheduleId }) => scheduleId).sort()).toEqual(dueTimes.sort())
        const internal = runs.filter(({ isExternal }) => !isExternal)
        expect(internal.filter(({ state }) => state !== 'succeeded')).toEqual([])
        // A request that never left is known to have failed when it cannot arrive any more.
        const external = runs.filter(({ isExternal }) => isExternal)
        const states = new Set(external.map(({ state }) => state))
        expect(['intent', 'succeeded']).toEqual(expect.arrayContaining([...states]))
        const charged = external.filter(({ state }) => state === 'succeeded').map(({ id }) => id)
        const there = referencesOfAcquirer().filter((id) => !before.has(id))
        expect(there.sort()).toEqual(charged.sort())

        const { output, code } = await runCommand(['check'], { dataDir, env })
        expect(output).toMatch(/ 0 problems$/m)
        expect(code).toBe(0)
      },
      60_000 + ROUNDS * MAX_ROUND_MS,
    )
  },
)
