import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { freePort } from './free-port.ts'

const MAIN = fileURLToPath(new URL('../../dist/server/main.js', import.meta.url))

/** How long a start may take before the test gives up, in milliseconds. */
const START_LIMIT_MS = 240_000

export const processDemo = {
  entityId: '8ac7a4de40000000000000000000de40',
  /** The second channel, with the profile `legacy`. */
  legacyEntityId: '8ac7a4de40000000000000000000de41',
  accessToken: 'token-of-the-demo-merchant',
} as const

/** The built gateway as its own process, on ports that were free, or on those of one before it. */
export interface ServerProcess {
  readonly url: string
  readonly shopUrl: string
  /** Everything it has printed. */
  output(): string
  /** What it has ended with, a code or a signal; `undefined` while it runs. */
  endedWith(): string | number | undefined
  /** Ends it at once, as a power cut would end the process. */
  kill(): Promise<void>
  /** Ends it gracefully; the exit code. */
  interrupt(): Promise<number | null>
}

export interface ServerProcessOptions {
  readonly dataDir: string
  /** Its `main.js`, where it is that of another version than the one that is built here. */
  readonly main?: string
  readonly withShop?: boolean
  /** Where a gateway that was killed has listened, which browsers and merchants still ask; else a free one. */
  readonly port?: number
  readonly env?: Readonly<Record<string, string>>
  /** Of the start, such as `--acquirers`. */
  readonly args?: readonly string[]
}

export async function startServerProcess(options: ServerProcessOptions): Promise<ServerProcess> {
  const { main = MAIN } = options
  if (!existsSync(main))
    throw new Error('The gateway is not built: run npm test, or npm start once')
  const port = options.port ?? (await freePort('localhost'))
  const shopPort = options.withShop ? await freePort('localhost') : 0
  const child = spawn(process.execPath, [main, ...(options.args ?? [])], {
    env: {
      ...process.env,
      TILLGATE_PORT: String(port),
      TILLGATE_SHOP_PORT: String(shopPort),
      TILLGATE_DATA_DIR: options.dataDir,
      TILLGATE_DEMO_ENTITY_ID: processDemo.entityId,
      TILLGATE_DEMO_LEGACY_ENTITY_ID: processDemo.legacyEntityId,
      TILLGATE_DEMO_TOKEN: processDemo.accessToken,
      ...options.env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const output = collect(child)
  const exited = once(child, 'exit') as Promise<[number | null]>
  await serving(child, output, exited)
  return {
    url: `http://localhost:${port}`,
    shopUrl: `http://127.0.0.1:${shopPort}`,
    output,
    endedWith: () => child.signalCode ?? child.exitCode ?? undefined,
    async kill() {
      child.kill('SIGKILL')
      await exited
    },
    async interrupt() {
      child.kill('SIGINT')
      return (await exited)[0]
    },
  }
}

function collect(child: ChildProcess): () => string {
  let text = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (chunk: string) => {
      text += chunk
    })
  }
  return () => text
}

/** The welcome is printed once everything listens. */
async function serving(
  child: ChildProcess,
  output: () => string,
  exited: Promise<unknown>,
): Promise<void> {
  const limit = AbortSignal.timeout(START_LIMIT_MS)
  while (!output().includes('Ctrl-C')) {
    const printed = once(child.stdout as NodeJS.ReadableStream, 'data', { signal: limit })
    const ended = exited.then(() => {
      const how = `with ${child.signalCode ?? child.exitCode}`
      throw new Error(`The gateway ended ${how} instead of serving:\n${output()}`)
    })
    await Promise.race([printed, ended])
  }
}
