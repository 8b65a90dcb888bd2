/** A condition that must hold for every row of a source. */
export interface Rule {
  /** Table of the row that is named when the rule is broken. */
  readonly table: string
  /** Ends the sentence "problem: {table} {id} …"; it never holds values of rows. */
  readonly what: string
  /** SQL condition that is true where it is broken, in words that every engine knows. */
  readonly broken: string
  /** `review`: not wrong, but a person has to look at it. */
  readonly severity?: 'review'
  /** Rules that say more exactly what is wrong; checked only when this rule is broken, because they hold whenever it holds. */
  readonly detailedBy?: readonly RuleSource[]
  /** This rule only finds that something is wrong: findings of `detailedBy` are reported instead. */
  readonly isSummary?: true
}

/** Makes rules of one table from `what` and `broken`. */
export function ruleOf(table: string): (what: string, broken: string) => Rule {
  return (what, broken) => ({ table, what, broken })
}

/** Rules of the same rows, so that one pass counts the violations of all. */
export interface RuleSource {
  /** SQL after FROM. */
  readonly from: string
  /** SQL expression that names a row: an id, never a credential nor personal data. */
  readonly id: string
  readonly rules: readonly Rule[]
  /** Two conditions that split the rows, for engines that run two queries at the same time. */
  readonly halves?: readonly [string, string]
}

/** A column with texts that the vault has sealed, one by one, so that `tillgate check` can look whether they open. */
export interface SealedColumn {
  readonly table: string
  /** The column that names a row. */
  readonly id: string
  readonly column: string
  /** For what the text of a row is sealed, see `Vault.sealCredential`. */
  placeOf(id: string): string
  /** Of large texts; some hundreds when absent. */
  readonly rowsAtOnce?: number
}
