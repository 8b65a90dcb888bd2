import { DAY_MS, HOUR_MS } from '../../../common/durations.ts'
import type {
  AcquirerAccountRow,
  AcquirerEventRow,
  AuditEntryRow,
  AuthenticationRow,
  CardSumRow,
  ChangeSet,
  CheckoutRow,
  ConfidentialRow,
  ConnectorAccountRow,
  DeliveryAttemptRow,
  DeliveryLeaseRow,
  DeliveryRow,
  DisputeRow,
  EntityRow,
  EventRow,
  GiftCardPartRow,
  GiftCardRow,
  GrantRow,
  IdempotencyRow,
  InstallationRow,
  InvitationRow,
  JournalEntryRow,
  JournalPostingRow,
  MailRow,
  NoticeRow,
  NumberKeyRow,
  OperationRequestRow,
  PaymentRow,
  PaymentSumRow,
  PostingRow,
  ProviderReferenceRow,
  QuotaRow,
  ReconciliationDeliveryRow,
  ReconciliationTargetRow,
  RefusedRequestRow,
  RegistrationRow,
  ScheduleRow,
  SessionRow,
  SettlementBatchRow,
  SettlementFileRow,
  SettlementLineRow,
  SettlementMatchRow,
  SightingRow,
  TimerRow,
  TokenRow,
  UserRow,
  VaultKeyRow,
  VaultRecordRow,
  WebhookRow,
} from '../port.ts'
import { INSTALLATION_ID } from '../tables/installation.ts'

/** Rows as the gateway writes them, for tests and benchmarks of the store. */

const AT_MS = Date.UTC(2026, 10, 20, 12)

/** So many milliseconds after noon of that day. */
export function timeAt(afterMs: number): number {
  return AT_MS + afterMs
}

/** 100 million euros: a limit of 32 bits anywhere would show. */
const AMOUNT_MINOR = 10_000_000_000

/** Small whole amounts of generators as billions, which no 32 bits hold; any other number as it is. */
export function inBillions(amount: number): number {
  return Number.isInteger(amount) && Math.abs(amount) <= 10 ? amount * 1_000_000_000 : amount
}

let lastNumber = 0

/** A payment id of the gateway's form, greater than the one before and of this process alone. */
export function nextId(): string {
  lastNumber += 1
  const ofProcess = process.pid.toString(16).padStart(8, '0')
  return `8ac7a4${ofProcess}${lastNumber.toString(16).padStart(18, '0')}`
}

/** A DB that is written down and not answered yet, unless `columns` say otherwise. */
export function payment(columns: Partial<PaymentRow> = {}): PaymentRow {
  const id = columns.id ?? nextId()
  return {
    id,
    entityId: '8ac7a4c9000000000000000000000001',
    checkoutId: null,
    referencedId: null,
    familyId: columns.referencedId ?? id,
    operation: columns.referencedId == null ? 'first' : 'capture',
    paymentType: 'DB',
    paymentBrand: 'VISA',
    amountMinor: AMOUNT_MINOR,
    currency: 'EUR',
    state: 'intent',
    resultCode: '000.200.000',
    maximumCaptures: null,
    connector: 'simulator',
    vaultRecordId: null,
    giftCardId: null,
    authenticationId: null,
    merchantTransactionId: null,
    authorisedMinor: 0,
    bookedMinor: 0,
    capturedMinor: 0,
    reversedMinor: 0,
    refundedMinor: 0,
    chargedBackMinor: 0,
    captureCount: 0,
    finalisedBy: null,
    holdClosed: false,
    replacedHoldMinor: 0,
    bookedAtMs: null,
    expiresAtMs: null,
    expiredAtMs: null,
    failedLaterAtMs: null,
    details: '{}',
    createdAtMs: AT_MS,
    updatedAtMs: AT_MS,
    version: 1,
    ...columns,
  }
}

/** A PA that holds its amount. */
export function authorised(columns: Partial<PaymentRow> = {}): PaymentRow {
  const amountMinor = columns.amountMinor ?? AMOUNT_MINOR
  return succeeded({ paymentType: 'PA', authorisedMinor: amountMinor, bookedMinor: 0, ...columns })
}

/** A payment that moved its amount. */
export function succeeded(columns: Partial<PaymentRow> = {}): PaymentRow {
  const bookedMinor = columns.amountMinor ?? AMOUNT_MINOR
  return payment({ state: 'succeeded', resultCode: '000.100.110', bookedMinor, ...columns })
}

export function event(paymentId: string, columns: Partial<EventRow> = {}): EventRow {
  return { paymentId, sequence: 1, kind: 'succeeded', atMs: AT_MS, data: '{}', ...columns }
}

export function posting(of: PaymentRow, columns: Partial<PostingRow>): PostingRow {
  return {
    familyId: of.familyId,
    paymentId: of.id,
    account: 'captured',
    amountMinor: of.amountMinor,
    currency: of.currency,
    atMs: AT_MS,
    ...columns,
  }
}

export function checkout(columns: Partial<CheckoutRow> = {}): CheckoutRow {
  return {
    id: `${nextId().toUpperCase()}.uat01-vm-tx01`,
    entityId: '8ac7a4c9000000000000000000000001',
    state: 'open',
    paymentId: null,
    registrationId: null,
    resultCallId: null,
    request: '{"amount":"100.00","currency":"EUR"}',
    integrity: null,
    createdAtMs: AT_MS,
    expiresAtMs: AT_MS + 30 * 60_000,
    updatedAtMs: AT_MS,
    version: 1,
    ...columns,
  }
}

export function entity(columns: Partial<EntityRow> = {}): EntityRow {
  return {
    id: nextId(),
    parentId: null,
    kind: 'merchant',
    name: 'Tea house',
    active: true,
    settings: '{}',
    createdAtMs: AT_MS,
    version: 1,
    ...columns,
  }
}

export function token(entityId: string, columns: Partial<TokenRow> = {}): TokenRow {
  return {
    hash: nextId().padEnd(64, '0'),
    entityId,
    label: 'shop server',
    administers: false,
    sealed: 'c2VhbGVk',
    createdAtMs: AT_MS,
    knownTo: '',
    shownAtMs: null,
    scopes: 'read pay',
    expiresAtMs: timeAt(60),
    addresses: '192.0.2.0/24 2001:db8::1',
    lastUsedAtMs: null,
    ...columns,
  }
}

export function vaultKey(columns: Partial<VaultKeyRow> = {}): VaultKeyRow {
  const id = columns.id ?? nextId()
  return { id, entityId: id, purpose: 'card', wrapped: 'd3JhcA', createdAtMs: AT_MS, ...columns }
}

export function vaultRecord(keyId: string, columns: Partial<VaultRecordRow> = {}): VaultRecordRow {
  return {
    id: nextId(),
    entityId: '8ac7a4c9000000000000000000000001',
    keyId,
    sealed: 'q83vEjRWeJq83vEjRWeJq83vEjRWeJq83vEjRWeJq83vEjRWeJq83vEjRWeJ',
    fingerprint: nextId().padStart(64, 'f'),
    createdAtMs: AT_MS,
    ...columns,
  }
}

export function numberKey(columns: Partial<NumberKeyRow> = {}): NumberKeyRow {
  const id = columns.id ?? nextId()
  return { id, periodFromMs: AT_MS, endsAtMs: null, destroyedAtMs: null, version: 1, ...columns }
}

/** Recovery of a payment that is due at once, unless `columns` say otherwise. */
export function timer(columns: Partial<TimerRow> = {}): TimerRow {
  return {
    kind: 'paymentRecovery',
    subjectId: nextId(),
    entityId: null,
    dueAtMs: AT_MS,
    attempts: 0,
    createdAtMs: AT_MS,
    version: 1,
    ...columns,
  }
}

/** A request with a key that is still running, unless `columns` say otherwise. */
export function idempotency(columns: Partial<IdempotencyRow> = {}): IdempotencyRow {
  return {
    scope: 'a'.repeat(64),
    key: nextId(),
    fingerprint: nextId().padStart(64, 'f'),
    paymentId: null,
    answer: null,
    createdAtMs: AT_MS,
    expiresAtMs: AT_MS + 72 * HOUR_MS,
    ...columns,
  }
}

/** A stored card that can be paid with, unless `columns` say otherwise. */
export function registration(columns: Partial<RegistrationRow> = {}): RegistrationRow {
  return {
    id: nextId(),
    entityId: '8ac7a4c9000000000000000000000001',
    state: 'active',
    resultCode: '000.100.110',
    paymentBrand: 'VISA',
    vaultRecordId: nextId(),
    fingerprint: nextId().padStart(64, 'f'),
    deduplicated: false,
    paymentId: null,
    merchantTransactionId: null,
    details: '{}',
    createdAtMs: AT_MS,
    updatedAtMs: AT_MS,
    expiresAtMs: AT_MS + 365 * DAY_MS,
    version: 1,
    ...columns,
  }
}

/** A refund that waits for a second person. */
export function operationRequest(
  payment: Pick<PaymentRow, 'id' | 'familyId' | 'entityId'>,
  columns: Partial<OperationRequestRow> = {},
): OperationRequestRow {
  return {
    id: nextId(),
    paymentId: payment.id,
    familyId: payment.familyId,
    ordinal: 0,
    entityId: payment.entityId,
    paymentType: 'RF',
    amountMinor: 9200,
    currency: 'EUR',
    reason: 'Sent back',
    askedBy: 'jane@shop.example',
    askedById: 'user-1',
    report: null,
    state: 'waiting',
    decidedBy: null,
    decisionReason: null,
    madeId: null,
    createdAtMs: timeAt(1),
    updatedAtMs: timeAt(1),
    version: 1,
    ...columns,
  }
}

/** Two debits of an hour. */
export function paymentSum(columns: Partial<PaymentSumRow> = {}): PaymentSumRow {
  return {
    id: nextId(),
    entityId: nextId(),
    span: 'hour',
    spanMs: AT_MS - (AT_MS % HOUR_MS),
    paymentType: 'DB',
    operation: 'first',
    state: 'succeeded',
    resultCode: '000.100.110',
    paymentBrand: 'VISA',
    currency: 'EUR',
    authentication: '',
    paymentCount: 2,
    amountMinor: 18400,
    version: 1,
    ...columns,
  }
}

/** Two payments of an hour with cards of one country. */
export function cardSum(columns: Partial<CardSumRow> = {}): CardSumRow {
  return {
    id: nextId(),
    entityId: nextId(),
    span: 'hour',
    spanMs: AT_MS - (AT_MS % HOUR_MS),
    kind: 'country',
    value: 'DE',
    currency: 'EUR',
    state: 'succeeded',
    resultCode: '000.100.110',
    paymentCount: 2,
    version: 1,
    ...columns,
  }
}

/** An open first chargeback of a payment. */
export function dispute(
  payment: Pick<PaymentRow, 'id' | 'familyId' | 'entityId'>,
  columns: Partial<DisputeRow> = {},
): DisputeRow {
  return {
    id: nextId(),
    paymentId: payment.id,
    casePaymentId: payment.id,
    familyId: payment.familyId,
    entityId: payment.entityId,
    paymentBrand: 'VISA',
    stage: 'firstChargeback',
    outcome: 'open',
    reasonCode: '10.4',
    resultCode: '000.100.203',
    amountMinor: 9200,
    currency: 'EUR',
    shareMinor: 9200,
    connector: 'simulator',
    acquirerReference: null,
    source: 'acquirer',
    chargebackId: null,
    flags: '',
    submittedStage: null,
    defence: null,
    respondByMs: null,
    evidenceByMs: null,
    chargedAtMs: null,
    createdAtMs: timeAt(1),
    updatedAtMs: timeAt(1),
    version: 1,
    ...columns,
  }
}

/** A monthly subscription that has not run yet, unless `columns` say otherwise. */
export function schedule(columns: Partial<ScheduleRow> = {}): ScheduleRow {
  const id = columns.id ?? nextId()
  return {
    id,
    entityId: '8ac7a4c9000000000000000000000001',
    registrationId: nextId(),
    chainId: id,
    state: 'active',
    pauseReason: null,
    endReason: null,
    amountMinor: AMOUNT_MINOR,
    currency: 'EUR',
    request: '[]',
    startsAtMs: AT_MS,
    endsAtMs: null,
    nextRunAtMs: timeAt(1),
    lastRunAtMs: null,
    lastPaymentId: null,
    runState: 'none',
    retryAtMs: null,
    retries: 0,
    runs: 0,
    pastDueSinceMs: null,
    cardLookAtMs: null,
    createdAtMs: AT_MS,
    updatedAtMs: AT_MS,
    version: 1,
    ...columns,
  }
}

/** An authentication that waits for the shopper's browser. */
export function authentication(
  of: PaymentRow,
  columns: Partial<AuthenticationRow> = {},
): AuthenticationRow {
  return {
    id: `2f1c7f3e-0000-4000-8000-${nextId().slice(-12)}`,
    paymentId: of.id,
    entityId: of.entityId,
    state: 'browser',
    data: '{"protocol":"2.2.0"}',
    createdAtMs: AT_MS,
    updatedAtMs: AT_MS,
    version: 1,
    ...columns,
  }
}

/** What a waiting payment keeps secret; `keyId` must be that of a key in the store. */
export function confidential(of: PaymentRow, keyId: string): ConfidentialRow {
  const { id: paymentId, entityId } = of
  return { paymentId, entityId, keyId, sealed: 'c2VhbGVk', createdAtMs: AT_MS }
}

/** A gift card that nothing was taken from yet. */
export function giftCard(columns: Partial<GiftCardRow> = {}): GiftCardRow {
  const issuedMinor = columns.issuedMinor ?? AMOUNT_MINOR
  return {
    id: nextId().padStart(64, 'f'),
    currency: 'EUR',
    issuedMinor,
    balanceMinor: issuedMinor,
    createdAtMs: AT_MS,
    ...columns,
  }
}

/** What a gift card pays beside a payment that has no outcome yet. */
export function giftCardPart(columns: Partial<GiftCardPartRow> = {}): GiftCardPartRow {
  return {
    id: nextId(),
    paymentId: nextId(),
    giftCardId: nextId().padStart(64, 'f'),
    amountMinor: AMOUNT_MINOR,
    currency: 'EUR',
    state: 'reserved',
    createdAtMs: AT_MS,
    updatedAtMs: AT_MS,
    version: 1,
    ...columns,
  }
}

/** One of three that may be taken. */
export function quota(columns: Partial<QuotaRow> = {}): QuotaRow {
  return { key: nextId(), used: 1, most: 3, expiresAtMs: AT_MS, ...columns }
}

export function sighting(columns: Partial<SightingRow> = {}): SightingRow {
  return {
    entityId: '8ac7a4c9000000000000000000000001',
    subject: `card:${nextId()}`,
    paymentId: nextId(),
    amountMinor: AMOUNT_MINOR,
    currency: 'EUR',
    atMs: AT_MS,
    ...columns,
  }
}

/** An active webhook that takes payments. */
export function webhook(columns: Partial<WebhookRow> = {}): WebhookRow {
  return {
    id: nextId(),
    entityId: '8ac7a4c9000000000000000000000001',
    url: 'https://shop.example/webhook',
    format: 'signed',
    wrapper: 'none',
    types: '[{"type":"PAYMENT"}]',
    fields: 'ALL',
    state: 'active',
    stateReason: null,
    sealedSecrets: 'c2VhbGVk',
    failingSinceMs: null,
    createdAtMs: AT_MS,
    updatedAtMs: AT_MS,
    version: 1,
    slot: null,
    ...columns,
  }
}

/** A payment's event that is due at once, unless `columns` say otherwise. */
export function delivery(columns: Partial<DeliveryRow> = {}): DeliveryRow {
  const subjectId = columns.subjectId ?? nextId()
  const webhookId = columns.webhookId === undefined ? nextId() : columns.webhookId
  return {
    id: nextId(),
    webhookId,
    queue: webhookId ?? 'https://shop.example',
    url: null,
    kind: 'webhook',
    type: 'PAYMENT',
    action: null,
    entityId: '8ac7a4c9000000000000000000000001',
    orderKey: subjectId,
    subjectId,
    sequence: 1,
    state: 'waiting',
    dueAtMs: AT_MS,
    attempts: 0,
    retries: 0,
    body: null,
    trace: '0af7651916cd43dd8448eb211c80319c-01',
    createdAtMs: AT_MS,
    updatedAtMs: AT_MS,
    version: 1,
    ...columns,
  }
}

/** What a webhook is to hear of a payment. */
export function notice(columns: Partial<NoticeRow> = {}): NoticeRow {
  const subjectId = columns.subjectId ?? nextId()
  return {
    webhookId: nextId(),
    orderKey: subjectId,
    subjectId,
    sequence: 1,
    id: nextId(),
    type: 'PAYMENT',
    action: null,
    entityId: '8ac7a4c9000000000000000000000001',
    body: null,
    trace: null,
    dueAtMs: AT_MS,
    createdAtMs: AT_MS,
    ...columns,
  }
}

/** The first call of a delivery, which was answered. */
export function deliveryAttempt(
  deliveryId: string,
  columns: Partial<DeliveryAttemptRow> = {},
): DeliveryAttemptRow {
  return {
    deliveryId,
    attempt: 1,
    atMs: AT_MS,
    endedAtMs: AT_MS + 12,
    status: 200,
    reason: null,
    answer: 'ok',
    ...columns,
  }
}

export function deliveryLease(columns: Partial<DeliveryLeaseRow> = {}): DeliveryLeaseRow {
  return { queue: nextId(), holder: 'one', untilMs: AT_MS + 60_000, version: 1, ...columns }
}

/** `entityId` must be that of an entity in the store. */
export function connectorAccount(
  entityId: string,
  columns: Partial<ConnectorAccountRow> = {},
): ConnectorAccountRow {
  return {
    id: `simulator:${nextId()}`,
    entityId,
    provider: 'simulator',
    name: 'Second account',
    environment: 'test',
    merchantId: 'SHOP1',
    settings: '{}',
    sealedCredentials: '',
    state: 'active',
    createdAtMs: AT_MS,
    updatedAtMs: AT_MS,
    version: 1,
    slot: 1,
    heldUntilMs: null,
    ...columns,
  }
}

export function providerReference(
  columns: Partial<ProviderReferenceRow> = {},
): ProviderReferenceRow {
  return {
    value: `pay_${nextId()}`,
    kind: 'payment',
    connector: 'simulator',
    paymentId: null,
    registrationId: null,
    createdAtMs: AT_MS,
    ...columns,
  }
}

export function acquirerEvent(columns: Partial<AcquirerEventRow> = {}): AcquirerEventRow {
  return {
    connector: 'simulator',
    eventId: `evt_${nextId()}`,
    kind: 'outcome',
    name: 'payment.succeeded',
    receivedAtMs: AT_MS,
    occurredAtMs: null,
    paymentId: null,
    event: '{}',
    state: 'waiting',
    endedAtMs: null,
    ...columns,
  }
}

/** `entityId` must be that of an entity in the store. */
export function acquirerAccount(
  entityId: string,
  columns: Partial<AcquirerAccountRow> = {},
): AcquirerAccountRow {
  const merchantId = columns.merchantId ?? `M${nextId()}`
  return {
    id: `${merchantId}@simulator`,
    entityId,
    connector: 'simulator',
    merchantId,
    acquirer: 'Simulated Acquirer',
    currencies: 'EUR,GBP',
    usualDays: 2,
    createdAtMs: AT_MS,
    updatedAtMs: AT_MS,
    version: 1,
    ...columns,
  }
}

/** A file whose import has begun; `accountId` must be that of an account in the store. */
export function settlementFile(
  accountId: string,
  columns: Partial<SettlementFileRow> = {},
): SettlementFileRow {
  return {
    id: nextId(),
    accountId,
    hash: nextId().padStart(64, '0'),
    name: 'settlement.csv',
    format: 'tillgate',
    state: 'importing',
    supersedesId: null,
    settledFrom: null,
    settledTo: null,
    lineCount: 0,
    bookedCount: 0,
    matchedCount: 0,
    severalCount: 0,
    unmatchedCount: 0,
    flaggedCount: 0,
    createdAtMs: AT_MS,
    updatedAtMs: AT_MS,
    importedBy: null,
    importedById: null,
    version: 1,
    ...columns,
  }
}

/** A batch that is not paid out yet. */
export function settlementBatch(
  file: SettlementFileRow,
  columns: Partial<SettlementBatchRow> = {},
): SettlementBatchRow {
  return {
    id: `${file.id}-1`,
    fileId: file.id,
    accountId: file.accountId,
    entityId: '8ac7a4c9000000000000000000000001',
    reference: null,
    currency: 'EUR',
    paidMinor: null,
    payoutPart: null,
    paidOn: null,
    bankReference: null,
    settledOn: '2026-11-20',
    lineCount: 1,
    netMinor: AMOUNT_MINOR - 200,
    feeMinor: 200,
    earlierNetMinor: 0,
    isUnbalanced: false,
    createdAtMs: AT_MS,
    ...columns,
  }
}

/** A settled payment with fees of 2.00, which no payment was found for. */
export function settlementLine(
  file: SettlementFileRow,
  columns: Partial<SettlementLineRow> = {},
): SettlementLineRow {
  return {
    batchId: `${file.id}-1`,
    position: 1,
    accountId: file.accountId,
    lineNumber: 2,
    recordId: nextId(),
    type: 'settled',
    acquirerType: 'Settled',
    acquirerReference: null,
    operationReference: null,
    arn: null,
    merchantReference: null,
    paymentBrand: 'VISA',
    grossMinor: AMOUNT_MINOR,
    grossCurrency: 'EUR',
    netMinor: AMOUNT_MINOR - 200,
    currency: 'EUR',
    interchangeMinor: 100,
    schemeMinor: 40,
    markupMinor: 60,
    disputeMinor: 0,
    monthlyMinor: 0,
    rate: null,
    orderedAtMs: null,
    settledOn: '2026-11-20',
    reasonCode: null,
    reasonText: null,
    matchState: 'NOT_MATCHED',
    flag: null,
    paidWith: null,
    ...columns,
  }
}

export function settlementMatch(
  { batchId, position, type, grossMinor }: SettlementLineRow,
  columns: Partial<SettlementMatchRow> = {},
): SettlementMatchRow {
  return {
    batchId,
    position,
    paymentId: nextId(),
    isCandidate: false,
    rule: 'paymentId',
    toleranceMinor: 0,
    matchedBy: 'import',
    type,
    amountMinor: grossMinor,
    atMs: AT_MS,
    disputeState: null,
    disputeId: null,
    matchedById: null,
    ...columns,
  }
}

export function journalEntry(
  accountId: string,
  columns: Partial<JournalEntryRow> = {},
): JournalEntryRow {
  return { id: nextId(), accountId, kind: 'settled', batchId: null, atMs: AT_MS, ...columns }
}

export function journalPosting(
  entryId: string,
  columns: Partial<JournalPostingRow> = {},
): JournalPostingRow {
  const account = 'balance'
  return { entryId, sequence: 1, account, amountMinor: 100, currency: 'EUR', ...columns }
}

/** `entityId` must be that of an entity in the store. */
export function reconciliationTarget(
  entityId: string,
  columns: Partial<ReconciliationTargetRow> = {},
): ReconciliationTargetRow {
  return {
    entityId,
    address: 'ftps://shop@files.example/in',
    sealedPassword: 'key.sealed',
    hour: 4,
    nextDay: '2026-11-20',
    createdAtMs: AT_MS,
    version: 1,
    ...columns,
  }
}

/** A delivery that is under way. */
export function reconciliationDelivery(
  columns: Partial<ReconciliationDeliveryRow> = {},
): ReconciliationDeliveryRow {
  return {
    entityId: nextId(),
    day: '2026-11-20',
    attempt: 1,
    address: 'ftps://shop@files.example/in',
    startedAtMs: AT_MS,
    endedAtMs: null,
    outcome: null,
    bytes: null,
    fault: null,
    ...columns,
  }
}

/** Everything that one card payment writes: vault record, payment, event and two legs. */
export function cardPayment(keyId: string, columns: Partial<PaymentRow> = {}): ChangeSet {
  const record = vaultRecord(keyId)
  const row = succeeded({
    vaultRecordId: record.id,
    merchantTransactionId: `order-20261120-${record.id.slice(-6)}`,
    details: JSON.stringify({
      descriptor: '8312.0945.1120 Tea house',
      card: { bin: '420000', last4Digits: '0000', holder: 'Jane Jones', expiryMonth: '05' },
      customer: { givenName: 'Jane', surname: 'Jones', email: 'jane.jones@example.org' },
      billing: { street1: 'Tea Street 1', city: 'London', postcode: 'N1 1AA', country: 'GB' },
    }),
    ...columns,
  })
  return [
    { kind: 'insertVaultRecord', row: record },
    { kind: 'insertPayment', row },
    { kind: 'appendEvent', row: event(row.id, { data: '{"code":"000.100.110"}' }) },
    {
      kind: 'appendPosting',
      row: posting(row, { account: 'shopper', amountMinor: -row.amountMinor }),
    },
    { kind: 'appendPosting', row: posting(row, { account: 'captured' }) },
  ]
}

/** A user of the back office without a second factor. */
export function user(columns: Partial<UserRow> = {}): UserRow {
  const id = columns.id ?? nextId()
  return {
    id,
    email: `${id}@shop.example`,
    name: 'Jane Jones',
    passwordHash: 'scrypt$17$c2FsdA$aGFzaA',
    formerPasswordHashes: '',
    isFirstPassword: false,
    totpSealed: null,
    totpOfferSealed: null,
    totpStep: 0,
    recoveryHashes: '',
    failedTries: 0,
    lockedUntilMs: null,
    mailLanguage: null,
    unwantedMails: '',
    state: 'active',
    createdAtMs: AT_MS,
    updatedAtMs: AT_MS,
    version: 1,
    ...columns,
  }
}

/** Both must be in the store. */
export function grant(userId: string, entityId: string, columns: Partial<GrantRow> = {}): GrantRow {
  return { userId, entityId, role: 'reader', createdAtMs: AT_MS, ...columns }
}

/** Of a user in the store. */
export function session(userId: string, columns: Partial<SessionRow> = {}): SessionRow {
  return {
    id: nextId().padEnd(64, '0'),
    userId,
    entityId: '8ac7a4c9000000000000000000000001',
    address: '192.0.2.1',
    userAgent: 'Mozilla/5.0',
    createdAtMs: AT_MS,
    lastSeenAtMs: AT_MS,
    endedAtMs: null,
    endReason: null,
    failedTries: 0,
    lockedUntilMs: null,
    version: 1,
    ...columns,
  }
}

/** For an entity in the store. */
export function invitation(entityId: string, columns: Partial<InvitationRow> = {}): InvitationRow {
  return {
    id: nextId().padEnd(64, '0'),
    email: 'jill@shop.example',
    entityId,
    role: 'reader',
    invitedBy: 'jane@shop.example',
    createdAtMs: AT_MS,
    expiresAtMs: AT_MS + 1000,
    ...columns,
  }
}

/** The first entry of a chain of its own. */
export function auditEntry(columns: Partial<AuditEntryRow> = {}): AuditEntryRow {
  const rootId = columns.rootId ?? nextId()
  return {
    rootId,
    sequence: 1,
    atMs: AT_MS,
    entityId: rootId,
    actor: 'jane@shop.example',
    action: 'payments.resolve',
    request: 'POST /admin/v1/payments/{id}/resolution',
    subject: null,
    address: '192.0.2.1',
    result: 'asked',
    facts: '[["reason","€"]]',
    previousHash: '',
    hash: 'f'.repeat(64),
    ...columns,
  }
}

/** Of a database that no live gateway has served. */
export function installation(columns: Partial<InstallationRow> = {}): InstallationRow {
  return {
    id: INSTALLATION_ID,
    environment: null,
    clockSeenAtMs: AT_MS,
    clockHeldAtMs: null,
    textsMaskedAtMs: null,
    version: 1,
    ...columns,
  }
}

export function refusedRequest(columns: Partial<RefusedRequestRow> = {}): RefusedRequestRow {
  return {
    id: nextId(),
    entityId: nextId(),
    ndc: `${nextId()}_${nextId()}`,
    atMs: AT_MS,
    method: 'POST',
    path: '/v1/payments/{id}',
    subjectId: nextId(),
    status: 400,
    code: '200.300.404',
    description: 'invalid or missing parameter',
    faults: '[["amount","is missing"]]',
    about: '{"paymentType":"RF"}',
    tokenHash: nextId(),
    address: '192.0.2.7',
    ...columns,
  }
}

export function mail(columns: Partial<MailRow> = {}): MailRow {
  return {
    id: nextId(),
    entityId: nextId(),
    merchantId: nextId(),
    kind: 'approvalWaiting',
    recipient: 'jane@shop.example',
    language: 'en',
    subjectId: nextId(),
    facts: '{}',
    expiresAtMs: null,
    state: 'waiting',
    attempts: 0,
    reply: null,
    createdAtMs: AT_MS,
    updatedAtMs: AT_MS,
    version: 1,
    ...columns,
  }
}
