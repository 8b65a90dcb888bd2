/** What the rest of the gateway uses of payments. */

export {
  paymentAnswer,
  paymentChanges,
  paymentPayload,
  paymentReadAnswer,
  paymentReports,
} from './answer.ts'
export {
  PART_BRAND,
  type PartConnector,
  type PlannedParts,
  partPayment,
  recordPart,
} from './charge/part-payment.ts'
export type { Prepare, PreparedPayment } from './charge/prepared-payment.ts'
export {
  type FirstPayment,
  leaveOutCryptogram,
  ORDERED_AT,
  orderedAt,
} from './charge/prepared-payment.ts'
export {
  type CardSummary,
  type CountedTry,
  cardSummary,
  detailsOf,
  type HitBlock,
  hasOutcome,
  isApprovedLate,
  onlyStores,
  type PaymentDetails,
  personIn,
  readDetails,
  type ShownPart,
  storedDetails,
  storedOperation,
  walletMarks,
} from './details.ts'
export { withoutEarlierNumbers } from './earlier-numbers.ts'
export {
  type CallKinds,
  type Core,
  type DemoGiven,
  type Feature,
  inPhases,
  type Joined,
  type RepeatedWork,
  type Started,
  startedTogether,
} from './feature.ts'
export { MerchantPace } from './inbox/shares.ts'
export { type FirstType, openNow, openOf, referenceRules } from './life-cycle.ts'
export { moneyOf, moneyOfStored } from './money.ts'
export {
  type CallKind,
  type CallOutcome,
  type CallResult,
  type Notifications,
  type NotifiedChange,
  type NotifiedEntity,
  newDelivery,
  noNotifications,
  type OutgoingCall,
  withMembers,
} from './notifications.ts'
export { type ReturnRouteParts, returnRoutes } from './recovery/return-routes.ts'
export { requestAnswer, requestMembers } from './request-answer.ts'
export { paymentRoutes } from './routes.ts'
export { decideReference } from './rules.ts'
export { createPayments, type PaymentService } from './service.ts'
export {
  type PrepareParts,
  prepareFirst,
} from './stages.ts'
