/** Work that is repeated until it is stopped. */
export interface PeriodicWork {
  /** Starts no further work, and waits for running work to end. */
  stop(): Promise<void>
}

/**
 * Runs `work` every `everyMs` milliseconds, never two runs at the same time, and again without a pause
 * while it answers `more`. A failure is logged, and the next run tries again.
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
      while ((await work()).more && !isStopped);
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
