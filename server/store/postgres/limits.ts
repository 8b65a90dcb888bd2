/** How long the parts of the store wait, in milliseconds. */
export interface PostgresLimits {
  /** For a connection to be made. Shorter than `/readyz` waits for an answer. */
  readonly connectMs: number
  /** For an answer; then the connection counts as lost. Longer than the server waits for a lock. */
  readonly answerMs: number
  /**
   * How long reads and commits wait for the database in an outage; those that come later fail at once
   * until it is back.
   */
  readonly outageMs: number
  /**
   * The longest time between two attempts to connect. Until the next attempt, later callers get the
   * error of the failed one.
   */
  readonly pauseMs: number
}

export const POSTGRES_LIMITS: PostgresLimits = {
  connectMs: 4_000,
  answerMs: 5_000,
  outageMs: 10_000,
  pauseMs: 1_000,
}

/** Connections that read one row, or few. */
export const READERS = 4

/** Connections that read what may take long. */
export const LONG_READERS = 2

/**
 * A long read is cancelled after this many milliseconds of work on the server; below `answerMs`.
 */
export const MAX_READ_MS = 4_000
