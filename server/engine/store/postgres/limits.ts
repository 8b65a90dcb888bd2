/** How long the parts of the store wait, in milliseconds. */
export interface PostgresLimits {
  /** For a connection to be made. */
  readonly connectMs: number
  /** For an answer; then the connection counts as lost. Longer than the server waits for a lock. */
  readonly answerMs: number
  /** Commits, for the database to come back; what comes later in the outage fails at once. */
  readonly outageMs: number
  /** Between two attempts to connect, at most; also how long a failed one speaks for the next. */
  readonly pauseMs: number
}

export const POSTGRES_LIMITS: PostgresLimits = {
  connectMs: 5_000,
  answerMs: 5_000,
  outageMs: 10_000,
  pauseMs: 1_000,
}

/** Connections that read one row, or few. */
export const READERS = 4

/** Connections that read what may take long. */
export const LONG_READERS = 2

/** A long read that the server has worked on for so many milliseconds is given up; below `answerMs`. */
export const MAX_READ_MS = 4_000
