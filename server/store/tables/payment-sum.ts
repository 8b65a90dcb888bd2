import type { AuthenticationState } from './authentication.ts'
import { currency, natural, oneOf, sorted, text, time, version, wordOf } from './column.ts'
import type { PaymentOperation, PaymentState, PaymentType } from './payment.ts'
import { type RowOf, table } from './table.ts'

/**
 * How many payments of a channel that were made in one hour, or on one day, are alike. Written by repeated work
 * after the hour is over, so that no payment waits for it, and stepped when one of its payments changes later. A
 * row whose payments have all become others has zero. A day is the sum of its hours.
 */
export const paymentSums = table({
  name: 'payment_sum',
  key: ['id'],
  columns: {
    /** Made of the columns from `entityId` to `authentication`. */
    id: text,
    /** The channel. */
    entityId: sorted(text),
    span: oneOf('hour', 'day'),
    /** Begin of the span, UTC. */
    spanMs: time,
    paymentType: wordOf<PaymentType>(),
    operation: wordOf<PaymentOperation>(),
    state: wordOf<PaymentState>(),
    resultCode: text,
    paymentBrand: text,
    currency,
    /** State of the 3-D Secure authentication; empty: there was none. */
    authentication: wordOf<AuthenticationState | ''>(),
    paymentCount: natural,
    amountMinor: natural,
    version,
  },
  insert: 'insertPaymentSum',
  step: { kind: 'stepPaymentSum', sets: ['paymentCount', 'amountMinor'] },
})

/** Until when the payments of a channel are summed: of all hours and whole days before, there are rows. */
export const paymentSumProgress = table({
  name: 'payment_sum_progress',
  key: ['id'],
  columns: {
    /** The channel. */
    id: text,
    untilMs: time,
    version,
  },
  read: 'paymentSumProgress',
  insert: 'insertPaymentSumProgress',
  step: { kind: 'stepPaymentSumProgress', sets: ['untilMs'] },
})

/**
 * How many payments of shoppers that were made in one hour, or on one day, are alike by what is known of the card's
 * issuer: by its country and, beside that, by the bank or the first six digits. Written like `payment_sum`. Each
 * payment is in one row of each kind; values beyond the most frequent ones of a span are `*` together.
 */
export const cardSums = table({
  name: 'payment_card_sum',
  key: ['id'],
  columns: {
    /** Made of the columns from `entityId` to `resultCode`. */
    id: text,
    /** The channel. */
    entityId: sorted(text),
    span: oneOf('hour', 'day'),
    /** Begin of the span, UTC. */
    spanMs: time,
    kind: oneOf('country', 'issuer'),
    /** Empty: not known; `*`: all others. */
    value: text,
    currency,
    state: wordOf<PaymentState>(),
    resultCode: text,
    paymentCount: natural,
    version,
  },
  insert: 'insertCardSum',
  step: { kind: 'stepCardSum', sets: ['paymentCount'] },
})

/** Until when the cards of a channel are summed: of all hours and whole days before, there are rows. */
export const cardSumProgress = table({
  name: 'payment_card_sum_progress',
  key: ['id'],
  columns: {
    /** The channel. */
    id: text,
    untilMs: time,
    version,
  },
  read: 'cardSumProgress',
  insert: 'insertCardSumProgress',
  step: { kind: 'stepCardSumProgress', sets: ['untilMs'] },
})

/**
 * A payment of an hour that is over was written or has changed: its hour is to be summed again. Written in
 * the commit of that change, and removed in the commit of the sums.
 */
export const paymentSumChanges = table({
  name: 'payment_sum_change',
  key: ['entityId', 'spanMs', 'id'],
  columns: {
    /** The channel. */
    entityId: text,
    /** Begin of the hour, UTC. */
    spanMs: time,
    /** Time-ordered. */
    id: text,
  },
  insert: 'insertPaymentSumChange',
  remove: 'removePaymentSumChange',
})

export type PaymentSumRow = RowOf<typeof paymentSums>
export type PaymentSumProgressRow = RowOf<typeof paymentSumProgress>
export type PaymentSumChangeRow = RowOf<typeof paymentSumChanges>
export type CardSumRow = RowOf<typeof cardSums>
export type CardSumProgressRow = RowOf<typeof cardSumProgress>
