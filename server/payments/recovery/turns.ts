/** Maximum number of callers in the queue of one key; more are refused. */
const MAX_QUEUE = 200

/**
 * Runs work on one key one after another, so that many references to one payment do not use up their
 * attempts by conflicts with each other. Correctness does not depend on it: the version checks of the
 * store decide, also between processes.
 */
export class Turns {
  readonly #tails = new Map<string, { tail: Promise<unknown>; waiting: number }>()

  /** Runs `work` after everything that was queued for `key`; `undefined` when the queue is full. */
  take<Result>(key: string, work: () => Promise<Result>): Promise<Result> | undefined {
    const queue = this.#tails.get(key) ?? { tail: Promise.resolve(), waiting: 0 }
    if (queue.waiting >= MAX_QUEUE) return undefined
    queue.waiting += 1
    this.#tails.set(key, queue)
    const result = queue.tail.then(work)
    queue.tail = result
      .catch(() => undefined)
      .then(() => {
        queue.waiting -= 1
        if (queue.waiting === 0) this.#tails.delete(key)
      })
    return result
  }
}
