/** What the gateway answers under `/admin/v1/settlement` and the back office reads; see `admin-wire.ts`. */

export interface AdminSettlementFile {
  readonly id: string
  readonly account: string
  readonly name: string
  readonly fileFormat: string
  /** `importing`: under way, or interrupted. `removed`: given up. */
  readonly state: 'importing' | 'imported' | 'removed'
  readonly settledFrom?: string
  readonly settledTo?: string
  readonly importedAt: string
  readonly counts: {
    readonly lines: number
    /** That earlier files had. */
    readonly repeated: number
    /** When it was imported; a person may have matched lines since. */
    readonly matched: number
    readonly severalMatches: number
    readonly notMatched: number
    readonly flagged: number
  }
}

export interface AdminPayout {
  readonly reference?: string
  readonly settledOn: string
  readonly currency: string
  readonly net: string
  readonly fees: string
  /** Absent: not paid out, or told by an earlier file. */
  readonly paid?: string
  readonly paidOn?: string
  readonly bankReference?: string
  readonly lines: number
  readonly unbalanced: boolean
}

/** `GET /admin/v1/settlement/files/{id}`: at most the first 1,000 payouts. */
export interface AdminSettlementFileDetails extends AdminSettlementFile {
  readonly payouts: readonly AdminPayout[]
}

/** `POST /admin/v1/settlement/files`. */
export interface AdminSettlementImport extends AdminSettlementFile {
  /** Nothing is new: it was imported before. */
  readonly repeated: boolean
}

/** A line of a file that is wrong; the file is not booked then. */
export interface AdminFileFault {
  readonly line: number
  readonly column?: string
  readonly message: string
}

/** A line that waits for a person. */
export interface AdminOpenLine {
  /** Names it: the batch, a colon and the position. */
  readonly id: string
  readonly state: 'NONE' | 'NOT_MATCHED' | 'MATCHED' | 'MULTIPLE_MATCHES'
  readonly flag?: string
  readonly type: string
  /** The acquirer's word for the type. */
  readonly acquirerType: string
  readonly amount: string
  readonly currency: string
  readonly settledOn: string
  readonly acquirerReference?: string
  readonly merchantReference?: string
  /** Payments that fit equally well. */
  readonly candidates: readonly string[]
}

/** Why a line was not matched: its amount is not that of its payments. */
export interface AdminMatchDifference {
  readonly line: { readonly amount: string; readonly currency: string }
  /** Of the payments, what no other line is about. */
  readonly payments: { readonly amount: string; readonly currency: string }
  /** Absent: the currencies differ. */
  readonly difference?: { readonly amount: string; readonly currency: string }
}

/** An account at an acquirer: `GET /admin/v1/settlement/accounts`. */
export interface AdminAcquirerAccount {
  /** `merchantId@connector`. */
  readonly id: string
  readonly acquirer: string
  readonly entityId: string
}

/** An amount with how many payments or lines it is of. */
export interface AdminSettlementSum {
  /** With a minus sign: more was paid back. */
  readonly amount: string
  readonly count: number
}

/** A payment in a list of the status. */
export interface AdminBookedPayment {
  readonly paymentId: string
  readonly paymentType: string
  readonly amount: string
  readonly currency: string
  readonly bookedAt: string
}

/** `GET /admin/v1/settlement/status`: what was captured, settled and paid out, and what is missing. */
export interface AdminSettlementStatus {
  /** By the day on which payments were booked (UTC) and currency. */
  readonly days: readonly {
    readonly day: string
    readonly currency: string
    readonly captured: AdminSettlementSum
    readonly settled: AdminSettlementSum
    readonly missing: AdminSettlementSum
    /** What files have settled more than was booked, of payments whose amounts differ. */
    readonly different: AdminSettlementSum
  }[]
  /** Settled in these days and not paid out. */
  readonly unpaid: readonly { readonly currency: string; readonly amount: string }[]
  /** The oldest payments that no file has settled, at most 20. */
  readonly missing: readonly AdminBookedPayment[]
  /** The oldest payments of which files have settled another amount, at most 20. */
  readonly different: readonly (AdminBookedPayment & { readonly settled: string })[]
  /** The oldest chargebacks and reversals that stand in no file, at most 20, and how many there are. */
  readonly unfiled: readonly AdminBookedPayment[]
  readonly unfiledCount: number
}
