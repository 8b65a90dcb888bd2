/** What the rest of the gateway uses of how outcomes, chargebacks and decisions are recorded. */

export { eventOf, type ManualDecision } from './booking.ts'
export {
  bookChargebacks,
  CHARGEABLE_BACK,
  casePaymentOf,
  chargebackOf,
  type ReportedChargeback,
  reversalOf,
} from './chargeback.ts'
export { chargebackCode } from './chargeback-codes.ts'
export {
  type DecideAskedFile,
  type FiledChargeback,
  type FiledOutcome,
  isOfFile,
  type MoneyOfCase,
  type ReportFiledChargeback,
} from './filed-chargeback.ts'
export { type LateFailureParts, recordLateFailure } from './late-failure.ts'
export type { PaymentLog } from './outcomes.ts'
export type { ReportToldDispute } from './report-told-dispute.ts'
export { type Resolution, unresolvable } from './resolution.ts'
export {
  decisionOf,
  isRejected,
  needsSecondToReject,
  openDecisions,
  type Review,
  reviewChanges,
  reviewRefusal,
  waysBack,
} from './review-rules.ts'
