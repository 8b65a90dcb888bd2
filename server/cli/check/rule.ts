/** One thing that must hold for every row of a source. */
export interface Rule {
  /** Table of the row that is named when the rule is broken. */
  readonly table: string
  /** Ends the sentence "problem: {table} {id} …"; it never holds values of rows. */
  readonly what: string
  /** SQL condition that is true where it is broken, in words that every engine knows. */
  readonly broken: string
  /** `review`: not wrong, but a person has to look at it. */
  readonly severity?: 'review'
  /** Checked only when this rule is broken somewhere: while it holds, they hold as well. */
  readonly closer?: readonly RuleSource[]
  /** The rule says only that something is wrong: what its closer rules find is reported instead. */
  readonly isVague?: true
}

/** Rules that look at the same rows, so that one pass counts what breaks any of them. */
export interface RuleSource {
  /** SQL after FROM. */
  readonly from: string
  /** SQL expression that names a row: an id, never a credential nor personal data. */
  readonly id: string
  readonly rules: readonly Rule[]
  /** Conditions that each row meets one of, for engines that work on two queries at the same time. */
  readonly halves?: readonly [string, string]
}
