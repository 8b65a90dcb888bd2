import { randomBytes } from 'node:crypto'
import { fileURLToPath } from 'node:url'
import type { Target } from './load/requests.ts'
import { freePort, type RunningServer, startServer } from './measure/processes.ts'

export interface ServerUnderTest extends RunningServer {
  readonly target: Target
}

const entityId = randomBytes(16).toString('hex')
const token = randomBytes(24).toString('hex')

/** The built program beside this one. */
export function built(name: string): string {
  return fileURLToPath(new URL(name, import.meta.url))
}

/** Where a server keeps what it keeps. */
export interface Home {
  /** Of a gateway's vault key, and of the database unless there is an address. */
  readonly dataDir: string
  /** Of a PostgreSQL database. */
  readonly databaseUrl?: string
}

/** `profileTo`: the directory into which V8 writes its profiles when the server ends. */
export async function startFloor(home: Home, profileTo?: string): Promise<ServerUnderTest> {
  const port = await freePort()
  const server = await startServer({
    program: built('floor-server.js'),
    args: [String(port), home.databaseUrl ?? home.dataDir],
    nodeOptions: profiling(profileTo),
    readyUrl: `http://127.0.0.1:${port}/readyz`,
  })
  return { ...server, target: { host: '127.0.0.1', port, entityId, token } }
}

/** The settings of a gateway, and of its commands, for one home. */
export function settingsOf({ dataDir, databaseUrl }: Home): Record<string, string> {
  return {
    NODE_ENV: 'production',
    TILLGATE_ENV: 'test',
    TILLGATE_SHOP_PORT: '0',
    TILLGATE_DATA_DIR: dataDir,
    TILLGATE_DATABASE_URL: databaseUrl ?? '',
    TILLGATE_DEMO_ENTITY_ID: entityId,
    TILLGATE_DEMO_TOKEN: token,
    TILLGATE_LOG_LEVEL: 'warn',
  }
}

/** The gateway as it was built; `env`: settings beside those of its home. */
export async function startGateway(
  home: Home,
  {
    profileTo,
    env = {},
  }: { readonly profileTo?: string; readonly env?: Record<string, string> } = {},
): Promise<ServerUnderTest> {
  const port = await freePort()
  const server = await startServer({
    program: built('../server/main.js'),
    nodeOptions: profiling(profileTo),
    env: { ...settingsOf(home), ...env, TILLGATE_PORT: String(port) },
    readyUrl: `http://127.0.0.1:${port}/readyz`,
  })
  return { ...server, target: { host: '127.0.0.1', port, entityId, token } }
}

function profiling(directory: string | undefined): readonly string[] {
  return directory === undefined ? [] : ['--cpu-prof', `--cpu-prof-dir=${directory}`]
}
