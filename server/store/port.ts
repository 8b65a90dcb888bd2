/**
 * The store's port: one commit verb, a closed list of change records, and small named reads.
 *
 * Three rules hold on every engine and are tested by one contract suite:
 * - a change set is applied whole or not at all, and is durable when `commit` resolves;
 * - a guarded step applies only to the version it was decided on;
 * - the money limits of a payment hold in the tables as well as in the rules (R-INV-1).
 */
import type { NumberKeys } from './number-keys.ts'
import type { ShortLivedKeys } from './short-lived-keys.ts'
import type {
  AcquirerAccountRow,
  AcquirerEventRow,
  AuditEntryRow,
  AuthenticationState,
  BlockRow,
  CardSumProgressRow,
  CardSumRow,
  Change,
  CheckoutRow,
  ConnectorAccountRow,
  CustomerLinkRow,
  DeliveryAttemptRow,
  DeliveryLeaseRow,
  DeliveryRow,
  DisputeDocumentFacts,
  DisputeEventRow,
  DisputeOutcome,
  DisputeRow,
  EntityRow,
  EventRow,
  GrantRow,
  IdempotencyRow,
  InvitationRow,
  JournalEntryRow,
  JournalPostingRow,
  KeyReads,
  MailRow,
  NoteRow,
  NoticeRow,
  NumberKeyRow,
  OperationRequestRow,
  PaymentFacts,
  PaymentOperation,
  PaymentRow,
  PaymentState,
  PaymentSumChangeRow,
  PaymentSumProgressRow,
  PaymentSumRow,
  PaymentType,
  PostingRow,
  ProviderReferenceRow,
  QuotaRow,
  ReconciliationDeliveryRow,
  ReconciliationTargetRow,
  RefusedRequestRow,
  RegistrationRow,
  ScheduleRow,
  ScheduleStanding,
  SessionRow,
  SettlementBatchRow,
  SettlementFileRow,
  SettlementLineRow,
  SettlementMatchRow,
  TimerRow,
  TokenRow,
  UserRow,
  VaultKeyRow,
  VaultRecordRow,
  WebhookRow,
} from './tables/tables.ts'

/** The rows and the changes of every table; `Change` is all of them. */
export { type KeptNumberKey, NumberKeyPlaceError, type NumberKeys } from './number-keys.ts'
export type { ShortLivedKeyRow, ShortLivedKeys } from './short-lived-keys.ts'
export { MAX_CONNECTOR_ACCOUNTS } from './tables/connector-account.ts'
export { INSTALLATION_ID } from './tables/installation.ts'
export { LASTING_KEY_ID } from './tables/number-key.ts'
export { newPayment, paymentAfterStep } from './tables/payment.ts'
export type * from './tables/tables.ts'
export { MAX_WEBHOOKS } from './tables/webhook.ts'

/**
 * Applied together or not at all, in this order: a row that another one refers to comes before it
 * (entity before token, key before record, payment before event, posting and reference).
 * Postings in it sum to zero in each currency (R-INV-2).
 */
export type ChangeSet = readonly Change[]

/**
 * Why a change set was not applied. Nothing of it is in the store then.
 * - `version`: a guarded step found another version, or no row: load and decide again.
 * - `exists`: an insert met a row with the same key, a second success of one checkout, a second
 *   registration of a number that is kept once, or a slot of webhooks or accounts that is taken.
 * - `limit`: a money limit of the tables would be broken; the rules should have refused it before.
 */
export interface Conflict {
  readonly applied: false
  readonly reason: 'version' | 'exists' | 'limit'
  /** Position in the change set. */
  readonly at: number
}

export type CommitResult = { readonly applied: true } | Conflict

/** Which payments a merchant looks for. All that is given has to fit. */
export interface PaymentQuery {
  /** Channels; 1 to 1000. */
  readonly entityIds: readonly string[]
  readonly merchantTransactionId?: string
  /** First and last moment of creation, both included. */
  readonly createdFromMs?: number
  readonly createdToMs?: number
  /** Ids from the first one to before the second one. */
  readonly idFrom?: string
  readonly idBefore?: string
  readonly paymentTypes?: readonly PaymentType[]
  readonly paymentBrands?: readonly string[]
  /** Types that fit whatever their brand is, beside those of `paymentBrands`. */
  readonly typesOfAnyBrand?: readonly PaymentType[]
  readonly operations?: readonly PaymentOperation[]
  readonly states?: readonly PaymentState[]
  readonly resultCodes?: readonly string[]
  /** Of which something was refunded, or is charged back. */
  readonly moved?: 'refunded' | 'chargedBack'
  /** First and last amount in minor units, both included. */
  readonly amountFromMinor?: number
  readonly amountToMinor?: number
  readonly currency?: string
  /**
   * Texts that all stand in the details (1 to 5), whatever the case of A to Z is. Details with characters beyond
   * ASCII fit as they are: whether an accent counts is the caller's to decide.
   */
  readonly texts?: readonly SoughtText[]
}

/** A text of a search: it stands in the details, or the payment is of this amount. */
export interface SoughtText {
  readonly text: string
  readonly orAmountMinor?: number
}

/** What a registration counts as in queries: the storing (`RG`), and its deletion (`DR`). */
export type RegistrationType = 'RG' | 'DR'

/**
 * The same of payments and registrations together. A storing is of the time it was created, a
 * deletion of the time of its last step; `paymentTypes` chooses between all of them.
 */
export interface TransactionQuery extends Omit<PaymentQuery, 'paymentTypes'> {
  readonly paymentTypes?: readonly (PaymentType | RegistrationType)[]
  /** Leaves registrations out, which have none of what is asked for by `operations` to `texts`. */
  readonly onlyPayments?: true
}

export type Transaction =
  | { readonly kind: 'payment'; readonly row: PaymentRow }
  | {
      readonly kind: 'registration'
      readonly type: RegistrationType
      readonly row: RegistrationRow
    }

/**
 * A place in a list of transactions: newest first, those of one moment by their id, of one registration
 * the deletion before the storing.
 */
export interface ListPlace {
  readonly atMs: number
  readonly id: string
  /** 1: the storing of a registration, which comes after its deletion; 0: anything else. */
  readonly rank: 0 | 1
}

/** How many rows one search of a list may read. */
export const FARTHEST_ROW = 50_000

/** After every id: they are hex digits. A list that reads what comes before an id begins here. */
export const AFTER_ALL_IDS = 'g'

/** Which part of a list is wanted. */
export interface ListPart {
  /** Only what comes after this place. */
  readonly after?: ListPlace
  /** How many are left out at the beginning, up to 50,000. */
  readonly offset: number
  /** 1 to 1000. */
  readonly limit: number
  /** How many transactions may be looked at, 1 to 50,000. */
  readonly maxRows: number
  /** Whether all that fit are counted. */
  readonly counts: boolean
}

/** The result of one search of a list. */
export interface TransactionPage {
  readonly transactions: readonly Transaction[]
  /** How many fit of all that were looked at; absent unless it was asked for. */
  readonly count?: number
  /** How many were looked at. */
  readonly rowsRead: number
  /** The place of the last row that was read, if there may be more; absent at the list's end. */
  readonly end?: ListPlace
}

/** Which payments are summed: those of channels (1 to 1000) from one moment to before another one. */
export interface PaymentSumQuery {
  readonly entityIds: readonly string[]
  readonly fromMs: number
  readonly toMs: number
  /** Length of a span: each begins at a multiple of it. */
  readonly stepMs: number
  /** How many payments may be looked at, the newest ones; 1 to 1,000,000. */
  readonly maxRows: number
  /** Also by the state of their 3-D Secure authentication, which takes longer. */
  readonly byAuthentication?: true
}

/** Hours or days, from one to before another one, whose sums are read as those of a span that begins at `atMs`. */
export interface KeptPart {
  readonly span: PaymentSumRow['span']
  readonly fromMs: number
  readonly toMs: number
  readonly atMs: number
}

/** Which sums are read: of channels (1 to 1000) and of parts (1 to 2000) that have nothing in common. */
export interface KeptSumQuery {
  readonly entityIds: readonly string[]
  readonly parts: readonly KeptPart[]
}

/** Payments of a span of time that are alike. */
export interface PaymentSum
  extends Pick<
    PaymentRow,
    'paymentType' | 'operation' | 'state' | 'resultCode' | 'paymentBrand' | 'currency'
  > {
  /** Begin of the span. */
  readonly spanMs: number
  /** State of the 3-D Secure authentication; empty: there was none, or it was not asked for. */
  readonly authentication: AuthenticationState | ''
  readonly count: number
  readonly amountMinor: number
}

/** What shoppers have paid, or tried to, in a span of time, that is alike by the issuer of the card. */
export interface CardSum extends Pick<PaymentRow, 'state' | 'resultCode' | 'currency'> {
  /** Begin of the span. */
  readonly spanMs: number
  /** Where the issuer is, ISO 3166-1 alpha-2; empty: not known, or no card. */
  readonly country: string
  /** The bank, else the first six digits of the number; empty: no card. */
  readonly issuer: string
  readonly count: number
}

export interface CardSums {
  /** In no order. */
  readonly sums: readonly CardSum[]
  /** Older payments were not looked at. */
  readonly cutAtMs?: number
}

/** The same as it is kept: by country or by issuer. */
export interface KeptCardSum extends Omit<CardSum, 'country' | 'issuer'> {
  readonly kind: CardSumRow['kind']
  readonly value: string
}

export interface PaymentSums {
  /** In no order. */
  readonly sums: readonly PaymentSum[]
  /** Older payments were not looked at. */
  readonly cutAtMs?: number
}

/** What the legs of a ledger account sum to, of the journal entries of one kind in a settlement batch. */
export interface JournalSum {
  readonly batchId: string
  /** The type of the lines that are booked, or `payout`. */
  readonly kind: string
  readonly account: JournalPostingRow['account']
  readonly currency: string
  /** Signed minor units. */
  readonly amountMinor: number
}

/** Disputes that are alike. */
export interface DisputeSum extends Pick<DisputeRow, 'paymentBrand' | 'resultCode' | 'currency'> {
  readonly count: number
  readonly amountMinor: number
}

/** What velocity rules look at: how many payments, and their sum in one currency. */
export interface SightingSum {
  readonly count: number
  readonly amountMinor: number
}

/** Every read sees all that was committed before it was asked. Rows are not to be changed. */
export interface StoreReads extends KeyReads {
  /** The entity and its ancestors, itself first; empty when unknown. At most 4 levels. */
  entityPath(id: string): Promise<readonly EntityRow[]>
  /** Entities without a parent, oldest first, at most 100. */
  rootEntities(): Promise<readonly EntityRow[]>
  /** Of the payment whose id is the highest, which a process has made last; `undefined`: there is none. */
  newestPayment(): Promise<Pick<PaymentRow, 'id'> | undefined>
  /** Direct children, oldest first, at most 1000. */
  childEntities(parentId: string): Promise<readonly EntityRow[]>
  /** Tokens bound to exactly this entity, oldest first, at most 100. */
  tokensOfEntity(entityId: string): Promise<readonly TokenRow[]>
  /** Tokens that end after one time and not after another, the next end first, at most 1000. */
  tokensEndingBetween(afterMs: number, untilMs: number): Promise<readonly TokenRow[]>
  events(paymentId: string): Promise<readonly EventRow[]>
  postingsOfFamily(familyId: string): Promise<readonly PostingRow[]>
  /** Payments of a family, oldest first, at most 1000. */
  paymentsOfFamily(familyId: string): Promise<readonly PaymentRow[]>
  /** Payments of families (1 to 1000), a family after the other, each oldest first; at most 2000. */
  paymentsOfFamilies(familyIds: readonly string[]): Promise<readonly PaymentRow[]>
  /**
   * Payments of a channel that were booked on a later day (UTC) than they were made, in the order of their
   * bookings: after this place and before `beforeMs`, at most `limit` (1 to 1000).
   */
  paymentsBookedLater(
    entityId: string,
    afterMs: number,
    afterId: string,
    beforeMs: number,
    limit: number,
  ): Promise<readonly PaymentRow[]>
  /** Payments of a channel that failed after they had succeeded, in the order of their failures; the rest as above. */
  paymentsFailedLater(
    entityId: string,
    afterMs: number,
    afterId: string,
    beforeMs: number,
    limit: number,
  ): Promise<readonly PaymentRow[]>
  /**
   * Payments and registrations in one order, newest first. Looks at no more than it is allowed to:
   * then the answer is complete down to its `end`, and older ones are found after that place. May take
   * long, and holds up nothing else meanwhile.
   */
  findTransactions(query: TransactionQuery, part: ListPart): Promise<TransactionPage>
  /** Payments of a time, counted and summed. May take long, and holds up nothing else meanwhile. */
  paymentSums(query: PaymentSumQuery): Promise<PaymentSums>
  /** What `payment_sum` has of a time, of all channels together. May take long, and holds up nothing else. */
  keptSums(query: KeptSumQuery): Promise<readonly PaymentSum[]>
  /** What shoppers have paid, or tried to, counted by what is known of their cards. May take long, and holds up nothing else. */
  cardSums(query: Omit<PaymentSumQuery, 'byAuthentication'>): Promise<CardSums>
  /** What `payment_card_sum` has of a time, of all channels together. May take long, and holds up nothing else. */
  keptCardSums(query: KeptSumQuery): Promise<readonly KeptCardSum[]>
  /** The rows of one span of a channel, at most 10,000. */
  cardSumsOfSpan(
    entityId: string,
    span: CardSumRow['span'],
    spanMs: number,
  ): Promise<readonly CardSumRow[]>
  /** Until when the cards of channels (1 to 1000) are summed; without those that have not begun. */
  cardSumProgressOf(entityIds: readonly string[]): Promise<readonly CardSumProgressRow[]>
  /** The rows of one span of a channel, at most 10,000. */
  paymentSumsOfSpan(
    entityId: string,
    span: PaymentSumRow['span'],
    spanMs: number,
  ): Promise<readonly PaymentSumRow[]>
  /** The first change after this hour of this channel that is not in the sums yet, by channel and hour. */
  nextPaymentSumChange(entityId: string, spanMs: number): Promise<PaymentSumChangeRow | undefined>
  /** The changes of an hour of a channel that are not in its sums yet, at most `limit` (1 to 1000). */
  paymentSumChangesOf(
    entityId: string,
    spanMs: number,
    limit: number,
  ): Promise<readonly PaymentSumChangeRow[]>
  /**
   * The oldest of the changes of channels (1 to 1000) that are not in the sums of these hours yet. Of more than
   * 10,000 it is one of them.
   */
  oldestPaymentSumChange(
    entityIds: readonly string[],
    fromMs: number,
    toMs: number,
  ): Promise<PaymentSumChangeRow | undefined>
  /** Channels with an id after this one, in the order of their ids, at most `limit` (1 to 1000). */
  channelsAfter(id: string, limit: number): Promise<readonly EntityRow[]>
  /** Until when channels (1 to 1000) are summed; without those that have not begun. */
  paymentSumProgressOf(entityIds: readonly string[]): Promise<readonly PaymentSumProgressRow[]>
  /**
   * Checkouts of channels (1 to 1000) before the place of the one that was made at a time with an id, newest
   * first, of one time the highest id first, at most `limit` (1 to 1000). Reads no more of each channel. May
   * take long, and holds up nothing else meanwhile.
   */
  checkoutsOfEntities(
    entityIds: readonly string[],
    beforeMs: number,
    beforeId: string,
    limit: number,
  ): Promise<readonly CheckoutRow[]>
  /** What entities (1 to 1000) block, with an id before this one, newest first, at most `limit` (1 to 1000). */
  blocksOfEntities(
    entityIds: readonly string[],
    beforeId: string,
    limit: number,
  ): Promise<readonly BlockRow[]>
  /** The first payment of a channel that was made at a time or after it. */
  nextPaymentOf(entityId: string, fromMs: number): Promise<PaymentRow | undefined>
  /** The newest active registration of that channel, fingerprint and brand. */
  registrationOf(
    entityId: string,
    fingerprint: string,
    paymentBrand: string,
  ): Promise<RegistrationRow | undefined>
  /** Schedules of a registration with an id above `afterId`, oldest first, at most `limit` (1 to 1000). */
  schedulesOf(
    registrationId: string,
    afterId: string,
    limit: number,
  ): Promise<readonly ScheduleRow[]>
  /** The plan of a chain of schedules that is active or paused. */
  currentSchedule(chainId: string): Promise<ScheduleRow | undefined>
  /** Schedules of a registration that are active or paused, oldest first, at most `limit` (1 to 1000). */
  currentSchedulesOf(registrationId: string, limit: number): Promise<readonly ScheduleRow[]>
  /** All plans of a chain of schedules, newest first, at most `limit` (1 to 1000). */
  schedulesOfChain(chainId: string, limit: number): Promise<readonly ScheduleRow[]>
  /**
   * Schedules of channels (1 to 1000) that stand so, with an id before this one, newest first, at most `limit`
   * (1 to 1000).
   */
  schedulesOfEntities(
    entityIds: readonly string[],
    standing: ScheduleStanding,
    beforeId: string,
    limit: number,
  ): Promise<readonly ScheduleRow[]>
  /**
   * What links of channels (1 to 1000) lead to under one of these names (1 to 1000), with an id before this one,
   * newest first and each once, at most `limit` (1 to 1000).
   */
  linkedTo(
    entityIds: readonly string[],
    names: readonly string[],
    linked: CustomerLinkRow['linked'],
    beforeId: string,
    limit: number,
  ): Promise<readonly Pick<CustomerLinkRow, 'linkedId'>[]>
  /** The active registrations of a number in channels (1 to 1000), newest first, at most `limit` (1 to 1000). */
  registrationsOfNumber(
    entityIds: readonly string[],
    fingerprint: string,
    limit: number,
  ): Promise<readonly RegistrationRow[]>
  /**
   * Notes of entities (1 to 1000) about one of these (1 to 1000), with an id before this one, newest first, at most
   * `limit` (1 to 1000).
   */
  notesAbout(
    entityIds: readonly string[],
    about: readonly string[],
    beforeId: string,
    limit: number,
  ): Promise<readonly NoteRow[]>
  /** Rows whose time is over at `nowMs`, oldest first, at most `limit` (1 to 1000). */
  expiredQuotas(nowMs: number, limit: number): Promise<readonly QuotaRow[]>
  /** Quotas whose keys are not before the first text and before the second one, in their order. */
  quotasBetween(first: string, end: string, limit: number): Promise<readonly QuotaRow[]>
  /**
   * Sightings of a subject at or after a time: the number of all, and the sum of those in the
   * currency.
   */
  sightings(
    entityId: string,
    subject: string,
    sinceMs: number,
    currency: string,
  ): Promise<SightingSum>
  /** All keys; there is one per entity and purpose. */
  vaultKeys(): Promise<readonly VaultKeyRow[]>
  /** All of them, the earliest period first; a few come in a year. */
  numberKeys(): Promise<readonly NumberKeyRow[]>
  /** The records with an id after this one, in the order of their ids, at most `limit` (1 to 1000). */
  vaultRecordsAfter(id: string, limit: number): Promise<readonly VaultRecordRow[]>
  /** Timers that are due at `nowMs`, longest due first, at most `limit` (1 to 1000). */
  dueTimers(nowMs: number, limit: number): Promise<readonly TimerRow[]>
  /** The same of timers that follow the clock of one of these entities (1 to 1000). */
  dueTimersOf(
    entityIds: readonly string[],
    nowMs: number,
    limit: number,
  ): Promise<readonly TimerRow[]>
  /** Rows whose time is over at `nowMs`, oldest first, at most `limit` (1 to 1000). */
  expiredIdempotency(nowMs: number, limit: number): Promise<readonly IdempotencyRow[]>
  /** Webhooks of exactly this entity that are not deleted, oldest first, at most 100. */
  webhooksOfEntity(entityId: string): Promise<readonly WebhookRow[]>
  /**
   * Queues after this one in alphabetical order with a delivery that is due at `nowMs`, or with a notice,
   * at most `limit` (1 to 1000). Costs as much for a long queue as for a short one.
   */
  dueQueues(nowMs: number, after: string, limit: number): Promise<readonly Queue[]>
  /** The first notices of a webhook in the order of their key, at most `limit` (1 to 1000). */
  noticesOf(webhookId: string, limit: number): Promise<readonly NoticeRow[]>
  /** As `dueQueues`, of deliveries that follow the clock of one of these entities (1 to 1000). */
  dueQueuesOf(
    entityIds: readonly string[],
    nowMs: number,
    after: string,
    limit: number,
  ): Promise<readonly Queue[]>
  /** Leases of queues after this one in alphabetical order that are not over at `nowMs`, at most `limit` (1 to 1000). */
  heldLeases(nowMs: number, after: string, limit: number): Promise<readonly DeliveryLeaseRow[]>
  /**
   * Deliveries of a queue that are due at `nowMs` and that no earlier one of the same order key keeps
   * waiting, longest due first, at most `limit` (1 to 1000). Of one subject the lowest sequence is the
   * earliest; of several subjects the one whose earliest has the lowest id.
   */
  dueDeliveries(queue: string, nowMs: number, limit: number): Promise<readonly DeliveryRow[]>
  /** The same of deliveries that follow the clock of one of these entities (1 to 1000). */
  dueDeliveriesOf(
    queue: string,
    entityIds: readonly string[],
    nowMs: number,
    limit: number,
  ): Promise<readonly DeliveryRow[]>
  /**
   * Deliveries of a webhook that were made at or after `fromMs`, newest first, at most `limit` (1 to
   * 1000): those before the place of the one that was made at `beforeMs` with the id `beforeId`.
   */
  deliveriesOfWebhook(
    webhookId: string,
    fromMs: number,
    beforeMs: number,
    beforeId: string,
    limit: number,
  ): Promise<readonly DeliveryRow[]>
  /** Deliveries about a payment or checkout that go to no webhook, newest first, at most 20. */
  callsOfSubject(subjectId: string): Promise<readonly DeliveryRow[]>
  /** Its calls, first one first, at most 1000. */
  deliveryAttempts(deliveryId: string): Promise<readonly DeliveryAttemptRow[]>
  /**
   * Deliveries with ids before `beforeId` that have ended and were not changed since `beforeMs`, in the
   * order of their ids, at most `limit` (1 to 1000).
   */
  endedDeliveries(
    beforeId: string,
    beforeMs: number,
    limit: number,
  ): Promise<readonly DeliveryRow[]>
  /** All deliveries about a payment, registration or schedule, newest first, at most 100. */
  deliveriesOfSubject(subjectId: string): Promise<readonly DeliveryRow[]>
  /** What people have asked for about the payments of a family, oldest first, at most 1000. */
  operationRequestsOfFamily(familyId: string): Promise<readonly OperationRequestRow[]>
  /** What waits for a second person, of channels (1 to 1000), with an id after this one, oldest first. */
  waitingOperationRequests(
    entityIds: readonly string[],
    afterId: string,
    limit: number,
  ): Promise<readonly OperationRequestRow[]>
  /** The dispute of a payment, or of one of its refunds, by the acquirer's number of the case. */
  disputeOfCase(casePaymentId: string, acquirerReference: string): Promise<DisputeRow | undefined>
  /** Disputes of a payment, oldest first, at most 1000. */
  disputesOfPayment(paymentId: string): Promise<readonly DisputeRow[]>
  /**
   * Disputes of channels (1 to 1000) with one of these outcomes and an id before this one, newest first, at
   * most `limit` (1 to 1000). `deadline` `none`: only those that need no answer by a time.
   */
  disputesOfEntities(
    entityIds: readonly string[],
    outcomes: readonly DisputeOutcome[],
    deadline: 'any' | 'none',
    beforeId: string,
    limit: number,
  ): Promise<readonly DisputeRow[]>
  /**
   * Disputes of channels (1 to 1000) that have to be answered by a time, the nearest first, after this time
   * and id, at most `limit` (1 to 1000).
   */
  disputesByDeadline(
    entityIds: readonly string[],
    afterMs: number,
    afterId: string,
    limit: number,
  ): Promise<readonly DisputeRow[]>
  /**
   * Disputes of channels (1 to 1000) whose money the bank took for the first time from a time on and before
   * another, added up by brand, code and currency: at most 10,000 sums, in no order.
   */
  disputeSums(
    entityIds: readonly string[],
    fromMs: number,
    toMs: number,
  ): Promise<readonly DisputeSum[]>
  /** What happened to a dispute, oldest first, at most 1000. */
  disputeEvents(disputeId: string): Promise<readonly DisputeEventRow[]>
  /** What the documents of a dispute are, without their content, oldest first, at most 1000. */
  disputeDocuments(disputeId: string): Promise<readonly DisputeDocumentFacts[]>
  /** Payments with these ids (1 to 1000), in the order of their ids. */
  paymentsById(ids: readonly string[]): Promise<readonly PaymentRow[]>
  /** The same without what matching does not need. */
  paymentFactsById(ids: readonly string[]): Promise<readonly PaymentFacts[]>
  /**
   * Payments of all entities with one of these references of merchants (1 to 1000), oldest id first, at
   * most `limit` (1 to 1000).
   */
  paymentsOfReferences(
    merchantTransactionIds: readonly string[],
    limit: number,
  ): Promise<readonly PaymentRow[]>
  /** Connector accounts of exactly these entities (1 to 1000), in the order of their ids, at most 1000. */
  connectorAccountsOf(entityIds: readonly string[]): Promise<readonly ConnectorAccountRow[]>
  /** How providers call these payments (1 to 1000), oldest first, at most 1000. */
  providerReferencesOfPayments(
    paymentIds: readonly string[],
  ): Promise<readonly ProviderReferenceRow[]>
  /** How providers call stored payment details, newest first, at most 100. */
  providerReferencesOfRegistration(registrationId: string): Promise<readonly ProviderReferenceRow[]>
  /** The references of all connectors with these values (1 to 1000), by value, at most 1000. */
  providerReferencesOfValues(values: readonly string[]): Promise<readonly ProviderReferenceRow[]>
  /** What acquirers have told of a payment, the newest first, at most 100. */
  acquirerEventsOfPayment(paymentId: string): Promise<readonly AcquirerEventRow[]>
  /**
   * What acquirers have told of these accounts (1 to 1000) and a person has to look at: `kept`, `unmatched` and
   * `refused`. The newest first, after a place, at most `limit` (1 to 1000).
   */
  toldAcquirerEvents(
    connectors: readonly string[],
    afterReceivedAtMs: number,
    afterConnector: string,
    afterEventId: string,
    limit: number,
  ): Promise<readonly AcquirerEventRow[]>
  /** How many events of an account wait to be worked off, counted up to `atMost`. */
  waitingAcquirerEvents(connector: string, atMost: number): Promise<{ readonly count: number }>
  /**
   * Events of an account that a person has to look at, without the `kept` newest ones: those that are older, the newest
   * first, at most `limit` (1 to 1000).
   */
  surplusAcquirerEvents(
    connector: string,
    kept: number,
    limit: number,
  ): Promise<readonly AcquirerEventRow[]>
  /** Events that came at `untilMs` or before, the oldest first, at most `limit` (1 to 1000). */
  oldAcquirerEvents(untilMs: number, limit: number): Promise<readonly AcquirerEventRow[]>
  /** Accounts of exactly these entities (1 to 1000), in the order of their ids, at most 1000. */
  acquirerAccountsOf(entityIds: readonly string[]): Promise<readonly AcquirerAccountRow[]>
  /** Accounts with an id after this one, in the order of their ids, at most `limit` (1 to 1000). */
  acquirerAccounts(afterId: string, limit: number): Promise<readonly AcquirerAccountRow[]>
  /** The file of an account with these bytes, unless its import was given up. */
  settlementFileOfHash(accountId: string, hash: string): Promise<SettlementFileRow | undefined>
  /** Files of an account with an id before this one, newest first, at most `limit` (1 to 1000). */
  settlementFilesOf(
    accountId: string,
    beforeId: string,
    limit: number,
  ): Promise<readonly SettlementFileRow[]>
  /** Files whose import runs or was interrupted, the oldest first, at most `limit` (1 to 1000). */
  unfinishedSettlementFiles(limit: number): Promise<readonly SettlementFileRow[]>
  /** Batches of a file with an id after this one, in the order of their ids, at most 1000. */
  settlementBatchesOfFile(fileId: string, afterId: string): Promise<readonly SettlementBatchRow[]>
  /** The batches of a payout, in the order of their ids, at most 1000. */
  settlementBatchesOfPayout(
    accountId: string,
    reference: string,
    currency: string,
  ): Promise<readonly SettlementBatchRow[]>
  /**
   * Batches of exactly these entities (1 to 1000) settled from one date to another, both included
   * (`yyyy-MM-dd`), after the place of the batch `afterId` of the date `afterOn`; by date and id, at most
   * `limit` (1 to 1000).
   */
  settlementBatchesOf(
    entityIds: readonly string[],
    from: string,
    to: string,
    afterOn: string,
    afterId: string,
    limit: number,
  ): Promise<readonly SettlementBatchRow[]>
  /**
   * The same before the place of the batch `beforeId` of the date `beforeOn`, the newest first; of one account, where
   * `accountId` is not empty.
   */
  newestSettlementBatches(
    entityIds: readonly string[],
    accountId: string,
    from: string,
    to: string,
    beforeOn: string,
    beforeId: string,
    limit: number,
  ): Promise<readonly SettlementBatchRow[]>
  /**
   * Batches of exactly these entities (1 to 1000) imported at or after a time and before another one, after
   * the place of the batch `afterId` of the time `afterMs`; by time and id, at most `limit` (1 to 1000).
   */
  settlementBatchesOfTime(
    entityIds: readonly string[],
    fromMs: number,
    beforeMs: number,
    afterMs: number,
    afterId: string,
    limit: number,
  ): Promise<readonly SettlementBatchRow[]>
  /** Lines of a batch after a position, at most `limit` (1 to 1000). */
  settlementLines(
    batchId: string,
    afterPosition: number,
    limit: number,
  ): Promise<readonly SettlementLineRow[]>
  /**
   * Lines of a batch by their settlement date, without the first `offset` ones (0 to 50,000), at most
   * `limit` (1 to 1000). Reads the whole batch.
   */
  settlementLinesByDate(
    batchId: string,
    offset: number,
    limit: number,
  ): Promise<readonly SettlementLineRow[]>
  /** The same from the last one back. */
  settlementLinesByDateDown(
    batchId: string,
    offset: number,
    limit: number,
  ): Promise<readonly SettlementLineRow[]>
  /** Lines of batches with ids between these two, at most `limit` (1 to 1000). */
  settlementLinesOfFile(
    afterBatchId: string,
    beforeBatchId: string,
    limit: number,
  ): Promise<readonly SettlementLineRow[]>
  /** Lines of an account with these records (1 to 1000), also of files that are not imported. */
  settlementLinesOfRecords(
    accountId: string,
    recordIds: readonly string[],
  ): Promise<readonly SettlementLineRow[]>
  /** Matched lines of an account with these references of the acquirer (1 to 1000), at most 1000. */
  settlementLinesOfReferences(
    accountId: string,
    acquirerReferences: readonly string[],
  ): Promise<readonly SettlementLineRow[]>
  /** Lines of an account that tell that this payout came back, at most 10, also of files that are not imported. */
  settlementLinesOfReturnedPayout(
    accountId: string,
    payoutReference: string,
  ): Promise<readonly SettlementLineRow[]>
  /** Matched lines of all accounts with this acquirer reference number, at most 1000. */
  settlementLinesOfArn(arn: string): Promise<readonly SettlementLineRow[]>
  /**
   * Lines of an account that match nothing or several payments, or are flagged, after a place, at most
   * `limit` (1 to 1000).
   */
  openSettlementLines(
    accountId: string,
    afterBatchId: string,
    afterPosition: number,
    limit: number,
  ): Promise<readonly SettlementLineRow[]>
  /** Matches of the lines of a batch at these positions, both included, at most 10,000. */
  settlementMatchesOfLines(
    batchId: string,
    fromPosition: number,
    toPosition: number,
  ): Promise<readonly SettlementMatchRow[]>
  /**
   * Matches of batches with ids between these two that disputes have still to hear of, by their place, at
   * most `limit` (1 to 1000).
   */
  dueSettlementMatches(
    afterBatchId: string,
    beforeBatchId: string,
    limit: number,
  ): Promise<readonly SettlementMatchRow[]>
  /** Matches of payments (1 to 1000), at most 10,000. */
  settlementMatchesOfPayments(paymentIds: readonly string[]): Promise<readonly SettlementMatchRow[]>
  /** Journal entries of a settlement batch, at most 1000. */
  journalEntriesOfBatch(batchId: string): Promise<readonly JournalEntryRow[]>
  /** What the journal entries of settlement batches (1 to 1000) sum to, at most 100,000 sums. */
  journalSumsOfBatches(batchIds: readonly string[]): Promise<readonly JournalSum[]>
  /** Legs of a journal entry, at most 1000. */
  journalPostings(entryId: string): Promise<readonly JournalPostingRow[]>
  /** Targets of entities with an id after this one, by their ids, at most `limit` (1 to 1000). */
  reconciliationTargets(afterId: string, limit: number): Promise<readonly ReconciliationTargetRow[]>
  /** The tries to deliver the file of a day, first one first, at most 1000. */
  reconciliationDeliveriesOfDay(
    entityId: string,
    day: string,
  ): Promise<readonly ReconciliationDeliveryRow[]>
  /** The tries of an entity, of the latest day and the last one first, at most `limit` (1 to 1000). */
  reconciliationDeliveries(
    entityId: string,
    limit: number,
  ): Promise<readonly ReconciliationDeliveryRow[]>
  userOfEmail(email: string): Promise<UserRow | undefined>
  /** Roles of a user, in the order of the entities' ids, at most 1000. */
  grantsOfUser(userId: string): Promise<readonly GrantRow[]>
  /**
   * Roles on an entity and on all below it, of users with an id after this one, in the order of users and
   * entities, at most `limit` (1 to 1000).
   */
  grantsBelow(entityId: string, afterUserId: string, limit: number): Promise<readonly GrantRow[]>
  /** Owners of exactly this entity, in the order of their ids, at most 1000. */
  ownerGrants(entityId: string): Promise<readonly GrantRow[]>
  /** Roles on exactly these entities (1 to 1000), in the order of users and entities, at most 1000. */
  grantsOfEntities(entityIds: readonly string[]): Promise<readonly GrantRow[]>
  /** Mails about entities (1 to 1000) with an id before this one, newest first, at most `limit` (1 to 1000). */
  mailsOfEntities(
    entityIds: readonly string[],
    beforeId: string,
    limit: number,
  ): Promise<readonly MailRow[]>
  /** Mails that tell of a payment or something else, newest first, at most `limit` (1 to 1000). */
  mailsOfSubject(subjectId: string, limit: number): Promise<readonly MailRow[]>
  /** Mails with an id before this one, oldest first, at most `limit` (1 to 1000). */
  mailsBefore(beforeId: string, limit: number): Promise<readonly MailRow[]>
  /** Refused requests of entities (1 to 1000) with an id before this one, newest first, at most `limit` (1 to 1000). */
  refusedRequestsOf(
    entityIds: readonly string[],
    beforeId: string,
    limit: number,
  ): Promise<readonly RefusedRequestRow[]>
  /** Refused requests whose answer had this `ndc`, newest first, at most `limit` (1 to 1000). */
  refusedRequestsOfNdc(ndc: string, limit: number): Promise<readonly RefusedRequestRow[]>
  /** Refused requests with an id before this one, oldest first, at most `limit` (1 to 1000). */
  refusedRequestsBefore(beforeId: string, limit: number): Promise<readonly RefusedRequestRow[]>
  /** Sessions of a user, newest first, at most `limit` (1 to 1000). */
  sessionsOfUser(userId: string, limit: number): Promise<readonly SessionRow[]>
  /** Sessions that were last seen before a time, longest ago first, at most `limit` (1 to 1000). */
  unseenSessions(beforeMs: number, limit: number): Promise<readonly SessionRow[]>
  /** Invitations for an entity and all below it, oldest first, at most 1000. */
  invitationsBelow(entityId: string): Promise<readonly InvitationRow[]>
  /** Invitations whose time is over at `nowMs`, oldest first, at most `limit` (1 to 1000). */
  expiredInvitations(nowMs: number, limit: number): Promise<readonly InvitationRow[]>
  /** Entries of a chain before a sequence, newest first, at most `limit` (1 to 1000). */
  auditEntriesBefore(
    rootId: string,
    beforeSequence: number,
    limit: number,
  ): Promise<readonly AuditEntryRow[]>
  /** Entries of a chain after a sequence, oldest first, at most `limit` (1 to 1000). */
  auditEntriesAfter(
    rootId: string,
    afterSequence: number,
    limit: number,
  ): Promise<readonly AuditEntryRow[]>
  /** The chains whose root comes after this one, in the order of the roots, at most `limit` (1 to 1000). */
  auditChains(afterRootId: string, limit: number): Promise<readonly AuditChain[]>
}

/** The audit log of a root entity. */
export interface AuditChain {
  readonly rootId: string
}

/** Calls that are sent in order, by one process at a time. */
export interface Queue {
  readonly queue: string
}

/** Which timers a process claims, and for how long. */
export interface TimerClaim {
  /** Timers that are due at this time. */
  readonly dueAtMs: number
  /** When they are due again, unless they are ended or stepped before: the end of the lease. */
  readonly untilMs: number
  /** 1 to 1000. */
  readonly limit: number
  /** Only timers that follow the clock of one of these entities (1 to 1000). */
  readonly entityIds?: readonly string[]
  /** No timers that follow the clock of one of these entities. */
  readonly exceptEntityIds?: readonly string[]
}

/**
 * How many rows a statement finds in a database whose schema may be that of an earlier version: 0 where it has no
 * such table. The statement is one of both engines.
 */
export type AskDatabase = (table: string, sql: string) => Promise<number>

export interface Store {
  /**
   * Applies the change set, all or nothing. Resolves after it is durable (R-DUR-2). Rejects with a
   * `StoreError` when the store is overloaded, broken or closed, when the commit failed, or when a
   * record is malformed; then no answer may say that anything happened. Sets are applied in the
   * order in which they were handed in, as they were at that moment. An empty set writes nothing
   * that can be read, but is made durable like any other.
   */
  commit(changes: ChangeSet): Promise<CommitResult>
  /**
   * Claims due timers, longest due first: steps each to the end of the lease, counts the attempt, and
   * answers it as it is then. The only write that chooses its rows itself, so that processes that claim
   * at the same time get different timers and do not wait for each other; a timer that another process
   * is writing may be left out. The claims are durable when this resolves. Rejects with a `StoreError`;
   * what was claimed all the same is due again after the lease.
   */
  claimTimers(claim: TimerClaim): Promise<readonly TimerRow[]>
  readonly read: StoreReads
  /**
   * The time of the database's own clock, in milliseconds since 1970-01-01T00:00:00Z, where several
   * processes may share the database; absent where the store belongs to one process.
   */
  time?(): Promise<number>
  /** Keys for what is sealed for minutes; see there. */
  readonly shortLivedKeys: ShortLivedKeys
  /** The place of the keys of card numbers that all processes of the database share; see there. */
  readonly numberKeys: NumberKeys
  /** Resolves when a write would succeed now; rejects with the reason otherwise. For /readyz. */
  ping(): Promise<void>
  /** Waits for every commit that was handed in, then closes. */
  close(): Promise<void>
}
