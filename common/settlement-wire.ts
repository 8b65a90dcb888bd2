/**
 * What the gateway answers under `/admin/v1/settlement` and the back office reads: parts of the answers in
 * `dist/types/wire.ts`, which describes every member and is made from the routes' documents.
 */

import type {
  AcquirerAccountsAnswer,
  OpenSettlementLinesAnswer,
  PaymentSettlementAnswer,
  SettlementFaultsAnswer,
  SettlementFileAnswer,
  SettlementFilesAnswer,
  SettlementImportAnswer,
  SettlementStatusAnswer,
} from '../dist/types/wire.ts'
import type { AnswerMembers } from './answer-members.ts'

export type AdminSettlementFile = SettlementFilesAnswer['files'][number]

export type AdminPayout = SettlementFileAnswer['payouts'][number]

/** `GET /admin/v1/settlement/files/{id}`: at most the first 1,000 payouts. */
export type AdminSettlementFileDetails = AnswerMembers<SettlementFileAnswer>

/** `POST /admin/v1/settlement/files`. */
export type AdminSettlementImport = AnswerMembers<SettlementImportAnswer>

/** A line of a file that is wrong; the file is not booked then. */
export type AdminFileFault = SettlementFaultsAnswer['faults'][number]

/** A line that waits for a person. */
export type AdminOpenLine = OpenSettlementLinesAnswer['lines'][number]

/** Why a line was not matched: its amount is not that of its payments. */
export interface AdminMatchDifference {
  readonly line: { readonly amount: string; readonly currency: string }
  /** Of the payments, what no other line is about. */
  readonly payments: { readonly amount: string; readonly currency: string }
  /** Absent: the currencies differ. */
  readonly difference?: { readonly amount: string; readonly currency: string }
}

/** An account at an acquirer: `GET /admin/v1/settlement/accounts`. */
export type AdminAcquirerAccount = AcquirerAccountsAnswer['accounts'][number]

/** `GET /admin/v1/settlement/status`: what was captured, settled and paid out, and what is missing. */
export type AdminSettlementStatus = AnswerMembers<SettlementStatusAnswer>

/** An amount with how many payments or lines it is of. */
export type AdminSettlementSum = AdminSettlementStatus['days'][number]['captured']

/** Payments of a channel, day and currency that no payout holds. */
export type AdminMissingPayout = AdminSettlementStatus['missingPayouts'][number]

/** A payment in a list of the status. */
export type AdminBookedPayment = AdminSettlementStatus['missing'][number]

/** `GET /admin/v1/settlement/payments/{id}`: a line of a settlement file about a payment of the family. */
export type AdminPaymentSettlement = PaymentSettlementAnswer['settlement'][number]

/** A cost that an acquirer has kept, with its kind. */
export type AdminSettlementFee = AdminPaymentSettlement['fees'][number]
