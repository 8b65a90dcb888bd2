/** Work that is repeated as long as the process lives. */
export interface Heartbeat {
  /** Waits for the work that runs and starts none again. */
  stop(): Promise<void>
}

/**
 * Runs `work` every `everyMs` milliseconds, never twice at once, and again at once while it answers
 * that more may be waiting. A failure is logged, and the next beat tries again.
 */
export function startHeartbeat(
  everyMs: number,
  log: { error(fields: object, message: string): void },
  work: () => Promise<{ readonly more: boolean }>,
): Heartbeat {
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
