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
