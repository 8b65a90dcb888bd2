import type { FastifyBaseLogger } from 'fastify'
import type { Change, Store, TimerClaim, TimerKind, TimerRow } from '../../store/port.ts'
import type { EntityClock } from './clock.ts'
import { UnderWay } from './under-way.ts'

/** How long other processes leave a claimed timer alone, in milliseconds; after a crash its work is delayed that long. */
export const LEASE_MS = 60_000

/** How many timers are worked on at once: enough for their commits to form groups. */
const MAX_AT_ONCE = 64

/**
 * The same while requests are served: each of them waits for the next step of no more timers, so that
 * payments of shoppers are not held up by 100,000 runs of schedules.
 */
const MAX_BESIDE_REQUESTS = 16

/** How many timers are claimed in one commit. All that a claim brings begin within half of its lease. */
const CLAIM_SIZE = 64

/**
 * How long a round waits for one timer. What waits longer, for a provider that hangs, goes on beside the rounds that
 * follow: an outage of one provider delays no timers of other merchants.
 */
export const PATIENCE_MS = 500

/** When a timer comes due again whose owner has as many late ones as it may: a provider hangs for 25 s. */
export const POSTPONED_MS = 30_000

/** How many timers one round claims; then others of the process have their turn. */
const ROUND_SIZE = 512

/**
 * What a handler did with a claimed timer. `ended`: a commit of the handler has ended it. `done`: no
 * work is left. `dueAtMs`: it is due again at that time.
 */
export type TimerResult = 'ended' | 'done' | { readonly dueAtMs: number }

/** Does the work of a claimed timer. When it rejects, the timer comes due again after its lease. */
export type TimerHandler = (timer: TimerRow) => Promise<TimerResult>

export interface TimerParts {
  readonly store: Store
  readonly clock: EntityClock
  readonly log: Pick<FastifyBaseLogger, 'error'>
  /** A timer without a handler stays: its feature is not in this process. */
  readonly handlers: Readonly<Partial<Record<TimerKind, TimerHandler | undefined>>>
  /** Whether requests are being served; never, when absent. */
  readonly servesRequests?: (() => boolean) | undefined
  /** Whether the time of the process may be wrong: then only timers of entities with own clocks run. */
  readonly isHeld?: (() => boolean) | undefined
}

/** Does due work. Any number of processes may do so on one store: each claims other timers. */
export interface Timers {
  /**
   * Claims and handles the timers that are due now; answers how many it claimed. Rejects only with the store.
   * `patienceMs`: how long it waits for each; absent: to its end.
   */
  runDue(patienceMs?: number): Promise<number>
  /** Resolves when nothing is under way any more. */
  settled(): Promise<void>
}

export function createTimers({
  store,
  clock,
  log,
  handlers,
  servesRequests = () => false,
  isHeld = () => false,
}: TimerParts): Timers {
  /** Whether one more may be worked on, beside so many others. */
  const hasPlace = (others: number) => others < MAX_BESIDE_REQUESTS || !servesRequests()

  /**
   * Claims timers that are due by the clock of the process, or by an entity's own clock, which is ahead
   * of it.
   */
  async function claimDue(): Promise<TimerRow[]> {
    const claimed: TimerRow[] = []
    const own = clock.ownTimes()
    const claim = async (nowMs: number, of: Pick<TimerClaim, 'entityIds' | 'exceptEntityIds'>) => {
      const times = { dueAtMs: nowMs, untilMs: nowMs + LEASE_MS, limit: CLAIM_SIZE }
      claimed.push(...(await store.claimTimers({ ...times, ...of })))
    }
    for (const { entityIds, nowMs } of own) await claim(nowMs, { entityIds })
    const nowMs = clock.now()
    // Asked after the time was read: a clock that was set before this is seen.
    if (isHeld()) return claimed
    await claim(nowMs, { exceptEntityIds: own.flatMap(({ entityIds }) => entityIds) })
    return claimed
  }

  async function handle(timer: TimerRow): Promise<void> {
    try {
      const handler = handlers[timer.kind]
      if (handler !== undefined) await finish(timer, await handler(timer))
    } catch (err) {
      log.error({ err, timer: timer.kind, subjectId: timer.subjectId }, 'a timer failed')
    }
  }

  /** A conflict is ignored: the lease has ended, and another process does the work now. */
  async function finish(timer: TimerRow, verdict: TimerResult): Promise<void> {
    if (verdict === 'ended') return
    const change =
      verdict === 'done'
        ? endOf(timer)
        : stepOf(timer, { dueAtMs: verdict.dueAtMs, attempts: timer.attempts })
    await store.commit([change])
  }

  const underWay = new UnderWay()

  async function begin(timer: TimerRow, patienceMs: number | undefined): Promise<void> {
    if (!underWay.hasPlaceFor(timer)) {
      const { entityId, attempts } = timer
      const nowMs = entityId === null ? clock.now() : clock.of(entityId)
      const set = { dueAtMs: nowMs + POSTPONED_MS, attempts: attempts - 1 }
      await store.commit([stepOf(timer, set)])
      return
    }
    await underWay.follow(timer, handle(timer), patienceMs)
  }

  return {
    settled: () => underWay.settled(),

    async runDue(patienceMs) {
      const round = createRound(claimDue)
      const work = async (_none: unknown, others: number) => {
        while (hasPlace(others)) {
          const timer = await round.next()
          if (timer === undefined) return
          await begin(timer, patienceMs)
        }
      }
      // All must end before this rejects: a stopping process waits for this promise.
      const ends = await Promise.allSettled(Array.from({ length: MAX_AT_ONCE }, work))
      const failed = ends.find((end) => end.status === 'rejected')
      if (failed !== undefined) throw failed.reason
      return round.claimed()
    },
  }
}

/** Timers one after the other; more are claimed when the last one is handed out. */
function createRound(claimDue: () => Promise<TimerRow[]>) {
  let claimed = 0
  let isOver = false
  let waiting: TimerRow[] = []
  let claiming: Promise<void> | undefined

  async function claimMore(): Promise<void> {
    waiting = await claimDue()
    claimed += waiting.length
    isOver = waiting.length < CLAIM_SIZE || claimed >= ROUND_SIZE
  }

  return {
    claimed: () => claimed,

    /** `undefined`: no more in this round. Rejects with the store. */
    async next(): Promise<TimerRow | undefined> {
      for (;;) {
        const timer = waiting.shift()
        if (timer !== undefined || isOver) return timer
        claiming ??= claimMore().finally(() => {
          claiming = undefined
        })
        await claiming
      }
    },
  }
}

/** Ends a timer, unless it has changed since it was claimed. */
function endOf({ kind, subjectId, version }: TimerRow): Change {
  return { kind: 'endTimer', timer: kind, subjectId, expectedVersion: version }
}

function stepOf(timer: TimerRow, set: Pick<TimerRow, 'dueAtMs' | 'attempts'>): Change {
  const { kind, subjectId, version } = timer
  return { kind: 'stepTimer', timer: kind, subjectId, expectedVersion: version, ...set }
}
