/**
 * Why the store could not carry out a call. Conflicts are not errors: they are values.
 * - `closed`: `close()` was called before;
 * - `overloaded`: too many change sets wait already, and this one was not accepted (answer 503);
 * - `unavailable`: the database cannot be reached, nothing was done; works again without a restart (503);
 * - `not-written`: the engine refused the batch (disk full), and certainly nothing of it was done (503);
 * - `commit-failed`: COMMIT failed and what became of it is not known: neither success nor failure may be answered;
 * - `broken`: the engine has ended, and only a new start of the process helps;
 * - `invalid-change`: a record that the store can never accept: a bug of the caller;
 * - `incompatible`: the database belongs to another version of this program.
 */
export type StoreErrorCode =
  | 'closed'
  | 'overloaded'
  | 'unavailable'
  | 'not-written'
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
