import { setTimeout as pauseFor } from 'node:timers/promises'
import type { Throttle } from '../../http/throttling/throttle.ts'
import { type Refusal, refuse } from '../../results/refusal.ts'
import type { TokenRow } from '../../store/port.ts'

/**
 * How many queries of one access token wait for their turn, and how many of all together: tokens
 * that fill their places must leave room for those of many others.
 */
const MAX_WAITING_OF_TOKEN = 16
const MAX_WAITING = 400

/** Queries that cost no more than this follow each other without a pause. */
const SMALL_COST = 5

/**
 * The pause after a query, as a multiple of its own work: the queries of all merchants together get
 * a sixth of the time of one core (R-ISO-1). On a busy machine work takes longer, and so does the
 * pause.
 */
const PAUSES_PER_WORK = 5
const MAX_PAUSE_MS = 1_000

/** A result, and how many small queries it counts as. */
export interface LongRead<Result> {
  readonly result: Result
  readonly cost: number
}

/** Runs possibly long reads one after the other, and takes the access tokens in turn. */
export interface LongReads {
  /** Returns a refusal if too many wait; rejects with the work. */
  run<Result>(subject: string, work: () => Promise<LongRead<Result>>): Promise<Result | Refusal>
}

/** Does its work and returns its cost. Never rejects. */
type Job = () => Promise<number>

/** `nowMs`: of a clock that never steps. */
export function createLongReads({
  pause = pauseFor,
  nowMs = () => performance.now(),
}: {
  readonly pause?: (milliseconds: number) => Promise<unknown>
  readonly nowMs?: () => number
} = {}): LongReads {
  /** Of each access token, in the order of their turns. */
  const queues = new Map<string, Job[]>()
  let waiting = 0
  let isServing = false

  function next(): Job | undefined {
    const [turn] = queues
    if (turn === undefined) return undefined
    const [subject, jobs] = turn
    const job = jobs.shift()
    queues.delete(subject)
    if (jobs.length > 0) queues.set(subject, jobs)
    waiting -= 1
    return job
  }

  async function serve(): Promise<void> {
    if (isServing) return
    isServing = true
    for (let job = next(); job !== undefined; job = next()) {
      const beganMs = nowMs()
      const cost = await job()
      const pauseMs = (nowMs() - beganMs) * PAUSES_PER_WORK
      if (cost > SMALL_COST) await pause(Math.min(pauseMs, MAX_PAUSE_MS))
    }
    isServing = false
  }

  return {
    run(subject, work) {
      const ofToken = queues.get(subject) ?? []
      if (ofToken.length >= MAX_WAITING_OF_TOKEN) return Promise.resolve(tooManyOfToken)
      if (waiting >= MAX_WAITING) return Promise.resolve(tooMany)
      return new Promise((resolve, reject) => {
        const job = () =>
          work().then(
            ({ result, cost }) => {
              resolve(result)
              return cost
            },
            (error) => {
              reject(error)
              return 0
            },
          )
        queues.set(subject, [...ofToken, job])
        waiting += 1
        void serve()
      })
    },
  }
}

const tooManyOfToken: Refusal = refuse('800.120.100', {
  status: 429,
  description: `Too many requests: ${MAX_WAITING_OF_TOKEN} queries of this access token wait for their turn already; send the next one when one of them is answered`,
  retryAfterSeconds: 1,
})

const tooMany: Refusal = refuse('800.120.100', {
  status: 503,
  description: 'Too many queries wait for their turn already; retry in 2 seconds',
  retryAfterSeconds: 2,
})

/** The work of one query. */
export interface Work {
  /** Transactions that it looked at, in indexes or whole. */
  readonly rowsRead: number
  /** Transactions that it answers: each is read whole, made into a record and written out. */
  readonly answered: number
}

/** Transactions that are looked at in the time of one small query, and those that are answered. */
const SEARCHED_PER_SMALL_QUERY = 1_000
const ANSWERED_PER_SMALL_QUERY = 5

/** How many small queries a query counts as (R-ISO-1). */
export function costOf({ rowsRead, answered }: Work): number {
  return (
    1 +
    Math.floor(rowsRead / SEARCHED_PER_SMALL_QUERY) +
    Math.floor(answered / ANSWERED_PER_SMALL_QUERY)
  )
}

/** The result of a query and the work that it took. */
export interface Found<Result> {
  readonly result: Result
  /** Transactions in it. */
  readonly answered: number
  readonly rowsRead?: number
}

/** Runs a query or a report in its turn, and charges its cost to the access token. */
export function runQueryInTurn<Result>(
  token: TokenRow,
  {
    longReads,
    throttle,
    group = 'query',
  }: {
    readonly longReads: LongReads
    readonly throttle: Throttle
    readonly group?: 'query' | 'reports'
  },
  read: () => Promise<Found<Result>>,
): Promise<Result | Refusal> {
  return longReads.run(token.hash, async () => {
    const { result, answered, rowsRead = 0 } = await read()
    const cost = costOf({ rowsRead, answered })
    throttle.addCost(token, group, cost - 1)
    return { result, cost }
  })
}
