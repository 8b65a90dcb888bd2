import { fork } from 'node:child_process'
import { once } from 'node:events'

/** What the benchmark asks of the receivers' process; each order is answered with `Received`. */
export type ReceiverOrder =
  /** Forgets what has come; these paths answer no more, except to test messages. */
  { readonly kind: 'begin'; readonly hanging: readonly string[] } | { readonly kind: 'count' }

export interface Received {
  readonly calls: number
  readonly paths: readonly ReceivedPath[]
  /** Processor time of the process so far. */
  readonly cpuSeconds: number
}

export interface ReceivedPath {
  readonly path: string
  /** How many different events have come. */
  readonly events: number
  /** When the last new one came. */
  readonly lastAtMs: number
}

export interface Receivers {
  readonly origin: string
  begin(hanging?: readonly string[]): Promise<Received>
  count(): Promise<Received>
  stop(): Promise<void>
}

/** Starts the process of the receivers. */
export async function startReceivers(program: string): Promise<Receivers> {
  const child = fork(program, [], { serialization: 'advanced' })
  const [port] = (await once(child, 'message')) as [number]
  const ask = async (order: ReceiverOrder) => {
    const answer = once(child, 'message')
    child.send(order)
    const [received] = (await answer) as [Received]
    return received
  }
  return {
    origin: `http://127.0.0.1:${port}`,
    begin: (hanging = []) => ask({ kind: 'begin', hanging }),
    count: () => ask({ kind: 'count' }),
    async stop() {
      const ended = once(child, 'exit')
      child.kill('SIGTERM')
      await ended
    },
  }
}

/** All different events of all paths. */
export function eventsOf({ paths }: Received): number {
  return paths.reduce((sum, { events }) => sum + events, 0)
}
