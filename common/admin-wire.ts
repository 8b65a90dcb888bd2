/**
 * What the gateway answers under `/admin/v1` and the back office reads: parts of the answers in `dist/types/wire.ts`,
 * which describes every member and is made from the routes' documents. Amounts are texts with the decimals of
 * their currency, times are UTC as `2026-11-26 18:04:12+0000`, ids 32 lowercase hex.
 */

import type * as Wire from '../dist/types/wire.ts'
import type { AnswerMembers } from './answer-members.ts'

/** Where an object of the tree stands. */
export type AdminEntity = AdminPayment['entity']

/**
 * `GET /admin/v1/payments`. Parameters, all optional: `lookFor` (the search field), `state` (`succeeded`,
 * `failed`, `pending`, `review`, `refunded`, `chargedBack`), `paymentType`, `paymentBrand`, `date.from` and
 * `date.to` (`yyyy-MM-dd HH:mm:ss`, UTC), `amountFrom`, `amountTo`, `currency`, `entityId`, `limit`, `cursor`.
 */
export type AdminPaymentList = AnswerMembers<Wire.AdminPaymentList>

/** A payment in a list. */
export type AdminPayment = AdminPaymentList['payments'][number]

/** How a payment stands, in one word. */
export type AdminPaymentState = AdminPayment['state']

/** `GET /admin/v1/payments/export`, with the same parameters: up to 1,000 lines of a CSV file. */
export type AdminExportPart = AnswerMembers<Wire.AdminExportPart>

/** `GET /admin/v1/stored-details`, with `entityId`, `limit` and `cursor`. */
export type AdminStoredList = AnswerMembers<Wire.AdminStoredList>

/** Payment details that a merchant has stored. */
export type AdminStoredDetails = AdminStoredList['storedDetails'][number]

/** `GET /admin/v1/payments/{id}`. */
export type AdminPaymentDetails = AnswerMembers<Wire.AdminPaymentDetails>

/** What can be done with a payment now, by the rules. */
export type AdminOperation = AdminPaymentDetails['operations'][number]

/** Something that happened to a payment, oldest first. */
export type AdminTimelineEntry = AdminPaymentDetails['timeline'][number]

/** An operation that waits for a second person. */
export type AdminRequest = AdminPaymentDetails['requests'][number]

/** The same in the list of all that wait, with whose payment it is about. */
export type AdminApproval = Wire.AdminRequestList['requests'][number]

/** Sums of a span of time, in one currency. */
export type AdminOverview = AnswerMembers<Wire.AdminOverview>

/** A checkout as lists show it: the beginning of its id, because the whole one is a credential. */
export type AdminCheckout = Wire.AdminCheckoutList['checkouts'][number]

/** A card or customer that a person has blocked. */
export type AdminBlock = Wire.AdminBlockList['blocks'][number]
