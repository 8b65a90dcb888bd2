import { randomBytes } from 'node:crypto'
import { createConnection } from 'node:net'
import { text } from 'node:stream/consumers'
import pg from 'pg'
import { afterAll, beforeAll, inject } from 'vitest'
import { type RunningServer, startPostgres } from './postgres-server.ts'

/** A PostgreSQL server for the tests around. */
export interface TestPostgres {
  /**
   * The address of a new, empty schema, which is to its users what a database is: making one of
   * those and dropping it would take 400 ms.
   */
  freshDatabase(): Promise<string>
  /** Runs statements as the server's administrator. */
  run(sql: string, url?: string): Promise<readonly Record<string, unknown>[]>
  /** Ends a server of its own, which keeps what it stores. */
  halt(): Promise<void>
  /** Starts it again. */
  resume(): Promise<void>
}

/** How long a server may take to be made and started, in milliseconds. */
const START_LIMIT_MS = 240_000

/**
 * The server that all files share, for the tests of this one. `own`: one that nobody else uses, for
 * tests that end every session or count them; it takes two seconds.
 */
export function usePostgres({ own = false } = {}): TestPostgres {
  let running: RunningServer
  beforeAll(async () => {
    running = own ? await startPostgres() : await sharedPostgres()
  }, START_LIMIT_MS)
  afterAll(() => running?.stop(), START_LIMIT_MS)
  return {
    async freshDatabase() {
      const schema = `test_${randomBytes(8).toString('hex')}`
      const url = new URL(running.url)
      url.searchParams.set('options', `-c search_path=${schema}`)
      await query(running.url, `CREATE SCHEMA ${schema}`)
      return url.href.replaceAll('+', '%20')
    },
    run: (sql, url = running.url) => query(url, sql),
    halt: () => running.halt(),
    resume: () => running.resume(),
  }
}

/**
 * The main process starts it for the first file that asks (`shared-postgres.ts`), and stops it at
 * the end.
 */
async function sharedPostgres(): Promise<RunningServer> {
  const answer = await text(createConnection(inject('postgresDoor'), '127.0.0.1'))
  if (!answer.startsWith('postgres:')) throw new Error(answer)
  const ofAll = () =>
    Promise.reject(new Error('Other files use this server: ask for { own: true }'))
  return { url: answer, stop: async () => undefined, halt: ofAll, resume: ofAll }
}

async function query(url: string, sql: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query(sql)).rows
  } finally {
    await client.end()
  }
}
