import { HOUR_MS } from '../../common/durations.ts'
import type { OutgoingLimits } from '../../server/http/outgoing/client.ts'

/** Both waits together are less than the 35 s that a graceful end waits for. */
export const RECEIVER_LIMITS: OutgoingLimits = {
  connectMs: 5_000,
  answerMs: 25_000,
  // An answer may be a page of a query.
  answerBytes: 4 * 1024 * 1024,
  headerBytes: 16 * 1024,
  sockets: 64,
  idleSocketMs: 4_000,
}

/**
 * How long a request may still be on its way, or be worked on, after we stopped waiting. Only then
 * does "not found" mean that it never arrived; in milliseconds.
 */
export const MAX_TRANSIT_MS = 120_000

/**
 * A shopper is on another page: asked for after an hour, then hourly for a day (`recovery-plan.ts`).
 * That covers the 24 h after which a receiver ends such a payment, so that its own outcome is taken.
 */
export const REDIRECT_ASKED_AFTER_MS = HOUR_MS

/** Slips and reviews: as long as a slip can be paid, then hourly for a day. */
export const PENDING_ASKED_AFTER_MS = 14 * 24 * HOUR_MS

/** Payments that one search shows, the least that the interface allows. A full page proves nothing. */
export const SEARCH_LIMIT = 100

/** Texts of an answer that are kept. */
export const MAX_DETAILS = 50

/** Parameters of a redirect that are passed on, and what a page may do before it. */
export const MAX_PRECONDITIONS = 10
export const MAX_REDIRECT_PARAMETERS = 100
export const MAX_REDIRECT_VALUE = 64_000
