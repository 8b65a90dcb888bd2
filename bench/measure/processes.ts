import { type ChildProcess, fork, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:net'
import type { LoadDone, LoadOrder } from '../load/order.ts'

/** A server under test. */
export interface RunningServer {
  readonly pid: number
  /** From its start to its first answer that it is ready. */
  readonly startMs: number
  stop(): Promise<void>
}

const READY_WITHIN_MS = 20_000
/** The start-up is measured by it: asking is cheap, a late question would be counted. */
const ASK_EVERY_MS = 5
/** What a slice may take beyond its time, for connections, preparation and last answers. */
const ANSWERS_WITHIN_MS = 60_000

/** Starts a Node program and waits until `readyUrl` answers 200. */
export async function startServer(options: {
  readonly program: string
  readonly args?: readonly string[]
  readonly nodeOptions?: readonly string[]
  readonly env?: Readonly<Record<string, string>>
  readonly readyUrl: string
}): Promise<RunningServer> {
  const args = [...(options.nodeOptions ?? []), options.program, ...(options.args ?? [])]
  const spawnedMs = performance.now()
  const child = spawn(process.execPath, args, {
    env: { ...process.env, ...options.env },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  await ready(child, options.readyUrl)
  const startMs = performance.now() - spawnedMs
  return { pid: child.pid ?? 0, startMs, stop: () => stop(child) }
}

async function ready(child: ChildProcess, url: string): Promise<void> {
  const giveUpMs = performance.now() + READY_WITHIN_MS
  while (performance.now() < giveUpMs) {
    if (child.exitCode !== null) throw new Error(`The server ended with code ${child.exitCode}`)
    const answer = await fetch(url).catch(() => undefined)
    if (answer?.ok) return
    await new Promise((resolve) => setTimeout(resolve, ASK_EVERY_MS))
  }
  await stop(child)
  throw new Error(`${url} did not answer 200 within ${READY_WITHIN_MS} ms`)
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = once(child, 'exit')
  child.kill('SIGTERM')
  await ended
}

/** The process that makes the load, apart from the one that measures. */
export class LoadGenerator {
  readonly #child: ChildProcess

  constructor(program: string) {
    this.#child = fork(program, [], { serialization: 'advanced' })
  }

  /** Carries out one order at a time. Rejects when the server leaves it without answers. */
  async load(order: LoadOrder): Promise<LoadDone> {
    const signal = AbortSignal.timeout(order.durationMs + ANSWERS_WITHIN_MS)
    const answer = once(this.#child, 'message', { signal })
    this.#child.send(order)
    const [done] = (await answer) as [LoadDone]
    return done
  }

  stop(): Promise<void> {
    return stop(this.#child)
  }
}

/** A port that nobody listens on at this moment. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  await once(server, 'close')
  if (address === null || typeof address === 'string') throw new Error('No port was given')
  return address.port
}
