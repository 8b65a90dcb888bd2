import { setMaxListeners } from 'node:events'
import type { Queue } from '../../engine/store/port.ts'
import { QueueLeases } from './queue-leases.ts'
import { QueueRun, type SenderParts } from './queue-run.ts'
import { QueueShares } from './queue-shares.ts'

/** Maximum number of queues that one process sends at once; each has at most four calls under way. */
const MAX_QUEUES = 500

/** Maximum of these for addresses from requests: one merchant can name any number of receivers that hang. */
const MAX_ADDRESS_QUEUES = 100

/** Number of queues in one read. */
const PAGE = 500

/** How long the end of the process waits for calls under way; the others are made again later. */
const MAX_STOP_MS = 10_000

/** Makes the calls that are due to servers of merchants. */
export interface Sender {
  /** Begins with the queues in which something is due; resolves before their calls end. Rejects with the store. */
  look(): Promise<void>
  /** Something may be due in these queues now: a commit has written it. Never rejects. */
  wake(queues: Iterable<string>): void
  /** Resolves when no call is under way and none is due that this process may make. */
  idle(): Promise<void>
  /** Starts no more calls. Calls under way have ten seconds; longer ones are repeated later. */
  stop(): Promise<void>
}

export function createSender(parts: SenderParts): Sender {
  const { store, clock, log, holder } = parts
  // A store of one process needs no lease, because no other process could send: so a crash delays no call.
  const leases = store.time === undefined ? undefined : new QueueLeases({ store, clock, holder })
  const shares = leases && new QueueShares({ store, clock, holder, leases })
  const running = new Map<string, QueueRun>()
  /** No call of these may begin: another process may take them at any moment. */
  const givingBack = new Set<string>()
  const ending = new AbortController()
  // No warning for many listeners: every call under way listens to the signal.
  setMaxListeners(0, ending.signal)
  let isStopped = false
  let addressQueues = 0

  function begin(queue: string): void {
    running.get(queue)?.lookAgain()
    if (isStopped || running.has(queue) || isFull(queue)) return
    if (givingBack.has(queue) || shares?.mayTake(queue) === false) return
    const run = new QueueRun(queue, { ...parts, leases, signal: ending.signal })
    running.set(queue, run)
    if (isAddress(queue)) addressQueues += 1
    void run.ended.then((hasMore) => {
      running.delete(queue)
      if (isAddress(queue)) addressQueues -= 1
      if (hasMore) begin(queue)
    })
  }

  function isFull(queue: string): boolean {
    if (running.size >= MAX_QUEUES) return true
    return isAddress(queue) && addressQueues >= MAX_ADDRESS_QUEUES
  }

  async function addDue(
    due: Set<string>,
    read: (after: string) => Promise<readonly Queue[]>,
  ): Promise<void> {
    let after = ''
    for (;;) {
      const page = await read(after)
      for (const { queue } of page) due.add(queue)
      after = page.at(-1)?.queue ?? ''
      if (page.length < PAGE || isStopped) return
    }
  }

  async function dueQueues(): Promise<ReadonlySet<string>> {
    const due = new Set<string>()
    await addDue(due, (after) => store.read.dueQueues(clock.now(), after, PAGE))
    for (const { entityIds, nowMs } of clock.ownTimes()) {
      await addDue(due, (after) => store.read.dueQueuesOf(entityIds, nowMs, after, PAGE))
    }
    return due
  }

  /** Lets other processes take a queue, once its calls under way have ended. Never rejects. */
  async function giveBack(queue: string): Promise<void> {
    givingBack.add(queue)
    const run = running.get(queue)
    run?.stop()
    try {
      await run?.ended
      // The end of the process gives back all of them.
      if (!isStopped) await leases?.release([queue])
    } catch (err) {
      log.error({ err, queue }, 'the lease of a queue is kept until it ends')
    } finally {
      givingBack.delete(queue)
    }
  }

  return {
    async look() {
      if (isStopped) return
      const due = await dueQueues()
      await shares?.count(due)
      for (const queue of due) begin(queue)
      for (const queue of shares?.surplus((one) => running.has(one)) ?? []) void giveBack(queue)
    },

    wake(queues) {
      for (const queue of queues) begin(queue)
    },

    async idle() {
      while (running.size > 0) await Promise.all([...running.values()].map(({ ended }) => ended))
    },

    async stop() {
      isStopped = true
      for (const run of running.values()) run.stop()
      const tooLong = setTimeout(() => ending.abort(), MAX_STOP_MS)
      await Promise.all([...running.values()].map(({ ended }) => ended))
      clearTimeout(tooLong)
      await leases?.releaseAll().catch((err) => {
        log.error({ err }, 'leases of deliveries are kept until they end')
      })
    },
  }
}

/** The queue of a webhook is named by its id. */
function isAddress(queue: string): boolean {
  return queue.includes('://')
}
