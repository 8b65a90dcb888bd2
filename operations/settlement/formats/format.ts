import type { SettlementLineType } from '../../../server/store/port.ts'
import type { FeeKind } from '../record.ts'

/** A column of a file by its name in the header, or the first of several that the header has. */
export type ColumnName = string | readonly string[]

/** How an amount stands in a file: with its sign in one column, or as credit and debit in two. */
export type AmountColumns =
  | { readonly signed: ColumnName }
  | { readonly credit: ColumnName; readonly debit: ColumnName }

/**
 * How the columns of an acquirer's file become records: data, so that a further format is a table and
 * no code.
 */
export interface SettlementFormat {
  /** As `--format` and the reconciliation file name it, at most 32 characters. */
  readonly name: string
  /** Where the acquirer describes the file. */
  readonly source: string
  readonly separator: string
  readonly columns: {
    /** The acquirer's number of the merchant: a line of another one is refused, or passed over (`isOfCompany`). */
    readonly merchantId?: ColumnName
    readonly type: ColumnName
    readonly acquirerReference?: ColumnName
    readonly operationReference?: ColumnName
    /** The acquirer's number of a dispute: that of its chargebacks and reversals, which are operations each. */
    readonly caseReference?: ColumnName
    /** The acquirer reference number of a payment by card. */
    readonly arn?: ColumnName
    /** That of the operation before that of the payment. */
    readonly merchantReferences?: readonly ColumnName[]
    readonly paymentBrand?: ColumnName
    readonly grossCurrency: ColumnName
    readonly currency: ColumnName
    readonly rate?: ColumnName
    readonly orderedAt?: ColumnName
    /** Name of the time zone of `orderedAt`; without it the times are in UTC. */
    readonly timeZone?: ColumnName
    readonly settledOn: ColumnName
    readonly reasonCode?: ColumnName
    readonly reasonText?: ColumnName
    readonly payoutReference?: ColumnName
    readonly paidOn?: ColumnName
    readonly bankReference?: ColumnName
  }
  readonly gross: AmountColumns
  readonly net: AmountColumns
  /** `net`: gross and net amount have the same direction, whichever column the gross amount is in. */
  readonly grossSign?: 'net'
  /** The amount that the cardholder saw, and its currency, where they are not those of `gross`. */
  readonly customerGross?: { readonly amount: ColumnName; readonly currency: ColumnName }
  /** Columns of costs, positive. */
  readonly fees: readonly { readonly kind: FeeKind; readonly column: ColumnName }[]
  /** The acquirer's own id of a record: a column, or several that are it together. */
  readonly recordId: {
    readonly columns: readonly ColumnName[]
    /** Without values in these the id is made of the whole line. */
    readonly needs: readonly ColumnName[]
  }
  /** Types by the acquirer's words. A word that is not here is booked as `other` and flagged. */
  readonly types: Readonly<Record<string, SettlementLineType>>
  /** Of these types, what another acquirer settles: lines without a net amount. With one they are costs. */
  readonly externalTypes?: readonly string[]
  /** A file may have lines of all merchants of a company: those of others are passed over and counted. */
  readonly isOfCompany?: true
  /** Reports that are taken for this one, by columns that only they have, and what to do instead. */
  readonly otherReports?: readonly { readonly columns: readonly string[]; readonly hint: string }[]
  /** `line`: a payout is a line of its own. `sum`: it is what the lines with its reference sum to. */
  readonly payout: 'line' | 'sum'
  /** The type of a last line that counts the lines before it in this column: its lack shows a cut file. */
  readonly end?: { readonly type: string; readonly count: ColumnName }
}
