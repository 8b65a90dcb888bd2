import {
  currency,
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

/**
 * How far a dispute is. `inquiry` and `alert`: the shopper's bank asks, or warns, before money moves.
 * `firstChargeback`: the bank has taken the money back. `representment`: the merchant contests it.
 * `preArbitration`, `arbitration`: the bank contests that, and the card network decides.
 */
export type DisputeStage =
  | 'inquiry'
  | 'alert'
  | 'firstChargeback'
  | 'representment'
  | 'preArbitration'
  | 'arbitration'

/** `accepted`: by the merchant. `expired`: nobody answered in time. Both are lost. */
export type DisputeOutcome = 'open' | 'won' | 'lost' | 'accepted' | 'expired'

/** A payment that its shopper's bank disputes. */
export const disputes = table({
  name: 'dispute',
  key: ['id'],
  columns: {
    /** 32 lowercase hex, time-ordered. */
    id: text,
    /** The payment that is disputed: DB, CP, RF or RB. */
    paymentId: keyOf('payment'),
    /** The payment that the acquirer's case is about: of a disputed refund the payment that it gave back. */
    casePaymentId: sorted(text),
    familyId: sorted(text),
    /** The channel. */
    entityId: sorted(text),
    paymentBrand: text,
    stage: wordOf<DisputeStage>(),
    outcome: wordOf<DisputeOutcome>(),
    /** The card network's own reason, such as `10.4` or `4837`. */
    reasonCode: optional(text),
    /** 000.100.2xx. */
    resultCode: text,
    /** What the acquirer says, in its currency: it need not equal the payment. */
    amountMinor: natural,
    currency,
    /** The part of the payment that this is, in minor units of the payment's currency. */
    shareMinor: natural,
    connector: sorted(text),
    /** The acquirer's number of the case: one dispute for each, of a payment with its refunds. */
    acquirerReference: optional(sorted(text)),
    source: wordOf<'acquirer' | 'simulator' | 'manual'>(),
    /** The CB that stands, or of which a part was given back; `null`: none, or all of it was taken back. */
    chargebackId: optional(sorted(text)),
    /** What a person should look at: `afterRefund`, `abovePayment`, `amountChanged`, `paymentFailed`, `inParts`, with a comma between them. */
    flags: text,
    /** The last stage in which the merchant has contested it: once for each. */
    submittedStage: optional(wordOf<DisputeStage>()),
    /** The acquirer's name of the way in which it was contested last; `null`: none was named. */
    defence: optional(text),
    /** When the merchant's answer must be there, by the clock of the channel; `null`: nothing is to be done. */
    respondByMs: optional(time),
    /** The deadline of the last submission, until which it is sent again; `null`: none was named. */
    evidenceByMs: optional(time),
    /** When the bank took the money for the first time; `null`: it never did. */
    chargedAtMs: optional(time),
    createdAtMs: time,
    updatedAtMs: time,
    version,
  },
  read: 'dispute',
  insert: 'insertDispute',
  step: {
    kind: 'stepDispute',
    sets: [
      'stage',
      'outcome',
      'reasonCode',
      'resultCode',
      'amountMinor',
      'currency',
      'shareMinor',
      'chargebackId',
      'flags',
      'submittedStage',
      'defence',
      'respondByMs',
      'evidenceByMs',
      'chargedAtMs',
      'updatedAtMs',
    ],
  },
})

/** What happened to a dispute. Never changed. */
export const disputeEvents = table({
  name: 'dispute_event',
  key: ['disputeId', 'sequence'],
  columns: {
    disputeId: keyOf('dispute'),
    /** The version of the dispute that it made. */
    sequence: version,
    /**
     * `evidence`: a document was added. `removed`: it was taken back. `filed`: a settlement file has told what
     * was known. What became of a submission: `sent`, the acquirer has it; `returned`, it does not take it;
     * `unsent`, it could not be sent.
     */
    kind: wordOf<
      | 'opened'
      | 'advanced'
      | 'evidence'
      | 'removed'
      | 'filed'
      | 'submitted'
      | 'sent'
      | 'returned'
      | 'unsent'
      | 'accepted'
      | 'won'
      | 'lost'
      | 'expired'
    >(),
    stage: wordOf<DisputeStage>(),
    /** `acquirer`, `simulator`, the gateway's `timer`, or a person. */
    madeBy: text,
    /** In words. */
    note: text,
    /** How many chargebacks and reversals it has booked: those of one step change their payment once. */
    bookedCount: natural,
    atMs: time,
  },
  insert: 'appendDisputeEvent',
})

/** Evidence of the merchant. */
export const disputeDocuments = table({
  name: 'dispute_document',
  key: ['id'],
  // 2 MiB, written twice in base64: in the sealed text, and around it.
  maxRowBytes: 4 * 1024 * 1024,
  columns: {
    id: text,
    disputeId: keyOf('dispute'),
    name: text,
    mediaType: text,
    /** The acquirer's name of what it shows; `null`: none was named. */
    type: optional(text),
    /** Of the document, in bytes. */
    size: integerBetween(1, 2_097_152),
    /** Sealed by the vault for its id. */
    sealed: text,
    createdAtMs: time,
  },
  read: 'disputeDocument',
  insert: 'insertDisputeDocument',
  /** Of a document that was not sent. No conflict when it is not there. */
  remove: 'removeDisputeDocument',
})

export type DisputeRow = RowOf<typeof disputes>
export type DisputeEventRow = RowOf<typeof disputeEvents>
export type DisputeDocumentRow = RowOf<typeof disputeDocuments>
/** A document may have 3 MB sealed: lists do not read it. */
export type DisputeDocumentFacts = Omit<DisputeDocumentRow, 'sealed'>
