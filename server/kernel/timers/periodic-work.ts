import { setImmediate as nextTurn } from 'node:timers/promises'

/** Work that is repeated until it is stopped. */
export interface PeriodicWork {
  /** Starts no further work, and waits for running work to end. */
  stop(): Promise<void>
}

/**
 * Runs `work` every `everyMs` milliseconds, never two runs at the same time, and again at once while it
 * answers `more`: in the next turn of the event loop, so that requests are served in between. A failure is logged, and the next run tries again.
 */
export function startPeriodicWork(
  everyMs: number,
  log: { error(fields: object, message: string): void },
  work: () => Promise<{ readonly more: boolean }>,
): PeriodicWork {
  let running = Promise.resolve()
  let isStopped = false
  let next: NodeJS.Timeout | undefined

  async function beat(): Promise<void> {
    try {
      while ((await work()).more && !isStopped) await nextTurn()
    } catch (err) {
      log.error({ err }, 'due work could not be done; it is tried again')
    }
    if (!isStopped) schedule()
  }

  function schedule(): void {
    next = setTimeout(() => {
      running = beat()
    }, everyMs)
    next.unref()
  }

  schedule()
  return {
    async stop() {
      isStopped = true
      clearTimeout(next)
      await running
    },
  }
}
