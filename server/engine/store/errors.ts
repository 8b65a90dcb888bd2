/**
 * Why the store could not do what it was asked. Conflicts are not among these: they are values.
 * - `closed`: `close()` was called before;
 * - `overloaded`: too many change sets wait already, nothing of this one was taken (answer 503);
 * - `unavailable`: the database cannot be reached, nothing was done; it works again by itself (503);
 * - `commit-failed`: the engine refused the batch (disk full, I/O error): nothing may be acknowledged;
 * - `broken`: the engine is gone and only a new start of the process helps;
 * - `invalid-change`: a record that no state of the store could take: a bug of the caller;
 * - `incompatible`: the database belongs to another version of this program.
 */
export type StoreErrorCode =
  | 'closed'
  | 'overloaded'
  | 'unavailable'
  | 'commit-failed'
  | 'broken'
  | 'invalid-change'
  | 'incompatible'

/** Messages name tables, columns and constraints, never a value: rows may hold personal data. */
export class StoreError extends Error {
  readonly code: StoreErrorCode

  constructor(code: StoreErrorCode, message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'StoreError'
    this.code = code
  }
}
