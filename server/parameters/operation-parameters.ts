import type { Rule } from './rules.ts'
import type { GuardedNames } from './similar-names.ts'
import type { ParameterTable } from './table.ts'
import type { RowName } from './tables.ts'
import type { ValueType } from './value-types.ts'

/** Which parameters an operation takes, and where it asks for something else than the tables do. */
export interface OperationParameters {
  readonly tables: readonly ParameterTable[]
  /** Single rows of other tables. */
  readonly rows?: readonly RowName[]
  /** Rows of the tables that it does not take. */
  readonly without?: readonly RowName[]
  readonly required?: readonly RowName[]
  /** Required by the tables, not here. */
  readonly notRequired?: readonly RowName[]
  readonly types?: Readonly<Partial<Record<RowName, ValueType>>>
  /** How keys of a map must begin. */
  readonly keyPrefixes?: Readonly<Partial<Record<RowName, string>>>
  /**
   * Rows whose misspellings are refused even where unknown names are ignored, with the largest number of
   * edits of a misspelling: ignoring them would move another amount than was meant.
   */
  readonly neverIgnored?: GuardedNames
  /** The parameters include those of earlier requests, so a name may be there without being sent now. */
  readonly changesEarlier?: boolean
  /** Names that are neither parameters nor faults. */
  readonly ignored?: readonly string[]
  readonly rules?: readonly Rule[]
  /** Refused in every profile, with the reason, because they must not be ignored silently. */
  readonly refused?: Readonly<Partial<Record<RowName, string>>>
  /** Why a name of another operation is refused here. */
  readonly elsewhere: string
  /** What to add when a required parameter is missing. */
  readonly whenMissing?: Readonly<Partial<Record<string, string>>>
}
