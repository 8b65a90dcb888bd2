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
   * Rows whose misspelling is refused also where unknown names are ignored, with the number of edits
   * that still make one: because to ignore them would move other money than was meant.
   */
  readonly neverIgnored?: GuardedNames
  /** What is read holds earlier requests as well: that a name is there does not tell that it was sent now. */
  readonly changesEarlier?: boolean
  /** Names that are neither parameters nor faults. */
  readonly ignored?: readonly string[]
  readonly rules?: readonly Rule[]
  /** Rows that wait for their feature: refused in every profile, because to ignore them would lose money. */
  readonly notOffered?: readonly RowName[]
  /** Refused in every profile as well, with the reason: what they say must not be lost silently. */
  readonly refused?: Readonly<Partial<Record<RowName, string>>>
  /** What to say of a name that other operations take. */
  readonly elsewhere: string
  /** What to add when a required parameter is missing. */
  readonly whenMissing?: Readonly<Partial<Record<RowName, string>>>
}
