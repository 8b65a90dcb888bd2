/** What the rest of the gateway uses of payments. */

export {
  accountSettingsOf,
  type ConnectorAccount,
  providerOf,
  withinAccount,
} from './accounts/account.ts'
export {
  type AccountConnectorParts,
  createAccountConnectors,
  type FindAccount,
} from './accounts/account-connectors.ts'
export { checkAccount } from './accounts/check-account.ts'
export {
  openCredentials,
  type Rotation,
  readCredential,
  sealedFor as sealedForAccount,
} from './accounts/credentials.ts'
export {
  type AccountChange,
  type AccountManagement,
  createAccountManagement,
  unknownAccount,
} from './accounts/management.ts'
export { offeredIn, type Provider, providerNamed } from './accounts/provider.ts'
export { namesOf, providerIdOf } from './accounts/provider-references.ts'
export {
  paymentAnswer,
  paymentChanges,
  paymentPayload,
  paymentReadAnswer,
  paymentReports,
} from './answer.ts'
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
} from './authenticate/authenticate-step.ts'
export { type OpenedCharge, openCharge, sealSecrets } from './authenticate/confidential.ts'
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
export { type ReturnRouteParts, returnRoutes } from './charge/return-routes.ts'
export { type ConnectorChoice, chooseConnector, connectorOfNothing } from './charge/routing.ts'
export { absentConnector } from './connectors/absent.ts'
export { CHECKED } from './connectors/account-finding.ts'
export type { AcquirerEvent, EventReader } from './connectors/acquirer-event.ts'
export type {
  AuthenticationProof,
  CardFacts,
  Connector,
  ConnectorAnswer,
  ConnectorOperation,
  ConnectorOutcome,
  Defence,
  EvidenceFacts,
  EvidenceOutcome,
  EvidenceSubmission,
  Inquiry,
  InquiryOutcome,
  NamedByProvider,
  OperationKind,
  Preparation,
  Redirect,
  UnsolicitedAnswer,
  Unsupported,
} from './connectors/connector.ts'
export { liveConnector } from './connectors/live-connector.ts'
export { createPageConnector } from './connectors/page-connector.ts'
export type { ConnectParts, ValuesOfSlot } from './connectors/provider-parts.ts'
export {
  CHARGE_REPLAYED_MS,
  createHeldCharges,
  type HeldCharges,
  mayReplayChange,
} from './connectors/replay.ts'
export { createReturnUrl, mayReturnTo } from './connectors/return-url.ts'
export { shopperReturnUrl } from './connectors/shopper-return-url.ts'
export type { ToldDispute } from './connectors/told-dispute.ts'
export type { ImportReport } from './connectors/told-report.ts'
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
export { eventRoutes, eventsAddress } from './inbox/event-routes.ts'
export { eventOfRow } from './inbox/event-row.ts'
export { createInbox } from './inbox/inbox.ts'
export type { EventsTaken } from './inbox/intake.ts'
export { type BinList, readBinList } from './instruments/bin-list.ts'
export { codeFault, expiryErrors } from './instruments/card.ts'
export type { CardholderAgreement, Prefill, ReadInstrument } from './instruments/instrument.ts'
export type {
  CardInstrument,
  GiftCardFault,
  GiftCardIssuer,
  Instrument,
  TerminalInstrument,
} from './instruments/instrument-kinds.ts'
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
export {
  ecisOf,
  isProof,
  leaveOutUnprovedClaims,
  REQUESTOR_PARAMETERS,
  schemeOf,
} from './read/card-schemes.ts'
export {
  firstPaymentErrors,
  instructedByInstrument,
  storedBrandErrors,
  storingErrors,
} from './read/prepare-errors.ts'
export {
  ENDLESS_SERIES,
  type IssuerCountryOf,
  seriesDefaultsOf,
} from './read/standing-instruction.ts'
export { eventOf, type ManualDecision } from './record/booking.ts'
export {
  bookChargebacks,
  CHARGEABLE_BACK,
  casePaymentOf,
  chargebackOf,
  type ReportedChargeback,
  reversalOf,
} from './record/chargeback.ts'
export { chargebackCode } from './record/chargeback-codes.ts'
export {
  type DecideAskedFile,
  type FiledChargeback,
  type FiledOutcome,
  isOfFile,
  type MoneyOfCase,
  type ReportFiledChargeback,
} from './record/filed-chargeback.ts'
export { type LateFailureParts, recordLateFailure } from './record/late-failure.ts'
export type { PaymentLog } from './record/outcomes.ts'
export { type Resolution, unresolvable } from './record/resolution.ts'
export {
  decisionOf,
  isRejected,
  needsSecondToReject,
  openDecisions,
  type Review,
  reviewChanges,
  reviewRefusal,
  waysBack,
} from './record/review-rules.ts'
export type { ReportToldDispute } from './record/told-dispute.ts'
export type { EnterAskedDispute } from './references/asked-operation.ts'
export {
  APPROVAL_MS,
  askedResolutionOf,
  asksTooMuch,
  asksTooOften,
  isWaiting,
  needsSecondPerson,
  type ResolveAsked,
  reportOfResolution,
  shownRequest,
} from './references/asked-operation.ts'
export {
  amountByRules,
  countedWith,
  REQUEST_OWNER,
  referenceNamed,
  requestedReference,
} from './references/counted-reference.ts'
export { HOLD_NOTICE_MS } from './references/hold-expiry.ts'
export { type OwnReferenceParts, prepareOwnReference } from './references/own-reference.ts'
export { type ReferParts, refer } from './references/reference-routes.ts'
export { requestAnswer, requestMembers } from './request-answer.ts'
export { paymentRoutes } from './routes.ts'
export { decideReference } from './rules.ts'
export type { DraftedCharge } from './screen/drafted-charge.ts'
export { createGuessRefusal, type RefuseGuess } from './screen/number-guesses.ts'
export { refusedAlone } from './screen/one-person.ts'
export type {
  DraftedPayment,
  ExtensionAnswer,
  PaymentExtension,
  SeriesOfRun,
} from './screen/payment-extension.ts'
export {
  isTokenUsed,
  singleUseTokenExtension,
  TOKEN_USED,
  tokenPart,
} from './screen/payment-extension.ts'
export { createPayments, type PaymentService } from './service.ts'
export {
  type PrepareParts,
  prepareFirst,
  readFirst,
} from './steps.ts'
