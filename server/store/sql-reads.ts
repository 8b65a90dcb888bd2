import { listedValues, listLimit, listOffset } from './list-limit.ts'
import { currency, integerBetween, natural, text } from './tables/column.ts'
import { IS_BOOKED_ON_LATER_DAY, PAYMENT_FACTS } from './tables/payment.ts'
import { type Columns, columnName, type TableDescription } from './tables/table.ts'
import { type KeyReads, TABLE_LIST, TABLES } from './tables/tables.ts'

/** A read that SQLite and PostgreSQL answer with the same statement. */
export interface SqlRead {
  /**
   * `$1::text` stands for the first value that it is given, `= ANY ($1::text[])` for being one of the list
   * that it is given.
   */
  readonly sql: string
  /** What the statement selects, in its order. */
  readonly columns: Columns
  readonly isList: boolean
  /** The values as they were given. Throws a RangeError for a limit that no list may have. */
  readonly check?: (values: readonly unknown[]) => void
}

/** What is to be read of a table, under the names of the port. */
export function selected({ columns }: { readonly columns: Columns }): string {
  return Object.keys(columns)
    .map((name) => `${columnName(name)} AS "${name}"`)
    .join(', ')
}

function select(table: TableDescription): string {
  return `SELECT ${selected(table)} FROM ${table.name}`
}

function one(table: TableDescription, condition: string): SqlRead {
  return { sql: `${select(table)} WHERE ${condition}`, columns: table.columns, isList: false }
}

function list(table: TableDescription, conditions: string): SqlRead {
  return { sql: `${select(table)} ${conditions}`, columns: table.columns, isList: true }
}

/** Rows that are over or due at `$1`, at most `$2` of them. */
function dueList(table: TableDescription, column: string, order = column): SqlRead {
  return {
    ...list(table, `WHERE ${column} <= $1::bigint ORDER BY ${order} LIMIT $2::bigint`),
    check: ([, limit]) => listLimit(Number(limit)),
  }
}

const { entities, tokens, vaultKeys, vaultRecords, numberKeys } = TABLES
const { payments, events, postings } = TABLES
const { registrations, schedules, quotas, timers, idempotency } = TABLES
const { disputes, disputeEvents, disputeDocuments, operationRequests } = TABLES
const { webhooks, notices, deliveries, deliveryAttempts, deliveryLeases } = TABLES
const { acquirerAccounts, settlementFiles, settlementBatches, settlementLines } = TABLES
const { connectorAccounts, providerReferences, acquirerEvents } = TABLES
const { settlementMatches, journalEntries, journalPostings } = TABLES
const { reconciliationTargets, reconciliationDeliveries } = TABLES

const { blocks, paymentSums, paymentSumProgress, paymentSumChanges } = TABLES
const { cardSums, cardSumProgress } = TABLES
const { users, grants, sessions, invitations, auditEntries, mails } = TABLES
const { customerLinks, notes, refusedRequests } = TABLES

const DISPUTE_SUM_COLUMNS: Columns = {
  paymentBrand: text,
  resultCode: text,
  currency,
  count: natural,
  amountMinor: natural,
}

const JOURNAL_SUM_COLUMNS: Columns = {
  batchId: text,
  kind: text,
  account: text,
  currency,
  amountMinor: integerBetween(-Number.MAX_SAFE_INTEGER, Number.MAX_SAFE_INTEGER),
}

const { sealed: _sealed, ...documentFacts } = disputeDocuments.columns

const paymentFacts = Object.fromEntries(
  PAYMENT_FACTS.map((name) => [name, payments.columns[name]]),
) as Pick<typeof payments.columns, (typeof PAYMENT_FACTS)[number]>

/** Checks the limit of a list, the value at this place. */
function limitAt(place: number): Pick<SqlRead, 'check'> {
  return { check: (values) => listLimit(Number(values[place - 1])) }
}

/** Checks the list that is looked for, the value at this place. */
function valuesAt(place: number): Pick<SqlRead, 'check'> {
  return { check: (values) => listedValues(values[place - 1] as readonly string[]) }
}

/** Checks offset and limit, the second and third value. */
const placeChecks: Pick<SqlRead, 'check'> = {
  check: ([, offset, limit]) => {
    listOffset(Number(offset))
    listLimit(Number(limit))
  },
}

/**
 * Whether no earlier delivery of its order waits before `due`. With ids alone, two processes whose clocks
 * differ could swap two events of one subject.
 */
export const IS_NEXT = `NOT EXISTS (
  SELECT 1 FROM delivery AS earlier
  WHERE earlier.state = 'waiting' AND earlier.queue = due.queue
    AND earlier.order_key = due.order_key AND earlier.id <> due.id
    AND CASE WHEN earlier.subject_id = due.subject_id
      THEN (earlier.sequence, earlier.id) < (due.sequence, due.id)
      ELSE earlier.id < due.id AND NOT EXISTS (
        SELECT 1 FROM delivery AS first
        WHERE first.state = 'waiting' AND first.queue = earlier.queue
          AND first.order_key = earlier.order_key AND first.subject_id = earlier.subject_id
          AND (first.sequence, first.id) < (earlier.sequence, earlier.id)
      ) END
)`

/** The entity `$1` and all below it, as `below`. */
const ENTITIES_BELOW = `
  WITH RECURSIVE below AS (
    SELECT id, 1 AS depth FROM entity WHERE id = $1::text
    UNION ALL
    SELECT entity.id, below.depth + 1
    FROM below JOIN entity ON entity.parent_id = below.id
    WHERE below.depth < 4
  )`

const KEY_READS = Object.fromEntries(
  TABLE_LIST.flatMap((table) => {
    if (table.read === undefined) return []
    const matches = table.key.map((name, at) => `${columnName(name)} = $${at + 1}::text`)
    return [[table.read, one(table, matches.join(' AND '))]]
  }),
) as Readonly<Record<keyof KeyReads, SqlRead>>

export const SQL_READS = {
  ...KEY_READS,
  entityPath: {
    columns: entities.columns,
    isList: true,
    sql: `
      WITH RECURSIVE ancestor AS (
        SELECT entity.*, 1 AS depth FROM entity WHERE id = $1::text
        UNION ALL
        SELECT entity.*, ancestor.depth + 1
        FROM ancestor JOIN entity ON entity.id = ancestor.parent_id
        WHERE ancestor.depth < 4
      )
      SELECT ${selected(entities)} FROM ancestor ORDER BY depth`,
  },
  newestPayment: {
    columns: { id: text },
    isList: false,
    sql: 'SELECT id AS "id" FROM payment ORDER BY id DESC LIMIT 1',
  },
  rootEntities: list(entities, 'WHERE parent_id IS NULL ORDER BY created_at_ms, id LIMIT 100'),
  childEntities: list(entities, 'WHERE parent_id = $1::text ORDER BY created_at_ms, id LIMIT 1000'),
  tokensOfEntity: list(tokens, 'WHERE entity_id = $1::text ORDER BY created_at_ms, hash LIMIT 100'),
  tokensEndingBetween: list(
    tokens,
    `WHERE expires_at_ms > $1::bigint AND expires_at_ms <= $2::bigint
    ORDER BY expires_at_ms, hash LIMIT 1000`,
  ),
  events: list(events, 'WHERE payment_id = $1::text ORDER BY sequence'),
  postingsOfFamily: list(postings, 'WHERE family_id = $1::text ORDER BY number'),
  paymentsOfFamily: list(
    payments,
    `WHERE id = $1::text AND referenced_id IS NULL
    UNION ALL
    ${select(payments)} WHERE family_id = $1::text AND referenced_id IS NOT NULL
    ORDER BY "createdAtMs", "id" LIMIT 1000`,
  ),
  paymentsBookedLater: {
    ...list(
      payments,
      `WHERE entity_id = $1::text AND (booked_at_ms, id) > ($2::bigint, $3::text)
        AND booked_at_ms < $4::bigint AND ${IS_BOOKED_ON_LATER_DAY}
      ORDER BY booked_at_ms, id LIMIT $5::bigint`,
    ),
    ...limitAt(5),
  },
  paymentsFailedLater: {
    ...list(
      payments,
      `WHERE entity_id = $1::text AND (failed_later_at_ms, id) > ($2::bigint, $3::text)
        AND failed_later_at_ms < $4::bigint AND failed_later_at_ms IS NOT NULL
      ORDER BY failed_later_at_ms, id LIMIT $5::bigint`,
    ),
    ...limitAt(5),
  },
  registrationOf: one(
    registrations,
    `entity_id = $1::text AND fingerprint = $2::text AND payment_brand = $3::text
      AND state = 'active'
    ORDER BY created_at_ms DESC, id DESC LIMIT 1`,
  ),
  schedulesOf: {
    ...list(
      schedules,
      'WHERE registration_id = $1::text AND id > $2::text ORDER BY id LIMIT $3::bigint',
    ),
    ...limitAt(3),
  },
  currentSchedule: one(schedules, `chain_id = $1::text AND state IN ('active', 'paused') LIMIT 1`),
  currentSchedulesOf: {
    ...list(
      schedules,
      `WHERE registration_id = $1::text AND state IN ('active', 'paused') ORDER BY id LIMIT $2::bigint`,
    ),
    ...limitAt(2),
  },
  schedulesOfChain: {
    ...list(schedules, 'WHERE chain_id = $1::text ORDER BY id DESC LIMIT $2::bigint'),
    ...limitAt(2),
  },
  linkedTo: {
    columns: { linkedId: customerLinks.columns.linkedId },
    isList: true,
    sql: `
      SELECT DISTINCT linked_id AS "linkedId" FROM customer_link
      WHERE entity_id = ANY ($1::text[]) AND name = ANY ($2::text[]) AND linked = $3::text
        AND linked_id < $4::text
      ORDER BY linked_id DESC LIMIT $5::bigint`,
    check: (values) => {
      valuesAt(1).check?.(values)
      valuesAt(2).check?.(values)
      limitAt(5).check?.(values)
    },
  },
  registrationsOfNumber: {
    ...list(
      registrations,
      `WHERE entity_id = ANY ($1::text[]) AND fingerprint = $2::text AND state = 'active'
      ORDER BY id DESC LIMIT $3::bigint`,
    ),
    check: (values) => {
      valuesAt(1).check?.(values)
      limitAt(3).check?.(values)
    },
  },
  notesAbout: {
    ...list(
      notes,
      `WHERE entity_id = ANY ($1::text[]) AND about = ANY ($2::text[]) AND id < $3::text
      ORDER BY id DESC LIMIT $4::bigint`,
    ),
    check: (values) => {
      valuesAt(1).check?.(values)
      valuesAt(2).check?.(values)
      limitAt(4).check?.(values)
    },
  },
  expiredQuotas: dueList(quotas, 'expires_at_ms'),
  quotasBetween: {
    ...list(quotas, 'WHERE key >= $1::text AND key < $2::text ORDER BY key LIMIT $3::bigint'),
    ...limitAt(3),
  },
  sightings: {
    columns: { count: natural, amountMinor: natural },
    isList: false,
    sql: `
      SELECT count(*) AS "count",
        CAST(coalesce(sum(CASE WHEN currency = $4::text THEN amount_minor ELSE 0 END), 0) AS bigint)
          AS "amountMinor"
      FROM sighting WHERE entity_id = $1::text AND subject = $2::text AND at_ms >= $3::bigint`,
  },
  vaultKeys: list(vaultKeys, 'ORDER BY created_at_ms, id'),
  numberKeys: list(numberKeys, 'ORDER BY period_from_ms, id'),
  vaultRecordsAfter: {
    ...list(vaultRecords, 'WHERE id > $1::text ORDER BY id LIMIT $2::bigint'),
    ...limitAt(2),
  },
  dueTimers: dueList(timers, 'due_at_ms', 'due_at_ms, kind, subject_id'),
  expiredIdempotency: dueList(idempotency, 'expires_at_ms'),
  webhooksOfEntity: list(
    webhooks,
    `WHERE entity_id = $1::text AND state <> 'deleted' ORDER BY created_at_ms, id LIMIT 100`,
  ),
  dueQueues: {
    columns: { queue: text },
    isList: true,
    // From queue to queue by the index: the deliveries of a long one are not walked through.
    sql: `
      WITH RECURSIVE found AS (
        SELECT (
          SELECT queue FROM delivery WHERE state = 'waiting' AND queue > $2::text
          ORDER BY queue LIMIT 1
        ) AS queue
        UNION ALL
        SELECT (
          SELECT queue FROM delivery WHERE state = 'waiting' AND queue > found.queue
          ORDER BY queue LIMIT 1
        ) FROM found WHERE found.queue IS NOT NULL
      ), noticed AS (
        SELECT (
          SELECT webhook_id FROM notice WHERE webhook_id > $2::text ORDER BY webhook_id LIMIT 1
        ) AS queue
        UNION ALL
        SELECT (
          SELECT webhook_id FROM notice WHERE webhook_id > noticed.queue ORDER BY webhook_id LIMIT 1
        ) FROM noticed WHERE noticed.queue IS NOT NULL
      )
      SELECT queue AS "queue" FROM (
        SELECT queue FROM found
        WHERE queue IS NOT NULL AND EXISTS (
          SELECT 1 FROM delivery
          WHERE state = 'waiting' AND delivery.queue = found.queue AND due_at_ms <= $1::bigint
        )
        UNION
        SELECT queue FROM noticed WHERE queue IS NOT NULL
      ) AS due
      ORDER BY queue LIMIT $3::bigint`,
    ...limitAt(3),
  },
  heldLeases: {
    ...list(
      deliveryLeases,
      'WHERE queue > $2::text AND until_ms > $1::bigint ORDER BY queue LIMIT $3::bigint',
    ),
    ...limitAt(3),
  },
  noticesOf: {
    ...list(
      notices,
      `WHERE webhook_id = $1::text ORDER BY order_key, subject_id, sequence, id LIMIT $2::bigint`,
    ),
    ...limitAt(2),
  },
  dueDeliveries: {
    ...list(
      deliveries,
      `AS due WHERE state = 'waiting' AND queue = $1::text AND due_at_ms <= $2::bigint AND ${IS_NEXT}
      ORDER BY due_at_ms, id LIMIT $3::bigint`,
    ),
    ...limitAt(3),
  },
  deliveriesOfWebhook: {
    ...list(
      deliveries,
      `WHERE webhook_id = $1::text AND created_at_ms >= $2::bigint
        AND (created_at_ms, id) < ($3::bigint, $4::text)
      ORDER BY created_at_ms DESC, id DESC LIMIT $5::bigint`,
    ),
    ...limitAt(5),
  },
  callsOfSubject: list(
    deliveries,
    `WHERE subject_id = $1::text AND webhook_id IS NULL
    ORDER BY created_at_ms DESC, id DESC LIMIT 20`,
  ),
  deliveriesOfSubject: list(
    deliveries,
    'WHERE subject_id = $1::text ORDER BY created_at_ms DESC, id DESC LIMIT 100',
  ),
  deliveryAttempts: list(
    deliveryAttempts,
    'WHERE delivery_id = $1::text ORDER BY attempt LIMIT 1000',
  ),
  endedDeliveries: {
    ...list(
      deliveries,
      `WHERE id < $1::text AND state <> 'waiting' AND updated_at_ms < $2::bigint
      ORDER BY id LIMIT $3::bigint`,
    ),
    ...limitAt(3),
  },
  paymentSumsOfSpan: list(
    paymentSums,
    'WHERE entity_id = $1::text AND span = $2::text AND span_ms = $3::bigint LIMIT 10000',
  ),
  cardSumsOfSpan: list(
    cardSums,
    'WHERE entity_id = $1::text AND span = $2::text AND span_ms = $3::bigint LIMIT 10000',
  ),
  nextPaymentSumChange: one(
    paymentSumChanges,
    `(entity_id, span_ms) > ($1::text, $2::bigint)
      ORDER BY entity_id, span_ms, id LIMIT 1`,
  ),
  paymentSumChangesOf: {
    ...list(
      paymentSumChanges,
      'WHERE entity_id = $1::text AND span_ms = $2::bigint ORDER BY id LIMIT $3::bigint',
    ),
    ...limitAt(3),
  },
  oldestPaymentSumChange: {
    columns: paymentSumChanges.columns,
    isList: false,
    sql: `
      SELECT ${selected(paymentSumChanges)} FROM (
        SELECT * FROM payment_sum_change
        WHERE entity_id = ANY ($1::text[]) AND span_ms >= $2::bigint AND span_ms < $3::bigint
        LIMIT 10000
      ) AS waiting ORDER BY id LIMIT 1`,
    ...valuesAt(1),
  },
  channelsAfter: {
    ...list(entities, "WHERE id > $1::text AND kind = 'channel' ORDER BY id LIMIT $2::bigint"),
    ...limitAt(2),
  },
  paymentSumProgressOf: {
    ...list(paymentSumProgress, 'WHERE id = ANY ($1::text[])'),
    ...valuesAt(1),
  },
  cardSumProgressOf: {
    ...list(cardSumProgress, 'WHERE id = ANY ($1::text[])'),
    ...valuesAt(1),
  },
  blocksOfEntities: {
    ...list(
      blocks,
      'WHERE entity_id = ANY ($1::text[]) AND id < $2::text ORDER BY id DESC LIMIT $3::bigint',
    ),
    check: (values) => {
      valuesAt(1).check?.(values)
      limitAt(3).check?.(values)
    },
  },
  nextPaymentOf: one(
    payments,
    'entity_id = $1::text AND created_at_ms >= $2::bigint ORDER BY created_at_ms, id LIMIT 1',
  ),
  operationRequestsOfFamily: list(
    operationRequests,
    'WHERE family_id = $1::text ORDER BY ordinal LIMIT 1000',
  ),
  waitingOperationRequests: {
    ...list(
      operationRequests,
      "WHERE entity_id = ANY ($1::text[]) AND state = 'waiting' AND id > $2::text ORDER BY id LIMIT $3::bigint",
    ),
    ...limitAt(3),
  },
  disputeOfCase: one(
    disputes,
    'case_payment_id = $1::text AND acquirer_reference = $2::text LIMIT 1',
  ),
  disputesOfPayment: list(disputes, 'WHERE payment_id = $1::text ORDER BY id LIMIT 1000'),
  disputesOfEntities: {
    ...list(
      disputes,
      `WHERE id IN (
        SELECT id FROM dispute
        WHERE entity_id = ANY ($1::text[]) AND outcome = ANY ($2::text[])
          AND (respond_by_ms IS NULL OR $3::text = 'any') AND id < $4::text
        ORDER BY id DESC LIMIT $5::bigint
      ) ORDER BY id DESC`,
    ),
    check: (values) => {
      valuesAt(1).check?.(values)
      valuesAt(2).check?.(values)
      limitAt(5).check?.(values)
    },
  },
  disputesByDeadline: {
    ...list(
      disputes,
      `WHERE id IN (
        SELECT id FROM dispute
        WHERE entity_id = ANY ($1::text[]) AND respond_by_ms IS NOT NULL
          AND (respond_by_ms, id) > ($2::bigint, $3::text)
        ORDER BY respond_by_ms, id LIMIT $4::bigint
      ) ORDER BY respond_by_ms, id`,
    ),
    check: (values) => {
      valuesAt(1).check?.(values)
      limitAt(4).check?.(values)
    },
  },
  disputeSums: {
    columns: DISPUTE_SUM_COLUMNS,
    isList: true,
    sql: `
      SELECT payment_brand AS "paymentBrand", result_code AS "resultCode", currency AS "currency",
        count(*) AS "count", CAST(sum(amount_minor) AS BIGINT) AS "amountMinor"
      FROM dispute
      WHERE entity_id = ANY ($1::text[]) AND charged_at_ms >= $2::bigint
        AND charged_at_ms < $3::bigint
      GROUP BY payment_brand, result_code, currency
      LIMIT 10000`,
    ...valuesAt(1),
  },
  disputeEvents: list(disputeEvents, 'WHERE dispute_id = $1::text ORDER BY sequence LIMIT 1000'),
  disputeDocuments: list(
    { ...disputeDocuments, columns: documentFacts },
    'WHERE dispute_id = $1::text ORDER BY id LIMIT 1000',
  ),
  paymentsById: {
    ...list(payments, 'WHERE id = ANY ($1::text[]) ORDER BY id LIMIT 1000'),
    ...valuesAt(1),
  },
  paymentFactsById: {
    ...list(
      { ...payments, columns: paymentFacts },
      'WHERE id = ANY ($1::text[]) ORDER BY id LIMIT 1000',
    ),
    ...valuesAt(1),
  },
  paymentsOfReferences: {
    ...list(
      payments,
      'WHERE merchant_transaction_id = ANY ($1::text[]) ORDER BY id LIMIT $2::bigint',
    ),
    check: ([references, limit]) => {
      listedValues(references as readonly string[])
      listLimit(Number(limit))
    },
  },
  connectorAccountsOf: {
    ...list(connectorAccounts, 'WHERE entity_id = ANY ($1::text[]) ORDER BY id LIMIT 1000'),
    check: ([values]) => void listedValues(values as readonly string[]),
  },
  providerReferencesOfPayments: {
    ...list(
      providerReferences,
      'WHERE payment_id = ANY ($1::text[]) ORDER BY created_at_ms, value, kind, connector LIMIT 1000',
    ),
    check: ([values]) => void listedValues(values as readonly string[]),
  },
  providerReferencesOfRegistration: list(
    providerReferences,
    'WHERE registration_id = $1::text ORDER BY created_at_ms DESC, value, kind, connector LIMIT 100',
  ),
  providerReferencesOfValues: {
    ...list(
      providerReferences,
      'WHERE value = ANY ($1::text[]) ORDER BY value, kind, connector LIMIT 1000',
    ),
    check: ([values]) => void listedValues(values as readonly string[]),
  },
  acquirerEventsOfPayment: list(
    acquirerEvents,
    'WHERE payment_id = $1::text ORDER BY received_at_ms DESC, connector, event_id LIMIT 100',
  ),
  toldAcquirerEvents: {
    ...list(
      acquirerEvents,
      `WHERE connector = ANY ($1::text[]) AND state IN ('kept', 'unmatched', 'refused')
        AND received_at_ms <= $2::bigint
        AND (received_at_ms, connector, event_id) < ($2::bigint, $3::text, $4::text)
      ORDER BY received_at_ms DESC, connector DESC, event_id DESC LIMIT $5::bigint`,
    ),
    check: ([connectors, , , , limit]) => {
      listedValues(connectors as readonly string[])
      listLimit(Number(limit))
    },
  },
  waitingAcquirerEvents: {
    columns: { count: natural },
    isList: false,
    sql: `
      SELECT count(*) AS "count" FROM (
        SELECT 1 FROM acquirer_event WHERE connector = $1::text AND state = 'waiting'
        LIMIT $2::bigint
      ) AS waiting`,
  },
  surplusAcquirerEvents: {
    ...list(
      acquirerEvents,
      `WHERE connector = $1::text AND state IN ('kept', 'unmatched', 'refused')
      ORDER BY received_at_ms DESC, event_id DESC LIMIT $3::bigint OFFSET $2::bigint`,
    ),
    ...limitAt(3),
  },
  oldAcquirerEvents: dueList(
    acquirerEvents,
    'received_at_ms',
    'received_at_ms, connector, event_id',
  ),
  acquirerAccountsOf: list(
    acquirerAccounts,
    'WHERE entity_id = ANY ($1::text[]) ORDER BY id LIMIT 1000',
  ),
  acquirerAccounts: {
    ...list(acquirerAccounts, 'WHERE id > $1::text ORDER BY id LIMIT $2::bigint'),
    ...limitAt(2),
  },
  settlementFileOfHash: one(
    settlementFiles,
    `account_id = $1::text AND hash = $2::text AND state <> 'removed' LIMIT 1`,
  ),
  settlementFilesOf: {
    ...list(
      settlementFiles,
      'WHERE account_id = $1::text AND id < $2::text ORDER BY id DESC LIMIT $3::bigint',
    ),
    ...limitAt(3),
  },
  // Some files a day: no index.
  unfinishedSettlementFiles: {
    ...list(settlementFiles, `WHERE state = 'importing' ORDER BY id LIMIT $1::bigint`),
    ...limitAt(1),
  },
  settlementBatchesOfFile: list(
    settlementBatches,
    'WHERE file_id = $1::text AND id > $2::text ORDER BY id LIMIT 1000',
  ),
  settlementBatchesOfPayout: list(
    settlementBatches,
    `WHERE account_id = $1::text AND reference = $2::text AND currency = $3::text
    ORDER BY id LIMIT 1000`,
  ),
  settlementBatchesOf: {
    ...list(
      settlementBatches,
      `WHERE entity_id = ANY ($1::text[]) AND settled_on >= $2::text AND settled_on <= $3::text
        AND (settled_on, id) > ($4::text, $5::text)
      ORDER BY settled_on, id LIMIT $6::bigint`,
    ),
    check: ([entityIds, , , , , limit]) => {
      listedValues(entityIds as readonly string[])
      listLimit(Number(limit))
    },
  },
  newestSettlementBatches: {
    ...list(
      settlementBatches,
      `WHERE entity_id = ANY ($1::text[]) AND ($2::text = '' OR account_id = $2::text)
        AND settled_on >= $3::text AND settled_on <= $4::text
        AND (settled_on, id) < ($5::text, $6::text)
      ORDER BY settled_on DESC, id DESC LIMIT $7::bigint`,
    ),
    check: ([entityIds, , , , , , limit]) => {
      listedValues(entityIds as readonly string[])
      listLimit(Number(limit))
    },
  },
  settlementBatchesOfTime: {
    ...list(
      settlementBatches,
      `WHERE entity_id = ANY ($1::text[]) AND created_at_ms >= $2::bigint
        AND created_at_ms < $3::bigint AND (created_at_ms, id) > ($4::bigint, $5::text)
      ORDER BY created_at_ms, id LIMIT $6::bigint`,
    ),
    check: ([entityIds, , , , , limit]) => {
      listedValues(entityIds as readonly string[])
      listLimit(Number(limit))
    },
  },
  settlementLines: {
    ...list(
      settlementLines,
      'WHERE batch_id = $1::text AND position > $2::bigint ORDER BY position LIMIT $3::bigint',
    ),
    ...limitAt(3),
  },
  settlementLinesByDate: {
    ...list(
      settlementLines,
      `WHERE batch_id = $1::text ORDER BY settled_on, position LIMIT $3::bigint OFFSET $2::bigint`,
    ),
    ...placeChecks,
  },
  settlementLinesByDateDown: {
    ...list(
      settlementLines,
      `WHERE batch_id = $1::text
      ORDER BY settled_on DESC, position DESC LIMIT $3::bigint OFFSET $2::bigint`,
    ),
    ...placeChecks,
  },
  settlementLinesOfFile: {
    ...list(
      settlementLines,
      `WHERE batch_id > $1::text AND batch_id < $2::text ORDER BY batch_id, position LIMIT $3::bigint`,
    ),
    ...limitAt(3),
  },
  settlementLinesOfRecords: {
    ...list(
      settlementLines,
      'WHERE account_id = $1::text AND record_id = ANY ($2::text[]) ORDER BY record_id LIMIT 1000',
    ),
    ...valuesAt(2),
  },
  settlementLinesOfReferences: {
    ...list(
      settlementLines,
      `WHERE account_id = $1::text AND acquirer_reference = ANY ($2::text[])
        AND match_state = 'MATCHED'
      ORDER BY batch_id, position LIMIT 1000`,
    ),
    ...valuesAt(2),
  },
  settlementLinesOfReturnedPayout: list(
    settlementLines,
    `WHERE account_id = $1::text AND acquirer_reference = $2::text AND type = 'payoutReturned'
      ORDER BY batch_id, position LIMIT 10`,
  ),
  settlementLinesOfArn: list(
    settlementLines,
    `WHERE arn = $1::text AND match_state = 'MATCHED' ORDER BY batch_id, position LIMIT 1000`,
  ),
  openSettlementLines: {
    ...list(
      settlementLines,
      `WHERE account_id = $1::text AND (batch_id, position) > ($2::text, $3::bigint)
        AND (match_state = 'NOT_MATCHED' OR match_state = 'MULTIPLE_MATCHES' OR flag IS NOT NULL)
      ORDER BY batch_id, position LIMIT $4::bigint`,
    ),
    ...limitAt(4),
  },
  settlementMatchesOfLines: {
    ...list(
      settlementMatches,
      `WHERE batch_id = $1::text AND position >= $2::bigint AND position <= $3::bigint
      ORDER BY position, payment_id LIMIT 10000`,
    ),
  },
  dueSettlementMatches: {
    ...list(
      settlementMatches,
      `WHERE batch_id > $1::text AND batch_id < $2::text AND dispute_state = 'due'
      ORDER BY batch_id, position, payment_id LIMIT $3::bigint`,
    ),
    ...limitAt(3),
  },
  settlementMatchesOfPayments: {
    ...list(
      settlementMatches,
      `WHERE payment_id = ANY ($1::text[]) ORDER BY payment_id, batch_id, position LIMIT 10000`,
    ),
    ...valuesAt(1),
  },
  journalSumsOfBatches: {
    columns: JOURNAL_SUM_COLUMNS,
    isList: true,
    sql: `
      SELECT entry.batch_id AS "batchId", entry.kind AS "kind", leg.account AS "account",
        leg.currency AS "currency", CAST(sum(leg.amount_minor) AS BIGINT) AS "amountMinor"
      FROM journal_entry AS entry JOIN journal_posting AS leg ON leg.entry_id = entry.id
      WHERE entry.batch_id = ANY ($1::text[])
      GROUP BY entry.batch_id, entry.kind, leg.account, leg.currency
      ORDER BY entry.batch_id, entry.kind, leg.account, leg.currency
      LIMIT 100000`,
    ...valuesAt(1),
  },
  journalEntriesOfBatch: list(journalEntries, 'WHERE batch_id = $1::text ORDER BY id LIMIT 1000'),
  journalPostings: list(journalPostings, 'WHERE entry_id = $1::text ORDER BY sequence LIMIT 1000'),
  reconciliationTargets: {
    ...list(
      reconciliationTargets,
      'WHERE entity_id > $1::text ORDER BY entity_id LIMIT $2::bigint',
    ),
    ...limitAt(2),
  },
  reconciliationDeliveriesOfDay: list(
    reconciliationDeliveries,
    'WHERE entity_id = $1::text AND day = $2::text ORDER BY attempt LIMIT 1000',
  ),
  reconciliationDeliveries: {
    ...list(
      reconciliationDeliveries,
      'WHERE entity_id = $1::text ORDER BY day DESC, attempt DESC LIMIT $2::bigint',
    ),
    ...limitAt(2),
  },
  userOfEmail: one(users, 'email = $1::text'),
  grantsOfUser: list(grants, 'WHERE user_id = $1::text ORDER BY entity_id LIMIT 1000'),
  grantsBelow: {
    columns: grants.columns,
    isList: true,
    sql: `${ENTITIES_BELOW}
      ${select(grants)} WHERE entity_id IN (SELECT id FROM below) AND user_id > $2::text
      ORDER BY user_id, entity_id LIMIT $3::bigint`,
    ...limitAt(3),
  },
  ownerGrants: list(
    grants,
    `WHERE entity_id = $1::text AND role = 'owner' ORDER BY user_id LIMIT 1000`,
  ),
  grantsOfEntities: {
    ...list(grants, 'WHERE entity_id = ANY ($1::text[]) ORDER BY user_id, entity_id LIMIT 1000'),
    ...valuesAt(1),
  },
  mailsOfEntities: {
    ...list(
      mails,
      'WHERE entity_id = ANY ($1::text[]) AND id < $2::text ORDER BY id DESC LIMIT $3::bigint',
    ),
    check: (values) => {
      valuesAt(1).check?.(values)
      limitAt(3).check?.(values)
    },
  },
  mailsOfSubject: {
    ...list(mails, 'WHERE subject_id = $1::text ORDER BY id DESC LIMIT $2::bigint'),
    ...limitAt(2),
  },
  mailsBefore: {
    ...list(mails, 'WHERE id < $1::text ORDER BY id LIMIT $2::bigint'),
    ...limitAt(2),
  },
  refusedRequestsOf: {
    ...list(
      refusedRequests,
      'WHERE entity_id = ANY ($1::text[]) AND id < $2::text ORDER BY id DESC LIMIT $3::bigint',
    ),
    check: (values) => {
      valuesAt(1).check?.(values)
      limitAt(3).check?.(values)
    },
  },
  refusedRequestsOfNdc: {
    ...list(refusedRequests, 'WHERE ndc = $1::text ORDER BY id DESC LIMIT $2::bigint'),
    ...limitAt(2),
  },
  refusedRequestsBefore: {
    ...list(refusedRequests, 'WHERE id < $1::text ORDER BY id LIMIT $2::bigint'),
    ...limitAt(2),
  },
  sessionsOfUser: {
    ...list(
      sessions,
      'WHERE user_id = $1::text ORDER BY created_at_ms DESC, id DESC LIMIT $2::bigint',
    ),
    ...limitAt(2),
  },
  unseenSessions: {
    ...list(
      sessions,
      'WHERE last_seen_at_ms < $1::bigint ORDER BY last_seen_at_ms, id LIMIT $2::bigint',
    ),
    ...limitAt(2),
  },
  invitationsBelow: {
    columns: invitations.columns,
    isList: true,
    sql: `${ENTITIES_BELOW}
      ${select(invitations)} WHERE entity_id IN (SELECT id FROM below)
      ORDER BY created_at_ms, id LIMIT 1000`,
  },
  expiredInvitations: dueList(invitations, 'expires_at_ms', 'expires_at_ms, id'),
  auditEntriesBefore: {
    ...list(
      auditEntries,
      `WHERE root_id = $1::text AND sequence < $2::bigint
      ORDER BY sequence DESC LIMIT $3::bigint`,
    ),
    ...limitAt(3),
  },
  auditEntriesAfter: {
    ...list(
      auditEntries,
      'WHERE root_id = $1::text AND sequence > $2::bigint ORDER BY sequence LIMIT $3::bigint',
    ),
    ...limitAt(3),
  },
  auditChains: {
    columns: { rootId: text },
    isList: true,
    // From chain to chain by the key: the entries of a long one are not walked through.
    sql: `
      WITH RECURSIVE found AS (
        SELECT (
          SELECT root_id FROM audit_entry WHERE root_id > $1::text ORDER BY root_id LIMIT 1
        ) AS root_id
        UNION ALL
        SELECT (
          SELECT root_id FROM audit_entry WHERE root_id > found.root_id ORDER BY root_id LIMIT 1
        ) FROM found WHERE found.root_id IS NOT NULL
      )
      SELECT root_id AS "rootId" FROM found WHERE root_id IS NOT NULL
      ORDER BY root_id LIMIT $2::bigint`,
    ...limitAt(2),
  },
} as const satisfies Readonly<Record<string, SqlRead>>

/** The names of the reads that are answered so. */
export type SqlReadName = keyof typeof SQL_READS
