/** What the rest of the gateway uses of the port of acquirers. */

export { absentConnector } from './absent.ts'
export { CHECKED } from './account-finding.ts'
export type { AcquirerEvent, EventReader } from './acquirer-event.ts'
export type {
  AuthenticationProof,
  CardFacts,
  Connector,
  ConnectorAnswer,
  ConnectorOperation,
  ConnectorOutcome,
  Inquiry,
  InquiryOutcome,
  NamedByProvider,
  OperationKind,
  Preparation,
  Redirect,
  UnsolicitedAnswer,
  Unsupported,
} from './connector.ts'
export type { Defence, EvidenceFacts, EvidenceOutcome, EvidenceSubmission } from './evidence.ts'
export {
  CHARGE_REPLAYED_MS,
  createHeldCharges,
  type HeldCharges,
  mayReplayChange,
} from './held-charges.ts'
export type { ConnectParts, ValuesOfSlot } from './provider-parts.ts'
export { createReturnUrl, mayReturnTo } from './return-url.ts'
export { shopperReturnUrl } from './shopper-return-url.ts'
export type { ToldDispute } from './told-dispute.ts'
export type { ImportReport } from './told-report.ts'
