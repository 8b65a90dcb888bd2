import { join } from 'node:path'
import Database from 'better-sqlite3'
import pg from 'pg'
import { MINUTE_MS } from '../../common/durations.ts'
import type { Home } from '../servers.ts'

/** The database of gateways, read beside them without their store. */
export interface Counts {
  /** Makes all copies due in one minute, the last one. No gateway may run. */
  makeDue(): Promise<void>
  /** Whether a schedule has not been paid yet. */
  hasDue(): Promise<boolean>
  /** Schedules with exactly one run, whose payment has succeeded; and all payments. */
  paid(): Promise<{ readonly schedules: number; readonly payments: number }>
  close(): Promise<void>
}

/** Runs a statement; answers its first row. */
type Ask = (sql: string) => Promise<Readonly<Record<string, unknown>> | undefined>

export async function openCounts(home: Home): Promise<Counts> {
  const { ask, close } = home.databaseUrl === undefined ? sqlite(home) : await postgres(home)
  const number = async (sql: string) => Number((await ask(sql))?.count)
  const minuteMs = Math.floor(Date.now() / MINUTE_MS - 1) * MINUTE_MS
  return {
    close,
    async makeDue() {
      const copies = `(SELECT id FROM schedule WHERE id <> (SELECT min(id) FROM schedule))`
      await ask(`UPDATE schedule SET next_run_at_ms = ${minuteMs} WHERE id IN ${copies}`)
      await ask(`UPDATE timer SET due_at_ms = ${minuteMs} WHERE subject_id IN ${copies}`)
    },
    hasDue: async () =>
      (await ask(`SELECT id FROM schedule
        WHERE next_run_at_ms < ${minuteMs + 24 * 60 * MINUTE_MS} LIMIT 1`)) !== undefined,
    async paid() {
      const schedules = await number(`SELECT count(DISTINCT payment.id) AS count
        FROM schedule JOIN payment ON payment.id = schedule.last_payment_id
        WHERE schedule.runs = 1 AND run_state = 'over' AND payment.state = 'succeeded'`)
      return { schedules, payments: await number('SELECT count(*) AS count FROM payment') }
    },
  }
}

function sqlite({ dataDir }: Home): { readonly ask: Ask; close(): Promise<void> } {
  const database = new Database(join(dataDir, 'tillgate.db'))
  return {
    async ask(sql) {
      const statement = database.prepare(sql)
      if (statement.reader) return statement.get() as Record<string, unknown>
      statement.run()
      return undefined
    },
    close: async () => void database.close(),
  }
}

async function postgres({
  databaseUrl,
}: Home): Promise<{ readonly ask: Ask; close(): Promise<void> }> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  return {
    ask: async (sql) => (await client.query(sql)).rows[0],
    close: () => client.end(),
  }
}
