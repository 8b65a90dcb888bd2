import pg from 'pg'

/**
 * What a failed statement means for the change set that ran it: a conflict, a record that can never
 * be stored, or (`undefined`) trouble that is not about the set.
 */
export type StatementFault = 'exists' | 'limit' | 'invalid'

export function statementFault(error: unknown): StatementFault | undefined {
  if (!(error instanceof pg.DatabaseError) || error.code === undefined) return undefined
  switch (error.code) {
    case UNIQUE_VIOLATION:
      return 'exists'
    case CHECK_VIOLATION:
      return error.constraint?.startsWith('limit_') ? 'limit' : 'invalid'
    default:
      return INTEGRITY_OR_DATA.test(error.code) ? 'invalid' : undefined
  }
}

/**
 * Another transaction blocked this one: the same statement may succeed a moment later (R-DUR-4).
 */
export function isPassing(error: unknown): boolean {
  return error instanceof pg.DatabaseError && PASSING.has(error.code ?? '')
}

/**
 * Whether the connection is unusable: it was cut, it does not answer, the server ends it, or it has
 * lost its prepared statements.
 */
export function isLost(error: unknown): boolean {
  if (!(error instanceof pg.DatabaseError)) return true
  return error.severity === 'FATAL' || error.severity === 'PANIC' || ENDED.test(error.code ?? '')
}

/** Whether the server gave up a statement that took longer than the session allows. */
export function tookTooLong(error: unknown): boolean {
  return error instanceof pg.DatabaseError && error.code === STATEMENT_TIMEOUT
}

/** Whether the server has no disk, memory or session for it now. */
export function lacksResources(error: unknown): boolean {
  return error instanceof pg.DatabaseError && /^53/.test(error.code ?? '')
}

/** Whether the role of the session may not do what was asked, or sees no schema to do it in. */
export function lacksRight(error: unknown): boolean {
  return error instanceof pg.DatabaseError && NO_RIGHT.has(error.code ?? '')
}

/**
 * The part of an error that may be shown. PostgreSQL's messages name tables and constraints; values
 * of rows are in the details, and in the messages of class 22, which are left out.
 */
export function descriptionOf(error: unknown): string {
  if (error instanceof pg.DatabaseError) {
    const words = /^22/.test(error.code ?? '') ? 'a value does not fit' : error.message
    return `PostgreSQL ${error.code}: ${words}${MIXED_UP.has(error.code ?? '') ? POOLED : ''}`
  }
  const { message, code } = error as NodeJS.ErrnoException
  // A name with two addresses fails with two errors and no message of its own.
  return message || code || String(error)
}

/** A statement was prepared already, or is not known: the session is not the one that it was. */
const MIXED_UP: ReadonlySet<string> = new Set(['42P05', '26000'])
const POOLED =
  '. A pooler between gateway and server changes sessions: it must pool per session (PgBouncer: pool_mode = session)'

/** Insufficient privilege; no schema of the search path may be used. */
const NO_RIGHT: ReadonlySet<string> = new Set(['42501', '3F000'])
const STATEMENT_TIMEOUT = '57014'
const UNIQUE_VIOLATION = '23505'
const CHECK_VIOLATION = '23514'
/** Classes 22 (data) and 23 (integrity). */
const INTEGRITY_OR_DATA = /^2[23]/
/** Serialisation failure, deadlock, lock not available in time. */
const PASSING: ReadonlySet<string> = new Set(['40001', '40P01', '55P03'])
/** Class 08, shutdowns, and statements that have to be prepared again. */
const ENDED = /^(08|57P0|26000$|0A000$)/
