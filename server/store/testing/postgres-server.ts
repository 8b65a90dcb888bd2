import { chmod, mkdtemp, rm, statfs } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '../../testing/free-port.ts'
import { reachablePostgres } from './reachable-postgres.ts'

export const USER = 'postgres'
export const PASSWORD = 'only-for-tests'

/** A PostgreSQL server that is running. */
export interface RunningServer {
  readonly url: string
  /** Ends it, with all that it stores. */
  stop(): Promise<void>
  /** Ends it as an administrator does, and keeps what it stores. */
  halt(): Promise<void>
  /** Starts it again after `halt`. */
  resume(): Promise<void>
}

/** Far more than all test files together write. */
const ENOUGH_BYTES = 8_000_000_000
const MEMORY = '/dev/shm'

/**
 * Where servers keep their data: in memory where there is enough of it, because no test takes the power away.
 * Writing a stopped server's last thousand files to a disk takes as long as its tests.
 */
export async function folderOfData(): Promise<string> {
  const space = await statfs(MEMORY).catch(() => undefined)
  const isEnough = space !== undefined && space.bavail * space.bsize >= ENOUGH_BYTES
  return isEnough ? MEMORY : tmpdir()
}

/** Makes a server in a folder of its own, of which `stop` leaves nothing behind. */
export async function startPostgres(): Promise<RunningServer> {
  const directory = await mkdtemp(join(await folderOfData(), 'tillgate-postgres-'))
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
    // Else the library deletes the data when it stops the server.
    persistent: true,
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
  return {
    url: `postgres://${USER}:${PASSWORD}@127.0.0.1:${port}/postgres`,
    stop,
    halt: () => server.stop(),
    resume: () => server.start(),
  }
}
