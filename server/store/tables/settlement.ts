import {
  currency,
  flag,
  integerBetween,
  keyOf,
  natural,
  optional,
  sorted,
  text,
  time,
  version,
  wordOf,
} from './column.ts'
import { type RowOf, table } from './table.ts'

/** Signed minor units. From the merchant's side: positive is money that he gets. */
const signed = integerBetween(-Number.MAX_SAFE_INTEGER, Number.MAX_SAFE_INTEGER)

/** An account that a merchant has at an acquirer: whose settlement files are read. */
export const acquirerAccounts = table({
  name: 'acquirer_account',
  key: ['id'],
  columns: {
    /** `merchantId@connector`. */
    id: text,
    /** The merchant, or one channel of it: payments below it are settled through this account. */
    entityId: keyOf('entity'),
    connector: text,
    /** The acquirer's own number of the merchant, 5 to 64 characters. */
    merchantId: text,
    /** The acquirer's name, as the reconciliation file shows it. */
    acquirer: text,
    /** ISO 4217 codes in which it pays out, with a comma between them; empty: any. */
    currencies: text,
    /** Days after a booking within which it usually reports and pays out. */
    usualDays: integerBetween(1, 31),
    createdAtMs: time,
    /** When a line of it was last matched after its import, or its usual days were changed. */
    updatedAtMs: time,
    version,
  },
  read: 'acquirerAccount',
  insert: 'insertAcquirerAccount',
  /** By a person, and by each match after an import: of two that are decided at the same moment, the second conflicts. */
  step: { kind: 'stepAcquirerAccount', sets: ['usualDays', 'updatedAtMs'] },
  /** Of an account without files and journal entries, which refer to it. No conflict when it is not there. */
  remove: 'removeAcquirerAccount',
})

/** A settlement file. Nothing of it is shown before it is `imported`. */
export const settlementFiles = table({
  name: 'settlement_file',
  key: ['id'],
  columns: {
    /** 32 lowercase hex, time-ordered. */
    id: text,
    accountId: keyOf('acquirer_account'),
    /** SHA-256 of its bytes, hex. */
    hash: sorted(text),
    /** Its name without folders. */
    name: text,
    format: text,
    /** `removed`: its import was given up, and its lines were deleted. */
    state: wordOf<'importing' | 'imported' | 'removed'>(),
    /** The earlier file of which it repeats lines, if it does. */
    supersedesId: optional(text),
    /** First and last settlement date of its lines, `yyyy-MM-dd`. */
    settledFrom: optional(text),
    settledTo: optional(text),
    /** All lines of the file, and those that no earlier file had booked. */
    lineCount: natural,
    bookedCount: natural,
    /** Of those when they were imported: matched, with several matches, with none, and flagged. */
    matchedCount: natural,
    severalCount: natural,
    unmatchedCount: natural,
    flaggedCount: natural,
    createdAtMs: time,
    updatedAtMs: time,
    /** The person who has sent it, or the token that counts as one; `null`: a command or the watched folder. */
    importedBy: optional(text),
    /** Names the person, as `askedById` of a request does. */
    importedById: optional(text),
    version,
  },
  read: 'settlementFile',
  insert: 'insertSettlementFile',
  step: {
    kind: 'stepSettlementFile',
    sets: [
      'state',
      'supersedesId',
      'settledFrom',
      'settledTo',
      'lineCount',
      'bookedCount',
      'matchedCount',
      'severalCount',
      'unmatchedCount',
      'flaggedCount',
      'updatedAtMs',
    ],
  },
})

/**
 * What a line reports. `cost`: what one payment costs, beside its settlement. `carried`: what one payout leaves for a later one of the same account. `payoutReturned`: a bank has sent a payout
 * back: its money is in the balance again, to be paid out with a later one. `other`: a type of
 * record that the format does not know.
 */
export type SettlementLineType =
  | 'settled'
  | 'refunded'
  | 'refundReversed'
  | 'chargeback'
  | 'chargebackReversed'
  | 'fee'
  | 'cost'
  | 'payout'
  | 'payoutReturned'
  | 'reserve'
  | 'carried'
  | 'correction'
  | 'other'

/** `NONE`: it is about no payment. The others are words of the interface document (MatchingStatus). */
export type MatchState = 'NONE' | 'NOT_MATCHED' | 'MATCHED' | 'MULTIPLE_MATCHES'

/**
 * Lines of one file and currency that are paid out together. Written with the last commit of the import,
 * never changed.
 */
export const settlementBatches = table({
  name: 'settlement_batch',
  key: ['id'],
  columns: {
    /** The file's id, `-` and the number of the batch in its file. */
    id: text,
    fileId: keyOf('settlement_file'),
    accountId: sorted(text),
    /** That of the account. */
    entityId: sorted(text),
    /** The acquirer's number of the payout; `null`: the file names none. */
    reference: optional(sorted(text)),
    /** In which it is paid out. */
    currency,
    /** What the acquirer says that it pays out; `null`: nothing yet. */
    paidMinor: optional(signed),
    /** From 1 on: a payout that is told by its lines alone grows with each file. `null`: nothing is paid. */
    payoutPart: optional(version),
    /** When the payout reaches the bank, `yyyy-MM-dd`. */
    paidOn: optional(text),
    bankReference: optional(text),
    /** Date of the payout, otherwise the last settlement date of its lines, `yyyy-MM-dd`. */
    settledOn: sorted(text),
    lineCount: natural,
    /** Sums of its lines without those of type `payout`: net amounts, fees. An earlier file may have more. */
    netMinor: signed,
    feeMinor: signed,
    /** Net amounts of lines that earlier files had booked without the number of this payout. */
    earlierNetMinor: signed,
    /** Whether the lines of the payout sum to something else: who imported it has accepted that. */
    isUnbalanced: flag,
    createdAtMs: time,
  },
  read: 'settlementBatch',
  insert: 'insertSettlementBatch',
  writes: {
    /** Takes card numbers out of what an earlier version has stored. No conflict when it is not there. */
    maskSettlementBatch: {
      parameters: { id: text, reference: optional(text), bankReference: optional(text) },
      sqlite: `
        UPDATE settlement_batch SET reference = :reference, bank_reference = :bankReference
        WHERE id = :id`,
      postgres: (given, isKey) => `
        UPDATE settlement_batch
        SET reference = given.reference, bank_reference = given.bank_reference
        FROM ${given} WHERE ${isKey}`,
    },
  },
})

/** A record of a settlement file, as the acquirer reports it: a fact that no rule refuses. */
export const settlementLines = table({
  name: 'settlement_line',
  key: ['batchId', 'position'],
  columns: {
    batchId: text,
    /** From 1 on, without gaps. */
    position: version,
    accountId: sorted(text),
    /** The line of the file; the header is line 1. */
    lineNumber: version,
    /** The acquirer's own id of the record, or what takes its place. No account has it twice. */
    recordId: sorted(text),
    type: wordOf<SettlementLineType>(),
    /** The acquirer's word for the type. */
    acquirerType: text,
    /** The acquirer's id of the payment, and of the operation on it. */
    acquirerReference: optional(sorted(text)),
    operationReference: optional(text),
    /** The acquirer reference number (ARN), by which card networks and issuers find the payment; 23 digits. */
    arn: optional(sorted(text)),
    /** The reference that was sent to the acquirer: our id of the payment, or the merchant's. */
    merchantReference: optional(text),
    paymentBrand: optional(text),
    /** In the currency of the payment; 0 for a fee alone. */
    grossMinor: signed,
    grossCurrency: currency,
    /** What the balance at the acquirer changes by. */
    netMinor: signed,
    currency,
    /** Costs; negative: given back. In the currency of the net amount. */
    interchangeMinor: signed,
    schemeMinor: signed,
    /** The acquirer's own part, or all of it where the acquirer does not divide it. */
    markupMinor: signed,
    disputeMinor: signed,
    monthlyMinor: signed,
    /** Net currency for one unit of gross currency: an exact decimal. `null`: one currency. */
    rate: optional(text),
    orderedAtMs: optional(time),
    /** `yyyy-MM-dd` in the acquirer's time zone. */
    settledOn: sorted(text),
    /** Why a payment was charged back, in the acquirer's words. */
    reasonCode: optional(text),
    reasonText: optional(text),
    matchState: wordOf<MatchState>(),
    /** What a person should look at: see `LineFlag` of the feature. */
    flag: optional(text),
    /** The number of the payout that has paid it, where a later file than its own has told that. */
    paidWith: optional(text),
  },
  insert: 'insertSettlementLine',
  remove: 'removeSettlementLine',
  writes: {
    /** Takes card numbers out of what an earlier version has stored. No conflict when it is not there. */
    maskSettlementLine: {
      parameters: {
        batchId: text,
        position: version,
        recordId: text,
        acquirerType: text,
        acquirerReference: optional(text),
        operationReference: optional(text),
        merchantReference: optional(text),
        reasonText: optional(text),
      },
      sqlite: `
        UPDATE settlement_line SET record_id = :recordId, acquirer_type = :acquirerType,
          acquirer_reference = :acquirerReference, operation_reference = :operationReference,
          merchant_reference = :merchantReference, reason_text = :reasonText
        WHERE batch_id = :batchId AND position = :position`,
      postgres: (given, isKey) => `
        UPDATE settlement_line SET record_id = given.record_id,
          acquirer_type = given.acquirer_type, acquirer_reference = given.acquirer_reference,
          operation_reference = given.operation_reference,
          merchant_reference = given.merchant_reference, reason_text = given.reason_text
        FROM ${given} WHERE ${isKey}`,
    },
    /** Conflict `version` when there is no such line. */
    numberSettlementLine: {
      parameters: { batchId: text, position: version, paidWith: text },
      mustFind: true,
      sqlite: `
        UPDATE settlement_line SET paid_with = :paidWith
        WHERE batch_id = :batchId AND position = :position`,
      postgres: (given, isKey) => `
        UPDATE settlement_line SET paid_with = given.paid_with
        FROM ${given} WHERE ${isKey}
        RETURNING given.place`,
    },
    /** Conflict `version` when the line is not in the expected state. */
    matchSettlementLine: {
      parameters: {
        batchId: text,
        position: version,
        expectedState: wordOf<MatchState>(),
        matchState: wordOf<MatchState>(),
        flag: optional(text),
      },
      mustFind: true,
      sqlite: `
        UPDATE settlement_line SET match_state = :matchState, flag = :flag
        WHERE batch_id = :batchId AND position = :position AND match_state = :expectedState`,
      postgres: (given, isKey) => `
        UPDATE settlement_line SET match_state = given.match_state, flag = given.flag
        FROM ${given} WHERE ${isKey} AND settlement_line.match_state = given.expected_state
        RETURNING given.place`,
    },
  },
})

/** That a line is about a payment, or may be. A line may be about several, and several about one. */
export const settlementMatches = table({
  name: 'settlement_match',
  key: ['batchId', 'position', 'paymentId'],
  columns: {
    batchId: text,
    position: version,
    paymentId: text,
    /** One of several that fit equally well: the line's state is MULTIPLE_MATCHES. */
    isCandidate: flag,
    rule: wordOf<
      'acquirerReference' | 'paymentId' | 'merchantTransactionId' | 'amountAndDate' | 'manual'
    >(),
    /** By how much the amounts were allowed to differ, in minor units of the payment's currency. */
    toleranceMinor: natural,
    /** `import`, or the person who said so. */
    matchedBy: text,
    type: wordOf<SettlementLineType>(),
    /**
     * The payment's part of the gross amount of the line, in the payment's currency: where the line is in
     * another one, the payment's own amount.
     */
    amountMinor: signed,
    atMs: time,
    /**
     * Of a chargeback or its reversal: whether disputes have heard of it. `due`: a timer of its file will
     * report it. `waiting`: for a second person. `refused`: the payment cannot be disputed. `null`: nothing is to
     * be reported.
     */
    disputeState: optional(wordOf<'due' | 'waiting' | 'reported' | 'refused'>()),
    disputeId: optional(text),
    /** Names who has matched it by hand, as `askedById` of a request does; `null`: nobody, or a command. */
    matchedById: optional(text),
  },
  insert: 'insertSettlementMatch',
  remove: 'removeSettlementMatch',
  writes: {
    /**
     * Conflict `version` when the match is not in the expected state. PostgreSQL must not take the index of those that are
     * due for it: it would read all of them.
     */
    reportSettlementMatch: {
      parameters: {
        batchId: text,
        position: version,
        paymentId: text,
        expected: wordOf<'due' | 'waiting'>(),
        disputeState: wordOf<'waiting' | 'reported' | 'refused'>(),
        disputeId: optional(text),
      },
      mustFind: true,
      sqlite: `
        UPDATE settlement_match SET dispute_state = :disputeState, dispute_id = :disputeId
        WHERE batch_id = :batchId AND position = :position AND payment_id = :paymentId
          AND dispute_state = :expected`,
      postgres: (given, isKey) => `
        UPDATE settlement_match
        SET dispute_state = given.dispute_state, dispute_id = given.dispute_id
        FROM ${given} WHERE ${isKey} AND coalesce(settlement_match.dispute_state, '') = given.expected
        RETURNING given.place`,
    },
  },
})

export type AcquirerAccountRow = RowOf<typeof acquirerAccounts>
export type SettlementFileRow = RowOf<typeof settlementFiles>
export type SettlementBatchRow = RowOf<typeof settlementBatches>
export type SettlementLineRow = RowOf<typeof settlementLines>
export type SettlementMatchRow = RowOf<typeof settlementMatches>
