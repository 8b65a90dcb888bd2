import { MINUTE_MS, SECOND_MS } from '../../common/durations.ts'
import { LogThrottle } from '../http/log-throttle.ts'
import { StoreError } from '../store/errors.ts'

/** How often the log says that the database is away, in milliseconds. */
const LOG_EVERY_MS = MINUTE_MS

type LogMethod = (...args: unknown[]) => void

/**
 * The log of a process whose database may be away. Everything fails then, once a second and for each
 * request: one line a minute says so, with the number of those left out and without the stacks, and one says
 * that it is back.
 */
export class OutageLog {
  #throttle = new LogThrottle(LOG_EVERY_MS)

  /** For the logger: stands before each of its lines. */
  get hooks() {
    const outage = this
    return {
      /** `this` is the logger. */
      logMethod(this: unknown, args: unknown[], method: LogMethod): void {
        const kept = outage.#keptOf(args)
        if (kept !== undefined) method.apply(this, kept)
      },
    }
  }

  /** What of a line is logged; `undefined`: nothing. */
  #keptOf(args: unknown[]): unknown[] | undefined {
    const away = unavailableIn(args[0])
    if (away === undefined) return args
    const lines = this.#throttle.countForLog()
    return lines === 0 ? undefined : [{ lines, reason: away.message }, AWAY]
  }

  /** The database is reached again, after so many milliseconds. */
  back(log: { warn(fields: object, message: string): void } | undefined, lastedMs: number): void {
    this.#throttle = new LogThrottle(LOG_EVERY_MS)
    log?.warn({ seconds: Math.round(lastedMs / SECOND_MS) }, BACK)
  }
}

const AWAY = 'The database is away; it is tried again all the time'
const BACK = 'The database is back'

/** The failure of the store among the fields of a line, or behind the one that is there. */
function unavailableIn(fields: unknown): StoreError | undefined {
  let error = typeof fields === 'object' && fields !== null && 'err' in fields && fields.err
  for (let depth = 0; depth < 3 && error instanceof Error; depth += 1) {
    if (error instanceof StoreError && error.code === 'unavailable') return error
    error = error.cause as typeof error
  }
  return undefined
}
