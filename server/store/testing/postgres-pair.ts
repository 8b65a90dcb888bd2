import { execFile } from 'node:child_process'
import { chmod, chown, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { promisify } from 'node:util'
import pg from 'pg'
import { freePort } from '../../testing/free-port.ts'
import { folderOfData, PASSWORD, USER } from './postgres-server.ts'
import { reachablePostgres } from './reachable-postgres.ts'

/** A primary and a standby that each commit waits for. */
export interface PostgresPair {
  /** Names both servers, with a password. */
  readonly url: string
  /** Of the primary and of the standby as they are now. */
  urls(): readonly [string, string]
  /** Runs statements as the administrator of the primary. */
  run(sql: string): Promise<readonly Record<string, unknown>[]>
  /** Stops the standby, so that commits wait; what it stores is kept. */
  haltStandby(): Promise<void>
  resumeStandby(): Promise<void>
  /**
   * Kills the primary without a word, and so many milliseconds later promotes the standby as it is, which waits for no
   * other.
   */
  failOver(afterMs?: number): Promise<void>
  /** Promotes the standby while the old primary runs on, which nobody has told. */
  promoteBeside(): Promise<void>
  /** Makes a new standby out of the old primary; commits wait for it again. */
  rejoin(): Promise<void>
  stop(): Promise<void>
}

const execute = promisify(execFile)
const ASK_MS = 20
/** Until a server that was started takes connections, or does what it was told. */
const PATIENCE_MS = 60_000

interface Server {
  readonly port: number
  readonly folder: string
  readonly start: () => void
  readonly halt: () => Promise<void>
}

export async function startPostgresPair(): Promise<PostgresPair> {
  const directory = await mkdtemp(join(await folderOfData(), 'tillgate-pair-'))
  const isRoot = process.getuid?.() === 0
  if (isRoot) await chmod(directory, 0o711)
  const Postgres = await reachablePostgres(directory, isRoot)
  const said: string[] = []

  async function server(name: string) {
    const [port, folder] = [await freePort('127.0.0.1'), join(directory, name)]
    const embedded = new Postgres({
      ...{ databaseDir: folder, port, user: USER, password: PASSWORD, persistent: true },
      createPostgresUser: isRoot,
      initdbFlags: ['--encoding=UTF8', '--locale=C'],
      postgresFlags: ['-c', 'wal_keep_size=256MB', '-c', 'max_connections=60'],
      onLog: (line) => said.push(line),
      onError: (line) => said.push(String(line)),
    })
    // It resolves for a primary alone; `ready` asks the server itself.
    const start = () => void embedded.start().catch(() => undefined)
    return { port, folder, start, halt: () => embedded.stop(), embedded }
  }

  let [primary, standby] = [await server('one'), await server('two')]
  const both = [primary, standby] as const
  await primary.embedded.initialise()
  primary.start()
  await until(primary, IS_UP, said)
  await rejoin(primary, standby, said)

  let isHalted = false
  let isOldRunning = false
  const promoted = async () => {
    await promote(standby, said)
    ;[primary, standby] = [standby, primary]
  }
  const failOver = async (afterMs = 0) => {
    await kill(primary)
    await pause(afterMs)
    if (isHalted) standby.start()
    isHalted = false
    await promoted()
  }
  return {
    url: urlOf(both),
    urls: () => [urlOf([primary]), urlOf([standby])],
    run: (sql) => query(primary, sql),
    async haltStandby() {
      isHalted = true
      await standby.halt()
    },
    async resumeStandby() {
      isHalted = false
      standby.start()
      await until(primary, IS_SYNCHRONOUS, said)
    },
    failOver,
    async promoteBeside() {
      isOldRunning = true
      await promoted()
    },
    async rejoin() {
      if (isOldRunning) await kill(standby)
      isOldRunning = false
      await rejoin(primary, standby, said)
    },
    async stop() {
      await Promise.all(both.map(({ halt }) => halt()))
      await rm(directory, { recursive: true, force: true })
    },
  }
}

function urlOf(servers: readonly Server[]): string {
  const hosts = servers.map(({ port }) => `127.0.0.1:${port}`)
  return `postgres://${USER}:${PASSWORD}@${hosts.join(',')}/postgres`
}

const IS_UP = 'SELECT true AS done'
const IS_PRIMARY = 'SELECT NOT pg_is_in_recovery() AS done'
const IS_SYNCHRONOUS = `SELECT count(*) > 0 AS done FROM pg_stat_replication WHERE sync_state IN ('sync', 'quorum')`

/** A base backup by hand, because the programs of the tests have no `pg_basebackup`. */
async function rejoin(primary: Server, standby: Server, said: readonly string[]): Promise<void> {
  await rm(standby.folder, { recursive: true, force: true })
  const client = await connected(primary)
  try {
    await client.query(`SELECT pg_backup_start('standby', true)`)
    // Files of sessions that end meanwhile vanish under it, and it says so by its code.
    await execute('cp', ['-a', primary.folder, standby.folder]).catch(() => undefined)
    const { rows } = await client.query('SELECT labelfile FROM pg_backup_stop(false)')
    await rm(join(standby.folder, 'postmaster.pid'), { force: true })
    await writeAs(standby.folder, 'backup_label', rows[0].labelfile)
    await writeAs(standby.folder, 'standby.signal', '')
    await writeAs(standby.folder, 'postgresql.auto.conf', conninfo(primary))
    standby.start()
    await client.query(`ALTER SYSTEM SET synchronous_standby_names = '*'`)
    await client.query('SELECT pg_reload_conf()')
  } finally {
    await client.end()
  }
  await until(primary, IS_SYNCHRONOUS, said)
}

function conninfo({ port }: Server): string {
  return `primary_conninfo = 'host=127.0.0.1 port=${port} user=${USER} password=${PASSWORD}'\n`
}

/** The folder's owner may not be the one of this process. */
async function writeAs(folder: string, name: string, text: string): Promise<void> {
  const path = join(folder, name)
  await writeFile(path, text)
  if (process.getuid?.() === 0) {
    const { uid, gid } = await stat(folder)
    await chown(path, uid, gid)
  }
  await chmod(path, 0o600)
}

/** As a power cut does it: the other processes of a server end when they miss this one. */
async function kill({ folder, halt }: Server): Promise<void> {
  const [pid] = (await readFile(join(folder, 'postmaster.pid'), 'utf8')).split('\n')
  process.kill(Number(pid), 'SIGKILL')
  await halt()
}

async function promote(standby: Server, said: readonly string[]): Promise<void> {
  await until(standby, IS_UP, said)
  await query(standby, 'SELECT pg_promote(false)')
  await until(standby, IS_PRIMARY, said)
  await query(standby, `ALTER SYSTEM SET synchronous_standby_names = ''`)
  await query(standby, 'SELECT pg_reload_conf()')
}

async function connected({ port }: Server): Promise<pg.Client> {
  const client = new pg.Client({
    ...{ host: '127.0.0.1', port, user: USER, password: PASSWORD, database: 'postgres' },
    connectionTimeoutMillis: 2_000,
  })
  client.on('error', () => {})
  await client.connect()
  return client
}

async function query(server: Server, sql: string): Promise<Record<string, unknown>[]> {
  const client = await connected(server)
  try {
    return (await client.query(sql)).rows
  } finally {
    await client.end()
  }
}

async function until(server: Server, sql: string, said: readonly string[]): Promise<void> {
  const startMs = performance.now()
  for (;;) {
    const rows = await query(server, sql).catch(() => [])
    if (rows[0]?.done === true) return
    if (performance.now() - startMs > PATIENCE_MS) {
      throw new Error(`PostgreSQL does not answer to ${sql}:\n${said.join('').slice(-5_000)}`)
    }
    await pause(ASK_MS)
  }
}
