import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../common/durations.ts'
import type { OutgoingLimits } from '../../server/http/outgoing/client.ts'
import { PROVIDER_LIMITS } from '../shared/provider-exchange.ts'

/** The origin of the API. */
export const STRIPE_URL = 'https://api.stripe.com'

/** The origin of its files. */
export const STRIPE_FILES_URL = 'https://files.stripe.com'

/** Of one field of the evidence, in characters (docs.stripe.com/disputes/best-practices). */
export const MAX_EVIDENCE_TEXT = 20_000

/** An answer may be a page of a list. */
export const STRIPE_LIMITS: OutgoingLimits = { ...PROVIDER_LIMITS, answerBytes: 1024 * 1024 }

/** How long a request may still be worked on there after we stopped waiting, in milliseconds. */
export const MAX_TRANSIT_MS = 2 * MINUTE_MS

/** A charge that was made ready and not confirmed by then never will be: it is cancelled there, in milliseconds. */
export const UNCONFIRMED_MS = 2 * MINUTE_MS

/** How long a shopper may take on another page, in milliseconds; then the payment is cancelled there. */
export const SHOPPER_MS = HOUR_MS

/** Direct debits and refunds are told within two weeks (docs.stripe.com/payments/sepa-debit, docs.stripe.com/refunds). */
export const TOLD_WITHIN_MS = 14 * DAY_MS

/** Refunds of one payment that are searched for one of ours: so many of one answer, in so many answers. */
export const REFUNDS_OF_PAGE = 100
export const MAX_REFUND_PAGES = 20

/** Lines of a payout that are read: so many of one answer, and at most so many. More are in a file of Stripe. */
export const LINES_OF_PAGE = 100
export const MAX_PAYOUT_LINES = 5_000
