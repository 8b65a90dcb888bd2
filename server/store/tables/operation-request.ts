import {
  currency,
  keyOf,
  natural,
  optional,
  sorted,
  text,
  time,
  version,
  wordOf,
} from './column.ts'
import type { PaymentType } from './payment.ts'
import { type RowOf, table } from './table.ts'

/**
 * `waiting`: for a second person. `made`: its payment was written in the same commit, or, of a payment that was
 * rejected in review, the decision. `rejected`: the second person has refused it.
 */
export type OperationRequestState = 'waiting' | 'made' | 'rejected'

/**
 * A capture, reversal, refund or rebill that a person has asked for in the back office, a chargeback (CB) or
 * its reversal (CR) that a person has entered, or an outcome that a person writes down. What a person gives back by
 * rejecting a payment in review stands here, too, so that it counts.
 */
export const operationRequests = table({
  name: 'operation_request',
  key: ['id'],
  columns: {
    /** 32 lowercase hex, time-ordered. */
    id: text,
    /** The payment that is referred to. */
    paymentId: keyOf('payment'),
    /** The family of the payment, whose requests count together against the limit of one person. */
    familyId: text,
    /** How many were asked for about the family before: of two at the same moment one has to look again. */
    ordinal: natural,
    /** Its channel. */
    entityId: sorted(text),
    /** Of an outcome that is written down: that of the payment. */
    paymentType: wordOf<PaymentType>(),
    amountMinor: natural,
    currency,
    /** Why, in the words of who asked. */
    reason: text,
    askedBy: text,
    /** Names who asked: the same person cannot be the second one. */
    askedById: sorted(text),
    /** Of CB and CR what is to be entered of the dispute, of an outcome what is to be written down; JSON. */
    report: optional(text),
    state: wordOf<OperationRequestState>(),
    decidedBy: optional(text),
    /** Why the second person has refused it. */
    decisionReason: optional(text),
    /** The payment that was made of it; `null` of a payment that was rejected in review. */
    madeId: optional(sorted(text)),
    createdAtMs: time,
    updatedAtMs: time,
    version,
  },
  read: 'operationRequest',
  insert: 'insertOperationRequest',
  step: {
    kind: 'stepOperationRequest',
    sets: ['state', 'decidedBy', 'decisionReason', 'madeId', 'updatedAtMs'],
  },
})

export type OperationRequestRow = RowOf<typeof operationRequests>
