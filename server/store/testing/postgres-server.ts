import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '../../testing/free-port.ts'
import { reachablePostgres } from './reachable-postgres.ts'

const USER = 'postgres'
const PASSWORD = 'only-for-tests'

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

/** Makes a server in a folder of its own, of which `stop` leaves nothing behind. */
export async function startPostgres(): Promise<RunningServer> {
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
