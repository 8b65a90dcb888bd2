import {
  currency,
  flag,
  integer,
  integerBetween,
  keyOf,
  optional,
  sorted,
  text,
  time,
  version,
  wordOf,
} from './column.ts'
import { erasing } from './erasing.ts'
import { type RowOf, rowAfterStep, rowMaker, type StepOf, table } from './table.ts'

/**
 * `RI`: a risk check, `3D`: an authentication; both stand alone and move no money. `CB`: a chargeback, `CR`:
 * its reversal; both are facts that an acquirer reports.
 */
export type PaymentType = 'PA' | 'DB' | 'CD' | 'CP' | 'RV' | 'RF' | 'RB' | 'CB' | 'CR' | 'RI' | '3D'

/**
 * `intent`: written down before a connector is asked; it stays so while the outcome is unknown.
 * `pending`: the connector waits for the shopper or a bank, and will say. `authenticating`: it waits
 * for its 3-D Secure authentication, and no connector has been asked. `taken`: the acquirer has accepted the
 * operation and tells its result later, however late: no time of the gateway ends it.
 */
export type PaymentState =
  | 'authenticating'
  | 'intent'
  | 'pending'
  | 'taken'
  | 'succeeded'
  | 'failed'

/**
 * The operation of a payment: it begins a family (with any type), or captures, reverses, refunds or
 * rebills the payment that it refers to, raises or renews the hold that it refers to, charges it back or
 * takes that back, or books that it has failed after it had succeeded.
 */
export type PaymentOperation =
  | 'first'
  | 'capture'
  | 'reversal'
  | 'refund'
  | 'rebill'
  | 'increment'
  | 'renewal'
  | 'chargeback'
  | 'chargebackReversal'
  | 'lateFailure'

export const payments = table({
  name: 'payment',
  key: ['id'],
  columns: {
    /** 32 lowercase hex, time-ordered. */
    id: text,
    /** The channel. */
    entityId: sorted(text),
    checkoutId: optional(sorted(text)),
    /** The payment that a capture, reversal or refund refers to. */
    referencedId: optional(keyOf('payment')),
    /** The first payment of the chain of references; its own id for a first payment. */
    familyId: sorted(text),
    operation: wordOf<PaymentOperation>(),
    paymentType: wordOf<PaymentType>(),
    paymentBrand: text,
    amountMinor: integer,
    currency: sorted(currency),
    state: wordOf<PaymentState>(),
    resultCode: text,
    maximumCaptures: optional(integerBetween(1, 98)),
    connector: text,
    vaultRecordId: optional(sorted(text)),
    /** The gift card whose balance it takes from, or gives back to. */
    giftCardId: optional(sorted(text)),
    /** Its latest 3-D Secure authentication. */
    authenticationId: optional(sorted(text)),
    /** The merchant's own reference, which queries look for. */
    merchantTransactionId: optional(sorted(text)),
    /** Held by a successful PA. `capturedMinor + reversedMinor` is never larger. */
    authorisedMinor: integer,
    /**
     * Moved by a successful DB, CP, CD, RB or RF. `refundedMinor + reversedMinor` is never larger.
     */
    bookedMinor: integer,
    capturedMinor: integer,
    reversedMinor: integer,
    refundedMinor: integer,
    /**
     * Charged back and not given back since. No table limits it: what an acquirer reports may exceed what was
     * booked, or follow a refund.
     */
    chargedBackMinor: integer,
    /** Successful captures so far (interface document: numberOfCaptures, at most 98). */
    captureCount: integer,
    /** The reference with `sequence=FINAL` that has not failed: nothing may follow it. */
    finalisedBy: optional(sorted(text)),
    /** Of a PA: its hold was closed by the success of a FINAL capture, a renewal or a reversal. */
    holdClosed: flag,
    /**
     * Of a renewal: the open amount of the old hold when the renewal was stored. The renewal
     * releases it.
     */
    replacedHoldMinor: integer,
    /**
     * When it was booked, where that is not the time of its creation: it was pending or authenticated before, or
     * its outcome was told on a later day (UTC) than its acquirer was asked. Of a hold, when it began.
     */
    bookedAtMs: optional(time),
    /**
     * Of a PA that holds an amount: until when it may be captured. Until it is booked, counted from its
     * creation. `null`: it does not expire.
     */
    expiresAtMs: optional(time),
    /** When it was found that the hold has expired. The rules go by `expiresAtMs` alone. */
    expiredAtMs: optional(time),
    /** When its acquirer told that it has failed after it had succeeded: nothing of it is open any more. */
    failedLaterAtMs: optional(time),
    /** JSON text: what the answer shows beside the columns. Never card data beyond BIN and last four. */
    details: text,
    createdAtMs: time,
    updatedAtMs: time,
    version,
  },
  read: 'payment',
  insert: 'insertPayment',
  step: {
    kind: 'stepPayment',
    sets: [
      'state',
      'resultCode',
      'details',
      'vaultRecordId',
      'authenticationId',
      'authorisedMinor',
      'bookedMinor',
      'capturedMinor',
      'reversedMinor',
      'refundedMinor',
      'chargedBackMinor',
      'captureCount',
      'finalisedBy',
      'holdClosed',
      'bookedAtMs',
      'expiresAtMs',
      'expiredAtMs',
      'failedLaterAtMs',
      'updatedAtMs',
    ],
  },
  writes: {
    /** What is left of its details when its customer is erased. */
    erasePayment: erasing('payment', { id: text }, 'details'),
    /** Changes nothing. Conflict `version` when the payment has another version, or is not there. */
    requirePayment: {
      parameters: { id: text, expectedVersion: version },
      mustFind: true,
      onlyReads: true,
      sqlite: 'SELECT 1 FROM payment WHERE id = :id AND version = :expectedVersion',
      // A transaction that steps the payment waits for the end of this one, and this one for that.
      postgres: (given, isKey) => `
        SELECT given.place FROM ${given} JOIN payment ON ${isKey}
        WHERE payment.version = given.expected_version
        FOR SHARE OF payment`,
    },
  },
})

export const events = table({
  name: 'payment_event',
  key: ['paymentId', 'sequence'],
  columns: {
    paymentId: keyOf('payment'),
    /** The version of the payment that this event made. */
    sequence: version,
    kind: text,
    atMs: time,
    /** JSON text. */
    data: text,
  },
  insert: 'appendEvent',
})

/** One leg of a booking. The legs of one change set sum to zero in each currency (R-INV-2). */
export const postings = table({
  name: 'posting',
  key: [],
  columns: {
    familyId: sorted(text),
    paymentId: keyOf('payment'),
    account: wordOf<
      | 'shopper'
      | 'merchant'
      | 'authorised'
      | 'captured'
      | 'credited'
      | 'reversed'
      | 'refunded'
      | 'chargedBack'
    >(),
    /** Signed minor units. */
    amountMinor: integerBetween(-Number.MAX_SAFE_INTEGER, Number.MAX_SAFE_INTEGER),
    currency: sorted(currency),
    atMs: time,
  },
  insert: 'appendPosting',
})

/** Rows of the index of payments that were booked on a later day (UTC) than they were made. */
export const IS_BOOKED_ON_LATER_DAY = 'booked_at_ms / 86400000 > created_at_ms / 86400000'

/** A payment after a step. */
export const paymentAfterStep = rowAfterStep(payments)

/** A new payment, of which nothing is booked but what is given. */
export const newPayment = rowMaker(payments, {
  checkoutId: null,
  referencedId: null,
  maximumCaptures: null,
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
  version: 1,
})

export type PaymentRow = RowOf<typeof payments>
export type PaymentStep = StepOf<typeof payments>
/** What has happened to the money of one payment, in minor units of its currency. */
export type PaymentMoney = Pick<
  PaymentRow,
  | 'authorisedMinor'
  | 'bookedMinor'
  | 'capturedMinor'
  | 'reversedMinor'
  | 'refundedMinor'
  | 'chargedBackMinor'
  | 'captureCount'
  | 'finalisedBy'
  | 'holdClosed'
>
/** What matching needs of a payment: one without its details is read in a fourth of the time. */
export type PaymentFacts = Pick<PaymentRow, (typeof PAYMENT_FACTS)[number]>
export const PAYMENT_FACTS = [
  'id',
  'entityId',
  'familyId',
  'paymentType',
  'amountMinor',
  'currency',
  'state',
  'connector',
  'merchantTransactionId',
  'refundedMinor',
] as const satisfies readonly (keyof PaymentRow)[]
export type EventRow = RowOf<typeof events>
export type PostingRow = RowOf<typeof postings>
export type PostingAccount = PostingRow['account']
