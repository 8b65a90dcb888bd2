import { type Clock, systemClock } from './clock.ts'

/** A slower answer is too imprecise, because it is unknown when the database read its time; in milliseconds. */
const MAX_ANSWER_MS = 1_000

/** A clock that shows the time of a database, which all processes on it share (R-CLK-1). */
export interface DatabaseClock extends Clock {
  /** Reads the time of the database, and corrects this clock where it is wrong. Rejects with the database. */
  follow(): Promise<void>
}

export interface DatabaseClockParts {
  /** The time of the database, in milliseconds since 1970-01-01T00:00:00Z. */
  readonly timeOfDatabase: () => Promise<number>
  /** The clocks of this machine, of which the monotonic one is used; unless given, those of the system. */
  readonly machine?: Required<Clock>
}

/**
 * Reads the time of the database and continues it with the monotonic clock. Setting this machine's clock
 * then changes nothing, and leases, due times and ages mean the same in every process. Call `follow`
 * regularly. Rejects when the first reading fails.
 */
export async function createDatabaseClock({
  timeOfDatabase,
  machine = systemClock,
}: DatabaseClockParts): Promise<DatabaseClock> {
  let aheadMs: number | undefined

  async function follow(): Promise<void> {
    const askedAtMs = machine.monotonic()
    const timeMs = await timeOfDatabase()
    const answeredAtMs = machine.monotonic()
    const isLate = answeredAtMs - askedAtMs > MAX_ANSWER_MS
    if (isLate && aheadMs !== undefined) return
    // The database read its time between the two moments. An offset that is possible is not changed.
    const [leastMs, maxMs] = [timeMs - answeredAtMs, timeMs - askedAtMs]
    if (aheadMs !== undefined && leastMs <= aheadMs && aheadMs <= maxMs) return
    aheadMs = (leastMs + maxMs) / 2
  }

  await follow()
  return {
    now: () => Math.floor(machine.monotonic() + (aheadMs ?? 0)),
    monotonic: () => machine.monotonic(),
    pause: (maxMs) => machine.pause(maxMs),
    follow,
  }
}
