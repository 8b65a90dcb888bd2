import type { FastifyBaseLogger } from 'fastify'
import type { Change, Store, TimerKind, TimerRow } from '../store/port.ts'
import type { EntityClock } from './clock.ts'

/** How long other processes leave a claimed timer alone, in milliseconds; after a crash its work is delayed that long. */
export const LEASE_MS = 60_000

/** How many timers one round claims, and how many of them are worked on at once. */
const ROUND_SIZE = 100
const MAX_AT_ONCE = 10

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
  readonly handlers: Readonly<Record<TimerKind, TimerHandler>>
}

/** Does due work. Any number of processes may do so on one store: a claim succeeds in one of them. */
export interface Timers {
  /** Claims and handles the timers that are due now; answers how many it claimed. Rejects only with the store. */
  runDue(): Promise<number>
}

export function createTimers({ store, clock, log, handlers }: TimerParts): Timers {
  const timeOf = ({ entityId }: TimerRow) => (entityId === null ? clock.now() : clock.of(entityId))

  /** Timers that are due by the clock of the process, or by an entity's own clock, which is ahead of it. */
  async function readDue(): Promise<TimerRow[]> {
    const due = [...(await store.read.dueTimers(clock.now(), ROUND_SIZE))]
    for (const { entityIds, nowMs } of clock.ownTimes()) {
      const ahead = await store.read.dueTimersOf(entityIds, nowMs, ROUND_SIZE)
      due.push(...ahead.filter(({ dueAtMs }) => dueAtMs > clock.now()))
    }
    return due
  }

  /** The claimed timer; `undefined` when another process has claimed it first. */
  async function claim(timer: TimerRow): Promise<TimerRow | undefined> {
    const set = { dueAtMs: timeOf(timer) + LEASE_MS, attempts: timer.attempts + 1 }
    const committed = await store.commit([stepOf(timer, set)])
    return committed.applied ? { ...timer, ...set, version: timer.version + 1 } : undefined
  }

  async function handle(due: TimerRow): Promise<boolean> {
    const timer = await claim(due)
    if (timer === undefined) return false
    try {
      await finish(timer, await handlers[timer.kind](timer))
    } catch (err) {
      log.error({ err, timer: timer.kind, subjectId: timer.subjectId }, 'a timer failed')
    }
    return true
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

  return {
    async runDue() {
      const due = await readDue()
      let claimed = 0
      const work = async () => {
        for (let timer = due.shift(); timer !== undefined; timer = due.shift()) {
          if (await handle(timer)) claimed += 1
        }
      }
      // All must end before this rejects: a stopping process waits for this promise.
      const ends = await Promise.allSettled(Array.from({ length: MAX_AT_ONCE }, work))
      const failed = ends.find((end) => end.status === 'rejected')
      if (failed !== undefined) throw failed.reason
      return claimed
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
