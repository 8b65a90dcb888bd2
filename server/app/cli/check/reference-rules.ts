import { type Rule, type RuleSource, ruleOf } from '../../../cli/check-rule.ts'
import { hasClosedHold, isFinal } from './hold-changes.ts'

/**
 * How much later than a FINAL reference another one may seem to be made: clocks of several servers
 * differ, and a request may wait before it is decided. In milliseconds.
 */
const CLOCK_TOLERANCE_MS = 60_000

const rule = ruleOf('payment')

/**
 * Its reserved amount was given back, or it raised a hold late: in a closed hold this amount is
 * released.
 */
const MAY_FREE = `(r.version > 1 AND (
  (r.state = 'failed' AND r.payment_type IN ('CP', 'RV', 'PA'))
  OR (r.state = 'succeeded' AND r.operation = 'increment')))`

/** The late failure of a capture releases the amount where its hold is closed. */
const MAY_FREE_LATE = `(r.operation = 'lateFailure' AND t.payment_type = 'CP')`

/** Compares references with the payments that they refer to (decisions §5). */
export const referenceRules: RuleSource = {
  from: `(SELECT * FROM payment WHERE referenced_id IS NOT NULL) r
    LEFT JOIN payment t ON t.id = r.referenced_id`,
  id: 'r.id',
  rules: [
    rule('refers to a payment that is not there', 't.id IS NULL'),
    rule(
      'refers to a payment of a type that it cannot refer to',
      `NOT CASE WHEN r.operation = 'lateFailure'
        THEN t.payment_type IN ('DB', 'CD', 'CP', 'RV', 'RF', 'RB') AND t.failed_later_at_ms IS NOT NULL
        ELSE CASE r.payment_type
        WHEN 'CP' THEN t.payment_type = 'PA'
        WHEN 'RV' THEN t.payment_type IN ('PA', 'DB', 'CD')
        WHEN 'RF' THEN t.payment_type IN ('DB', 'CP', 'CD', 'RB')
        WHEN 'RB' THEN t.payment_type = 'DB'
        WHEN 'PA' THEN t.payment_type = 'PA'
        WHEN 'CB' THEN t.payment_type IN ('DB', 'CP', 'RF', 'RB')
        WHEN 'CR' THEN t.payment_type = 'CB'
        ELSE t.id IS NULL END END`,
    ),
    rule(
      'refers to a payment that has not succeeded',
      // An acquirer may charge back what failed here.
      `t.state <> 'succeeded' AND NOT (t.state = 'failed' AND r.payment_type = 'CB')`,
    ),
    rule(
      'refers to a payment of another family, channel or currency',
      // An acquirer may charge back in its own currency.
      `t.family_id <> r.family_id OR t.entity_id <> r.entity_id
        OR (t.currency <> r.currency AND r.payment_type NOT IN ('CB', 'CR'))`,
    ),
    rule(
      'is a renewed hold that may be captured more often than the old one still could',
      `r.operation = 'renewal' AND r.state <> 'failed' AND (
        (r.maximum_captures IS NULL) <> (t.maximum_captures IS NULL)
        OR r.maximum_captures + t.capture_count > t.maximum_captures)`,
    ),
    rule(
      'has released something of a hold that is not closed',
      `${MAY_FREE} AND NOT t.hold_closed AND EXISTS (
        SELECT 1 FROM posting x WHERE x.family_id = r.family_id AND x.payment_id = r.id
        AND x.account = 'reversed')`,
    ),
  ],
}

/** It has not failed after it had succeeded, and does not book that of another one. */
const COUNTS = `r.failed_later_at_ms IS NULL AND r.operation <> 'lateFailure'`

/** Sum of the amounts that references of one type have reserved or moved. */
function takenBy(paymentType: string): string {
  return `CAST(sum(CASE WHEN r.payment_type = '${paymentType}' AND r.state <> 'failed' AND ${COUNTS}
    THEN r.amount_minor ELSE 0 END) AS BIGINT)`
}

const IS_FINAL = `r.state <> 'failed' AND ${isFinal('r')}`

/** Renewed a hold with an open rest, or closed it with one. */
const MAY_CLOSE = `(r.state = 'succeeded' AND CASE r.payment_type WHEN 'CP' THEN ${isFinal('r')}
  WHEN 'RV' THEN r.version > 1 WHEN 'PA' THEN r.operation = 'renewal' ELSE FALSE END)`

/** The released amount besides reversals: only postings show how much was open at that moment. */
const RELEASED = `CASE WHEN ${MAY_CLOSE} OR ${MAY_FREE} OR ${MAY_FREE_LATE} THEN (
    SELECT coalesce(sum(x.amount_minor), 0) FROM posting x
    WHERE x.family_id = r.family_id AND x.payment_id = r.id AND x.account = 'reversed')
    - CASE WHEN r.payment_type = 'RV' AND r.state = 'succeeded' AND r.operation <> 'lateFailure'
      THEN r.amount_minor ELSE 0 END
  ELSE 0 END`

/** A renewal that is under way has reserved what it will take back, and posted nothing yet. */
const RESERVED = `CASE WHEN r.state IN ('intent', 'pending', 'taken') THEN r.replaced_hold_minor ELSE 0 END`

/**
 * Its outcome came after it was stored. For payments that may be referred to, the version does not
 * show this.
 */
const CAME_LATE = `EXISTS (
  SELECT 1 FROM payment_event e
  WHERE e.payment_id = r.id AND e.sequence = 2 AND e.kind <> 'failedLater')`

/**
 * How often a reference has stepped its target: when it is written down, and once more when it fails
 * later, raises a hold late or closes it late; never when it was refused at once. Reversals close
 * holds alone, and are counted apart.
 */
const STEPS = `CASE
  WHEN r.payment_type IN ('CB', 'CR') THEN 1
  WHEN r.payment_type NOT IN ('CP', 'RV', 'RF', 'PA') THEN 0
  WHEN r.state = 'failed'
    THEN CASE WHEN r.version = 1 THEN 0 WHEN r.operation = 'increment' THEN 1 ELSE 2 END
  WHEN r.state = 'succeeded' AND r.operation = 'increment' THEN CASE WHEN r.version > 1 THEN 2 ELSE 1 END
  WHEN r.payment_type <> 'RV' AND ${hasClosedHold('r')} AND ${CAME_LATE} THEN 2
  ELSE 1 END`

const LATE_REVERSAL = `CASE WHEN r.payment_type = 'RV' AND r.state = 'succeeded' AND r.operation <> 'lateFailure'
  AND r.version > CASE WHEN r.failed_later_at_ms IS NULL THEN 1 ELSE 2 END THEN 1 ELSE 0 END`

/** Chargebacks and reversals of a payment `p` that were booked beside another one, by one step of a dispute. */
const BOOKED_BESIDE = `CASE WHEN s.fact_currency IS NULL THEN 0 ELSE (
    SELECT CAST(coalesce(sum(e.booked_count - 1), 0) AS BIGINT)
    FROM dispute d JOIN dispute_event e ON e.dispute_id = d.id
    WHERE d.payment_id = p.id AND e.booked_count > 1) END`

/** How often the references of a payment `p` with its totals `s` have stepped it. */
export const STEPS_BY_REFERENCES = `(coalesce(s.steps, 0) - ${BOOKED_BESIDE}
  + CASE WHEN p.payment_type = 'PA' THEN coalesce(s.late_reversals, 0) ELSE 0 END)`

/**
 * The reversal of a chargeback refers to that, and counts for the payment that was charged back; so does the late
 * failure of a capture, reversal or refund for what that refers to.
 */
const COUNTED_FOR = `CASE WHEN r.payment_type = 'CR' OR r.operation = 'lateFailure' THEN t.referenced_id ELSE r.referenced_id END`

const IS_FACT = `r.payment_type IN ('CB', 'CR')`

/**
 * What the references of a payment add up to. One that failed reserves nothing. The id is cast because SQLite
 * compares an expression without a type with a column only by going through all of them.
 */
export const TOTALS = `
  SELECT CAST(${COUNTED_FOR} AS TEXT) AS referenced_id, ${takenBy('CP')} AS captured, ${takenBy('RF')} AS refunded,
    ${takenBy('RV')} + CAST(sum(${RELEASED} + ${RESERVED}) AS BIGINT) AS reversed,
    CAST(sum(CASE WHEN r.state = 'succeeded' AND r.operation = 'increment'
      THEN r.amount_minor ELSE 0 END) AS BIGINT) AS raised,
    sum(CASE WHEN r.payment_type = 'CP' AND r.state <> 'failed' AND ${COUNTS} THEN 1 ELSE 0 END) AS captures,
    sum(${STEPS}) AS steps,
    sum(${LATE_REVERSAL}) AS late_reversals,
    sum(CASE WHEN ${hasClosedHold('r')} THEN 1 ELSE 0 END) AS closings,
    sum(CASE WHEN ${IS_FINAL} THEN 1 ELSE 0 END) AS finals,
    max(CASE WHEN ${IS_FINAL} THEN r.created_at_ms END) AS final_at_ms,
    CAST(sum(CASE r.payment_type WHEN 'CB' THEN r.amount_minor WHEN 'CR' THEN -r.amount_minor
      ELSE 0 END) AS BIGINT) AS charged_back,
    min(CASE WHEN ${IS_FACT} THEN r.currency END) AS fact_currency,
    max(CASE WHEN ${IS_FACT} THEN r.currency END) AS other_fact_currency,
    max(CASE WHEN r.state <> 'failed' AND r.payment_type NOT IN ('RB', 'CB', 'CR')
      AND r.operation <> 'lateFailure' THEN r.created_at_ms END) AS latest_at_ms
  FROM payment r LEFT JOIN payment t ON t.id = r.referenced_id
  WHERE r.referenced_id IS NOT NULL AND ${COUNTED_FOR} IS NOT NULL GROUP BY 1`

/** A payment `p` with the totals `s` of its references. */
export const referenceTotalRules: readonly Rule[] = [
  rule(
    'has not been captured by what its captures add up to',
    `p.captured_minor <> coalesce(s.captured, 0) OR p.capture_count <> coalesce(s.captures, 0)`,
  ),
  rule(
    'has not been reversed by what its reversals and renewals add up to',
    'p.reversed_minor <> coalesce(s.reversed, 0)',
  ),
  rule(
    'has not been refunded by what its refunds add up to',
    'p.refunded_minor <> coalesce(s.refunded, 0)',
  ),
  rule(
    'has not been charged back by what its chargebacks add up to',
    // In another currency the acquirer's amount does not say how much of the payment it is.
    `CASE WHEN s.fact_currency IS NULL THEN p.charged_back_minor <> 0
      WHEN s.fact_currency = p.currency AND s.other_fact_currency = p.currency
      THEN p.charged_back_minor <> CASE WHEN s.charged_back < 0 THEN 0 ELSE s.charged_back END
      ELSE FALSE END`,
  ),
  rule(
    'names as its FINAL reference a payment that does not refer to it, or has failed',
    'p.finalised_by IS NOT NULL AND coalesce(s.finals, 0) = 0',
  ),
  rule(
    'is a hold that says it was closed and was not, or the other way round',
    `p.payment_type = 'PA' AND p.hold_closed <> (coalesce(s.closings, 0) > 0)`,
  ),
  rule(
    'is a hold that was closed and holds something',
    `p.payment_type = 'PA' AND coalesce(s.closings, 0) > 0
      AND p.captured_minor + p.reversed_minor <> p.authorised_minor`,
  ),
  rule(
    'has a reference after a FINAL one',
    `s.latest_at_ms > s.final_at_ms + ${CLOCK_TOLERANCE_MS}`,
  ),
]
