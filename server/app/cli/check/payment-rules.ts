import { DAY_MS } from '../../../../common/durations.ts'
import { type Rule, type RuleSource, ruleOf } from '../../../cli/check-rule.ts'
import { allResultCodes } from '../../../results/catalogue.ts'
import { historySummary } from './history-rules.ts'
import { legSummary, TARGETS } from './ledger-rules.ts'
import { referenceTotalRules, TOTALS } from './reference-rules.ts'

const paymentRule = ruleOf('payment')

/** One success per checkout, ever. */
const singleSuccessRules: RuleSource = {
  from: `(SELECT min(id) AS id, count(*) AS successes FROM payment
    WHERE checkout_id IS NOT NULL AND referenced_id IS NULL AND state = 'succeeded'
    GROUP BY checkout_id) q`,
  id: 'q.id',
  rules: [paymentRule('is not the only success of its checkout', 'q.successes > 1')],
}

/** Payments `p` with their checkout `c`. It can name only one of two successes. */
const paymentCheckoutRules: readonly Rule[] = [
  {
    table: 'payment',
    what: 'belongs to a checkout that is not there',
    broken: 'p.checkout_id IS NOT NULL AND c.id IS NULL',
    detailedBy: [singleSuccessRules],
  },
  {
    table: 'payment',
    what: 'may have moved money and its checkout names another payment',
    broken: `p.state <> 'failed' AND c.id IS NOT NULL
      AND (c.payment_id IS NULL OR c.payment_id <> p.id)`,
    detailedBy: [singleSuccessRules],
  },
]

const entityRule = ruleOf('entity')

/**
 * The guarantees of tables and rules about payments (R-INV-1), written a second time and
 * independently: this check must not have the same bug.
 */

const LARGEST_AMOUNT = Number.MAX_SAFE_INTEGER

/** Interface document, numberOfCaptures. */
const MAX_CAPTURES = 98

/** After seven days without an outcome a person has to look (R-UNK-3). */
const REVIEW_AFTER_MS = 7 * DAY_MS

/** Codes of the group "success, to be reviewed", as SQL. */
const REVIEW_CODES = allResultCodes()
  .filter(({ group }) => group === 'success_review')
  .map(({ code }) => `'${code}'`)
  .join(', ')

const rule = ruleOf('payment')

/**
 * Everything about a payment in one pass: the rows are wide, and most of the time goes into looking
 * things up (measured in SQLite for a million payments on a busy machine: 6 s of CPU, where passes over
 * a narrow copy of them took 10 s and the copy 2 s more).
 */
export function paymentRules(nowMs: number): RuleSource {
  return {
    from: `payment p LEFT JOIN vault_record v ON v.id = p.vault_record_id
      LEFT JOIN checkout c ON c.id = p.checkout_id
      LEFT JOIN (${TOTALS}) s ON s.referenced_id = p.id
      LEFT JOIN (${TARGETS}) t ON t.id = p.id`,
    id: 'p.id',
    halves: [`p.id < ${MIDDLE}`, `p.id >= ${MIDDLE}`],
    rules: [
      ...AMOUNTS,
      ...FAMILY,
      ...OUTCOME(nowMs),
      ...AUTHENTICATION,
      ...HOLDS,
      ...referenceTotalRules,
      ...paymentCheckoutRules,
      historySummary,
      legSummary,
    ],
  }
}

/** Both halves are empty if there is no payment. */
const MIDDLE = `(
  SELECT id FROM payment ORDER BY id LIMIT 1 OFFSET (SELECT count(*) / 2 FROM payment))`

/** Channels are few: each is looked up once. */
export const channelRules: RuleSource = {
  from: `(SELECT DISTINCT entity_id AS id FROM payment) p`,
  id: 'p.id',
  rules: [
    entityRule(
      'is named by payments and is no channel',
      `NOT EXISTS (SELECT 1 FROM entity e WHERE e.id = p.id AND e.kind = 'channel')`,
    ),
  ],
}

const AMOUNTS: readonly Rule[] = [
  rule(
    'has an amount that is negative or too large',
    // The other sums cannot exceed the amount without breaking another rule.
    `p.amount_minor NOT BETWEEN 0 AND ${LARGEST_AMOUNT}
      OR p.authorised_minor < 0 OR p.booked_minor < 0
      OR p.captured_minor < 0 OR p.reversed_minor < 0 OR p.refunded_minor < 0`,
  ),
  rule(
    'does not hold what its success authorises',
    `p.authorised_minor <> CASE
      WHEN p.state = 'succeeded' AND p.payment_type = 'PA' AND p.operation <> 'increment'
      THEN p.amount_minor + coalesce(s.raised, 0) ELSE 0 END`,
  ),
  rule(
    'has not booked what its success moves',
    `p.booked_minor <> CASE
      WHEN p.state = 'succeeded' AND p.payment_type IN ('DB', 'CD', 'CP', 'RB', 'RF', 'CB', 'CR')
      THEN p.amount_minor ELSE 0 END`,
  ),
  rule(
    'is captured and reversed beyond what it authorised',
    `p.captured_minor + CASE WHEN p.payment_type = 'PA' THEN p.reversed_minor ELSE 0 END
      > p.authorised_minor`,
  ),
  rule(
    'is refunded and reversed beyond what it booked',
    `p.refunded_minor + CASE WHEN p.payment_type = 'PA' THEN 0 ELSE p.reversed_minor END
      > p.booked_minor`,
  ),
  rule('is a refund that was refunded', `p.payment_type = 'RF' AND p.refunded_minor <> 0`),
  rule(
    'is reversed in part, beside a refund, or although its type cannot be',
    `p.reversed_minor <> 0 AND p.payment_type <> 'PA' AND (
      p.payment_type NOT IN ('DB', 'CD') OR p.refunded_minor <> 0
      OR p.reversed_minor <> p.booked_minor)`,
  ),
  rule(
    'is captured more often than it allows',
    `p.capture_count < 0 OR p.maximum_captures NOT BETWEEN 1 AND ${MAX_CAPTURES}
      OR p.capture_count > coalesce(p.maximum_captures, p.capture_count)
      OR (p.capture_count <> 0 AND p.payment_type <> 'PA')`,
  ),
]

/**
 * A payment shares the vault record of the registration that it made or was paid with, and keeps its
 * id when the registration is wiped; which registration that was cannot be read any more.
 */
const LAST_WIPED_AT_MS = `(
  SELECT max(updated_at_ms) FROM registration WHERE state IN ('deleted', 'expired'))`

/**
 * How much later than the wiping a payment may seem to be made although it was stored before: both
 * have the time of their requests, and clocks of several servers differ. In milliseconds.
 */
const WIPED_TOLERANCE_MS = 60_000

const FAMILY: readonly Rule[] = [
  rule(
    'begins a family with a type that refers, or refers with a type that begins one',
    `CASE WHEN p.referenced_id IS NULL THEN p.payment_type IN ('CP', 'RV', 'RF', 'RB', 'CB', 'CR')
      ELSE p.payment_type NOT IN ('CP', 'RV', 'RF', 'RB', 'CB', 'CR', 'PA') END`,
  ),
  rule(
    'has another operation than its type and its reference tell',
    `CASE p.operation WHEN 'first' THEN p.referenced_id IS NOT NULL
      WHEN 'capture' THEN p.payment_type <> 'CP' WHEN 'reversal' THEN p.payment_type <> 'RV'
      WHEN 'refund' THEN p.payment_type <> 'RF' WHEN 'rebill' THEN p.payment_type <> 'RB'
      WHEN 'chargeback' THEN p.payment_type <> 'CB'
      WHEN 'chargebackReversal' THEN p.payment_type <> 'CR'
      WHEN 'lateFailure' THEN p.payment_type <> 'RV'
      WHEN 'increment' THEN p.payment_type <> 'PA' OR p.referenced_id IS NULL
      WHEN 'renewal' THEN p.payment_type <> 'PA' OR p.referenced_id IS NULL ELSE TRUE END`,
  ),
  rule(
    'has failed later, and no payment of its family books that',
    `p.failed_later_at_ms IS NOT NULL AND NOT EXISTS (
      SELECT 1 FROM payment l WHERE l.family_id = p.family_id AND l.referenced_id = p.id
        AND l.operation = 'lateFailure')`,
  ),
  rule(
    'takes back of a hold and does not renew it',
    `p.replaced_hold_minor <> 0 AND p.operation <> 'renewal'`,
  ),
  rule(
    'is not where its family begins, or the other way round',
    '(p.referenced_id IS NULL) <> (p.family_id = p.id)',
  ),
  rule(
    'names a vault record that is not there, though no registration has ended since',
    `p.vault_record_id IS NOT NULL AND v.id IS NULL
      AND p.created_at_ms > coalesce(${LAST_WIPED_AT_MS} + ${WIPED_TOLERANCE_MS}, 0)`,
  ),
]

/** A hold that expires has a timer until its expiry is written down: it tells the merchant. */
const HOLDS: readonly Rule[] = [
  rule(
    'expires and holds nothing of its own, or has expired before its time',
    `(p.expires_at_ms IS NOT NULL AND (p.payment_type <> 'PA' OR p.operation = 'increment'))
      OR (p.expired_at_ms IS NOT NULL
        AND (p.expires_at_ms IS NULL OR p.expired_at_ms < p.expires_at_ms OR p.state <> 'succeeded'))`,
  ),
  rule(
    'has expired, and its history does not say so, or the other way round',
    `p.payment_type = 'PA' AND (p.expired_at_ms IS NOT NULL) <> EXISTS (
      SELECT 1 FROM payment_event y WHERE y.payment_id = p.id AND y.kind = 'expired')`,
  ),
  rule(
    'is a hold whose expiry nothing waits for',
    `p.state = 'succeeded' AND p.expires_at_ms IS NOT NULL AND p.expired_at_ms IS NULL
      AND p.captured_minor + p.reversed_minor < p.authorised_minor AND p.finalised_by IS NULL
      AND NOT EXISTS (
        SELECT 1 FROM timer x WHERE x.kind = 'holdExpiry' AND x.subject_id = p.id)`,
  ),
]

/** The directory and the issuer decide before anything is charged (R-3DS-1). */
const AUTHENTICATION: readonly Rule[] = [
  rule(
    'waits for an authentication that is not there, is over or is of another payment',
    `p.state = 'authenticating' AND NOT EXISTS (
      SELECT 1 FROM authentication u WHERE u.id = p.authentication_id AND u.payment_id = p.id
        AND u.state NOT IN ('passed', 'failed'))`,
  ),
  rule(
    'goes on after an authentication that is not there, has not passed or is of another payment',
    // A charge may fail after an authentication that has passed, so a failed payment says nothing.
    `p.authentication_id IS NOT NULL AND p.state NOT IN ('authenticating', 'failed')
      AND NOT EXISTS (
        SELECT 1 FROM authentication u WHERE u.id = p.authentication_id AND u.payment_id = p.id
          AND u.state = 'passed')`,
  ),
]

const OUTCOME = (nowMs: number): readonly Rule[] => [
  rule(
    'waits for an outcome that nobody asks for',
    `p.state IN ('intent', 'pending', 'taken', 'authenticating')
      AND NOT EXISTS (SELECT 1 FROM timer d WHERE d.subject_id = p.id
        AND d.kind = CASE p.state WHEN 'intent' THEN 'paymentRecovery'
          WHEN 'pending' THEN 'pendingPayment' WHEN 'taken' THEN 'takenPayment'
          ELSE 'authentication' END)
      AND NOT EXISTS (
        SELECT 1 FROM payment_event r WHERE r.payment_id = p.id AND r.kind = 'review')`,
  ),
  {
    table: 'payment',
    what: 'has had no outcome for seven days: needs review',
    broken: `p.state = 'intent' AND p.created_at_ms < ${nowMs - REVIEW_AFTER_MS}`,
    severity: 'review',
  },
  {
    table: 'payment',
    what: 'waits for its shopper or a bank for longer than it may: needs review',
    broken: `p.state = 'pending' AND EXISTS (
      SELECT 1 FROM payment_event r WHERE r.payment_id = p.id AND r.kind = 'review')`,
    severity: 'review',
  },
  {
    table: 'payment',
    what: 'was accepted by its acquirer, which has not told the result in its usual time: look there',
    broken: `p.state = 'taken' AND EXISTS (
      SELECT 1 FROM payment_event r WHERE r.payment_id = p.id AND r.kind = 'review')`,
    severity: 'review',
  },
  {
    table: 'payment',
    what: 'is in review for seven days: accept or reject it',
    broken: `p.state = 'succeeded' AND p.created_at_ms < ${nowMs - REVIEW_AFTER_MS}
      AND p.result_code IN (${REVIEW_CODES}) AND NOT EXISTS (
        SELECT 1 FROM payment_event r WHERE r.payment_id = p.id AND r.kind = 'rejected')`,
    severity: 'review',
  },
  {
    table: 'payment',
    what: 'was rejected in review, and something of it is open: reject it again',
    broken: `p.state = 'succeeded' AND p.result_code IN (${REVIEW_CODES})
      AND p.authorised_minor + p.booked_minor
        > p.captured_minor + p.reversed_minor + p.refunded_minor + p.charged_back_minor
      AND EXISTS (
        SELECT 1 FROM payment_event r WHERE r.payment_id = p.id AND r.kind = 'rejected')`,
    severity: 'review',
  },
  {
    table: 'payment',
    what: 'failed here although the acquirer approved it: needs review',
    broken: `p.state = 'failed' AND EXISTS (
      SELECT 1 FROM payment_event r
        JOIN payment_event f ON f.payment_id = r.payment_id AND f.kind = 'failed' AND f.sequence < r.sequence
        WHERE r.payment_id = p.id AND r.kind = 'review')`,
    severity: 'review',
  },
]
