/** How many callers may wait for one key before further ones are turned away. */
const MAX_QUEUE = 200

/**
 * Lets work on one key happen one after the other, so that many references to one payment do not
 * spend their attempts on each other. Correctness does not rest on it: the store's version guards
 * decide, also between processes.
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
