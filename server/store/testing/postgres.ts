import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll } from 'vitest'
import { freePort } from '../../testing/free-port.ts'
import { reachablePostgres } from './reachable-postgres.ts'

/** A PostgreSQL server for the tests around. */
export interface TestPostgres {
  /**
   * The address of a new, empty schema, which is to its users what a database is: making one of
   * those and dropping it would take 400 ms.
   */
  freshDatabase(): Promise<string>
  /** Runs statements as the server's administrator. */
  run(sql: string, url?: string): Promise<readonly Record<string, unknown>[]>
}

const USER = 'postgres'
const PASSWORD = 'only-for-tests'

/** How long a server may take to be made and started, in milliseconds. */
const START_LIMIT_MS = 60_000

/** Starts a server of its own for the tests of a file, and leaves nothing of it behind. */
export function usePostgres(): TestPostgres {
  let running: RunningServer
  let count = 0
  beforeAll(async () => {
    running = await startServer()
  }, START_LIMIT_MS)
  afterAll(() => running?.stop(), START_LIMIT_MS)
  return {
    async freshDatabase() {
      count += 1
      const url = new URL(running.url)
      url.searchParams.set('options', `-c search_path=test${count}`)
      await query(running.url, `CREATE SCHEMA test${count}`)
      return url.href.replaceAll('+', '%20')
    },
    run: (sql, url = running.url) => query(url, sql),
  }
}

interface RunningServer {
  readonly url: string
  stop(): Promise<void>
}

async function startServer(): Promise<RunningServer> {
  const directory = await mkdtemp(join(tmpdir(), 'tillgate-postgres-'))
  // PostgreSQL does not run as root: a user of its own must get through to its data.
  const isRoot = process.getuid?.() === 0
  if (isRoot) await chmod(directory, 0o711)
  const port = await freePort('127.0.0.1')
  const said: string[] = []
  const Postgres = await reachablePostgres(directory, isRoot)
  const server = new Postgres({
    databaseDir: join(directory, 'data'),
    port,
    user: USER,
    password: PASSWORD,
    persistent: false,
    createPostgresUser: isRoot,
    initdbFlags: ['--encoding=UTF8', '--locale=C'],
    onLog: (line) => said.push(line),
    onError: (line) => said.push(String(line)),
  })
  const stop = async () => {
    await server.stop()
    await rm(directory, { recursive: true, force: true })
  }
  try {
    await server.initialise()
    await server.start()
  } catch (cause) {
    await stop()
    throw new Error(`PostgreSQL did not start:\n${said.join('')}`, { cause })
  }
  return { url: `postgres://${USER}:${PASSWORD}@127.0.0.1:${port}/postgres`, stop }
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
