import { randomBytes } from 'node:crypto'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Target } from './load/requests.ts'
import { freePort, type RunningServer, startServer } from './measure/processes.ts'

export interface ServerUnderTest extends RunningServer {
  readonly target: Target
}

const entityId = randomBytes(16).toString('hex')
const token = randomBytes(24).toString('hex')

/** The built program beside this one. */
function built(name: string): string {
  return fileURLToPath(new URL(name, import.meta.url))
}

/** `profileTo`: the directory into which V8 writes its profiles when the server ends. */
export async function startFloor(directory: string, profileTo?: string): Promise<ServerUnderTest> {
  const port = await freePort()
  const server = await startServer({
    program: built('floor-server.js'),
    args: [directory, String(port)],
    nodeOptions: profiling(profileTo),
    readyUrl: `http://127.0.0.1:${port}/readyz`,
  })
  return { ...server, target: { host: '127.0.0.1', port, entityId, token } }
}

/** The gateway as it was built, with a database of its own. */
export async function startGateway(
  directory: string,
  profileTo?: string,
): Promise<ServerUnderTest> {
  const port = await freePort()
  const dataDir = join(directory, 'gateway')
  await mkdir(dataDir)
  const server = await startServer({
    program: built('../server/main.js'),
    nodeOptions: profiling(profileTo),
    env: {
      NODE_ENV: 'production',
      TILLGATE_ENV: 'test',
      TILLGATE_PORT: String(port),
      TILLGATE_SHOP_PORT: '0',
      TILLGATE_DATA_DIR: dataDir,
      TILLGATE_DEMO_ENTITY_ID: entityId,
      TILLGATE_DEMO_TOKEN: token,
      TILLGATE_LOG_LEVEL: 'warn',
    },
    readyUrl: `http://127.0.0.1:${port}/readyz`,
  })
  return { ...server, target: { host: '127.0.0.1', port, entityId, token } }
}

function profiling(directory: string | undefined): readonly string[] {
  return directory === undefined ? [] : ['--cpu-prof', `--cpu-prof-dir=${directory}`]
}
