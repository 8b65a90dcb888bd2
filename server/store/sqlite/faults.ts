import Database from 'better-sqlite3'

/**
 * What a failed statement means for the change set that ran it: a conflict, a record that can never
 * be stored, or (`undefined`) trouble of the engine that concerns the whole batch.
 */
export type StatementFault = 'exists' | 'limit' | 'invalid'

export function statementFault(error: unknown): StatementFault | undefined {
  // The library refuses a parameter that is absent or of no type that SQLite has.
  if (error instanceof TypeError || error instanceof RangeError) return 'invalid'
  if (!(error instanceof Database.SqliteError)) return undefined
  switch (error.code) {
    case 'SQLITE_CONSTRAINT_PRIMARYKEY':
    case 'SQLITE_CONSTRAINT_UNIQUE':
      return 'exists'
    case 'SQLITE_CONSTRAINT_CHECK':
    case 'SQLITE_CONSTRAINT_TRIGGER':
      return MONEY_LIMIT.test(error.message) ? 'limit' : 'invalid'
    case 'SQLITE_CONSTRAINT_NOTNULL':
    case 'SQLITE_CONSTRAINT_DATATYPE':
    case 'SQLITE_CONSTRAINT_FOREIGNKEY':
      return 'invalid'
    default:
      return undefined
  }
}

/** The constraint's name for a CHECK, the raised text for a trigger. */
const MONEY_LIMIT = /^(?:CHECK constraint failed: )?limit_/
