import type { DeclineReason } from '../../../common/decline-reasons.ts'

/** What may fail, by the key of its text, which says whether money moved and what to do. */
export type FailureName =
  | DeclineReason
  | 'connectionLost'
  | 'serverFailed'
  | 'paymentFailed'
  | 'outcomeUnknown'
  | 'sessionExpired'
  | 'sessionInvalid'
  | 'alreadyPaid'
  | 'insecurePage'
  | 'loadFailed'
  | 'amountChanged'
