import { type Clock, systemClock } from '../kernel/timers/clock.ts'
import { createDatabaseClock } from '../kernel/timers/database-clock.ts'
import { startPeriodicWork } from '../kernel/timers/periodic-work.ts'
import type { Store } from '../store/port.ts'

/** How often the time of the database is read, in milliseconds. */
const FOLLOW_EVERY_MS = 10_000

/** How far the clock of a machine may differ before a warning is logged, in milliseconds. */
const TOLERATED_DIFFERENCE_MS = 5_000

/** The clock of a process, until it is closed. */
export interface ProcessClock {
  readonly clock: Clock
  /** For the operator: the clock of the machine is wrong. */
  readonly warning: string | undefined
  close(): Promise<void>
}

/**
 * The clock that a process goes by: that of its database where several processes may share it, else
 * the machine's. Rejects with the store.
 */
export async function openProcessClock(
  { time }: Pick<Store, 'time'>,
  log: { error(fields: object, message: string): void },
): Promise<ProcessClock> {
  if (time === undefined) {
    return { clock: systemClock, warning: undefined, close: async () => undefined }
  }
  const clock = await createDatabaseClock({ timeOfDatabase: time })
  const following = startPeriodicWork(FOLLOW_EVERY_MS, log, async () => {
    await clock.follow()
    return { more: false }
  })
  const aheadMs = systemClock.now() - clock.now()
  return { clock, warning: differenceWarning(aheadMs), close: () => following.stop() }
}

function differenceWarning(aheadMs: number): string | undefined {
  if (Math.abs(aheadMs) < TOLERATED_DIFFERENCE_MS) return undefined
  const difference = `${Math.round(Math.abs(aheadMs) / 1000)} s ${aheadMs > 0 ? 'ahead of' : 'behind'}`
  return `The clock of this machine is ${difference} that of the database, which is taken: set them by NTP`
}
