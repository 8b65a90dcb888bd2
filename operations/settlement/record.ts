import type { SettlementLineType } from '../../server/store/port.ts'

/** ISO 4217 has this code where no currency is involved: of lines that settle nothing here. */
export const NO_CURRENCY = 'XXX'

/** The kinds of cost that an acquirer charges. */
export const FEE_KINDS = ['interchange', 'scheme', 'markup', 'dispute', 'monthly'] as const

export type FeeKind = (typeof FEE_KINDS)[number]

/** Costs in minor units; negative: given back. */
export type Fees = Readonly<Record<FeeKind, number>>

/** A record of a settlement file, read and not yet booked. Amounts as in `SettlementLineRow`. */
export interface SettlementRecord {
  readonly lineNumber: number
  /** Its id at the acquirer; `isUnique` false: made of what it says, and lines that say the same are alike. */
  readonly recordId: string
  readonly isUnique: boolean
  /** Under which an earlier version has stored it, where the id holds a card number: never stored any more. */
  readonly formerRecordId?: string
  readonly type: SettlementLineType
  readonly acquirerType: string
  readonly acquirerReference: string | null
  readonly operationReference: string | null
  /** 23 digits; what is none is left out. */
  readonly arn: string | null
  /** The first of `merchantReferences` as it is stored. */
  readonly merchantReference: string | null
  /** What was sent to the acquirer as our reference, that of the operation first: to be looked for, not stored. */
  readonly merchantReferences: readonly string[]
  readonly paymentBrand: string | null
  readonly grossMinor: number
  readonly grossCurrency: string
  readonly netMinor: number
  readonly currency: string
  readonly fees: Fees
  /** Another acquirer settles it: nothing changes the balance, and `currency` is `NO_CURRENCY`. */
  readonly isExternal: boolean
  readonly rate: string | null
  readonly orderedAtMs: number | null
  readonly settledOn: string
  readonly reasonCode: string | null
  readonly reasonText: string | null
  readonly payout: RecordPayout
}

/** With what a record is paid out, as far as it says so. */
export interface RecordPayout {
  readonly reference: string | null
  readonly paidOn: string | null
  readonly bankReference: string | null
}

/** Why a line of a file is not taken. */
export interface LineFault {
  readonly lineNumber: number
  /** The column, as the file names it; absent: the whole line. */
  readonly column?: string
  readonly message: string
  /** The same file may be taken later. */
  readonly mayPass?: true
}

/** A fault in one line of text. */
export function faultText({ lineNumber, column, message }: LineFault): string {
  return column === undefined
    ? `line ${lineNumber}: ${message}`
    : `line ${lineNumber}, column ${column}: ${message}`
}

export function sumOfFees(fees: Fees): number {
  return FEE_KINDS.reduce((sum, kind) => sum + fees[kind], 0)
}
