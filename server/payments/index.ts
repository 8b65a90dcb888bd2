/** What the rest of the gateway uses of payments. */

export {
  paymentAnswer,
  paymentChanges,
  paymentPayload,
  paymentReadAnswer,
  paymentReports,
} from './answer.ts'
export type { EnterAskedDispute } from './asked-dispute.ts'
export {
  APPROVAL_MS,
  asksTooMuch,
  asksTooOften,
  isWaiting,
  needsSecondPerson,
  shownRequest,
} from './asked-operation.ts'
export {
  askedResolutionOf,
  type ResolveAsked,
  reportOfResolution,
} from './asked-resolution.ts'
export type {
  AuthenticateStep,
  AuthenticationDecision,
  AuthenticationEnd,
  BegunAuthentication,
  EndAuthentication,
  FrictionlessAuthentication,
  OutcomeOfAuthentication,
  PlannedAuthentication,
  PriorAuthentication,
  StoredCard,
} from './authenticate-step.ts'
export { leaveOutUnprovedClaims } from './authentication-proof.ts'
export { eventOf, type ManualDecision } from './booking.ts'
export { ecisOf, isProof, REQUESTOR_PARAMETERS, schemeOf } from './card-schemes.ts'
export {
  bookChargebacks,
  CHARGEABLE_BACK,
  casePaymentOf,
  chargebackOf,
  type ReportedChargeback,
  reversalOf,
} from './chargeback.ts'
export { type OpenedCharge, openCharge, sealSecrets } from './confidential.ts'
export type {
  AuthenticationProof,
  CardFacts,
  Connector,
  ConnectorAnswer,
  ConnectorOperation,
  ConnectorOutcome,
  EvidenceOutcome,
  EvidenceSubmission,
  Inquiry,
  InquiryOutcome,
  OperationKind,
  Redirect,
  UnsolicitedAnswer,
  Unsupported,
} from './connectors/connector.ts'
export type { ReceiverSettings } from './connectors/gateway/receiver-client.ts'
export { createReceiverWatch, type ReceiverWatch } from './connectors/gateway/receiver-watch.ts'
export { returnRoutes } from './connectors/gateway/return-routes.ts'
export { shopperReturnUrl } from './connectors/shopper-return-url.ts'
export {
  amountByRules,
  countedWith,
  REQUEST_OWNER,
  requestedReference,
} from './counted-reference.ts'
export { createConnectors } from './create-connectors.ts'
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
export type { DraftedCharge } from './drafted-charge.ts'
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
export {
  type DecideAskedFile,
  type FiledChargeback,
  type FiledOutcome,
  isOfFile,
  type MoneyOfCase,
  type ReportFiledChargeback,
} from './filed-chargeback.ts'
export { HOLD_NOTICE_MS } from './hold-expiry.ts'
export { type BinList, readBinList } from './instruments/bin-list.ts'
export { type CardInstrument, codeFault, expiryErrors } from './instruments/card.ts'
export type { GiftCardFault, GiftCardIssuer } from './instruments/gift-card.ts'
export type {
  CardholderAgreement,
  Instrument,
  Prefill,
  ReadInstrument,
} from './instruments/instrument.ts'
export {
  createInstrumentReader,
  type InstrumentReader,
  type InstrumentSources,
  instrumentErrors,
  instrumentFacts,
  isOfKept,
  keptKind,
  keptKinds,
  restoredInstrument,
  sentInstrument,
  shownToShopper,
  waysToPay,
} from './instruments/instruments.ts'
export { expiryOf, namedBrand } from './instruments/read.ts'
export { withMandate } from './instruments/sepa.ts'
export type { TerminalInstrument } from './instruments/terminal.ts'
export { createRealNumberWarning, testBinList } from './instruments/test-numbers.ts'
export {
  type AskMerchantSession,
  type DecryptedWallet,
  type MerchantSession,
  noWalletKeys,
  type SessionOrder,
  type SingleUseToken,
  type Wallets,
} from './instruments/wallet-token.ts'
export { type FirstType, openNow, openOf, references } from './life-cycle.ts'
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
export { createGuessRefusal, type RefuseGuess } from './number-guesses.ts'
export { refusedAlone } from './one-person.ts'
export type { PaymentLog } from './outcomes.ts'
export { type OwnReferenceParts, prepareOwnReference } from './own-reference.ts'
export {
  PART_BRAND,
  type PartConnector,
  type PlannedParts,
  partPayment,
  recordPart,
} from './part-payment.ts'
export type {
  DraftedPayment,
  ExtensionAnswer,
  PaymentExtension,
  SeriesOfRun,
} from './payment-extension.ts'
export { isTokenUsed, singleUseTokenExtension, TOKEN_USED, tokenPart } from './payment-extension.ts'
export {
  firstPaymentErrors,
  instructedByInstrument,
  storedBrandErrors,
  storingErrors,
} from './prepare-errors.ts'
export type { Prepare, PreparedPayment } from './prepared-payment.ts'
export { type FirstPayment, leaveOutCryptogram, ORDERED_AT, orderedAt } from './prepared-payment.ts'
export { type ReferParts, refer } from './reference-routes.ts'
export { referenceNamed } from './reference-values.ts'
export { requestAnswer, requestMembers } from './request-answer.ts'
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
export { paymentRoutes } from './routes.ts'
export { decideReference } from './rules.ts'
export { createPayments, type PaymentService } from './service.ts'
export {
  ENDLESS_SERIES,
  type IssuerCountryOf,
  seriesDefaultsOf,
} from './standing-instruction.ts'
export {
  type ConnectorChoice,
  chooseConnector,
  type PrepareParts,
  prepareFirst,
  readFirst,
} from './steps.ts'
