/**
 * Lets one submit through, however many clicks, Enter keys and `executePayment` calls arrive in one
 * task: the first shuts the latch, and it opens again only when that submit is over without a result.
 */
export interface SubmitLatch {
  /** Runs the task unless one is running; says whether it ran. A task that ends with `true` keeps the latch shut. */
  run(task: () => Promise<boolean>): Promise<boolean>
  /** Opens it whatever happened: the page came back out of the browser's cache. */
  reset(): void
}

export function createSubmitLatch(): SubmitLatch {
  let holder: symbol | undefined
  return {
    async run(task) {
      if (holder !== undefined) return false
      const mine = Symbol('submit')
      holder = mine
      let isOver = false
      try {
        isOver = await task()
      } finally {
        if (!isOver && holder === mine) holder = undefined
      }
      return true
    },
    reset() {
      holder = undefined
    },
  }
}
