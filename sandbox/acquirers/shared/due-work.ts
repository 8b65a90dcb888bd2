interface Due {
  readonly atMs: number
  readonly work: () => void
}

/**
 * What happens by itself at a time: holds that expire, debits and refunds that end. It runs before
 * each request, and when the owner of the clock says that it has moved.
 */
export function createDueWork(now: () => number) {
  let waiting: Due[] = []

  return {
    at(atMs: number, work: () => void): void {
      waiting.push({ atMs, work })
    },
    /** In the order of their times; work may plan further work. */
    run(): void {
      for (;;) {
        const due = waiting.filter(({ atMs }) => atMs <= now())
        if (due.length === 0) return
        waiting = waiting.filter((one) => !due.includes(one))
        for (const { work } of due.sort((a, b) => a.atMs - b.atMs)) work()
      }
    },
  }
}

export type DueWork = ReturnType<typeof createDueWork>
