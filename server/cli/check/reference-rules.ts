import { raisesHold, renewsHold } from './hold-changes.ts'
import type { Rule, RuleSource } from './rule.ts'

/**
 * How much later than a FINAL reference another one may seem to have been made: clocks of several
 * servers differ, and a request takes its time before its turn comes. In milliseconds.
 */
const CLOCK_TOLERANCE_MS = 60_000

function rule(what: string, broken: string): Rule {
  return { table: 'payment', what, broken }
}

/** Payments that refer to others beside what they name (decisions §5). */
export const referenceRules: RuleSource = {
  from: `(SELECT * FROM payment WHERE referenced_id IS NOT NULL) r
    LEFT JOIN payment t ON t.id = r.referenced_id`,
  id: 'r.id',
  rules: [
    rule('refers to a payment that is not there', 't.id IS NULL'),
    rule(
      'refers to a payment of a type that it cannot refer to',
      `NOT CASE r.payment_type
        WHEN 'CP' THEN t.payment_type = 'PA'
        WHEN 'RV' THEN t.payment_type IN ('PA', 'DB', 'CD')
        WHEN 'RF' THEN t.payment_type IN ('DB', 'CP', 'CD', 'RB')
        WHEN 'RB' THEN t.payment_type = 'DB'
        WHEN 'PA' THEN t.payment_type = 'PA'
        ELSE t.id IS NULL END`,
    ),
    rule('refers to a payment that has not succeeded', `t.state <> 'succeeded'`),
    rule(
      'refers to a payment of another family, channel or currency',
      't.family_id <> r.family_id OR t.entity_id <> r.entity_id OR t.currency <> r.currency',
    ),
    rule(
      'is an authorisation that refers to another and neither raises nor renews its hold',
      `r.payment_type = 'PA' AND NOT (${raisesHold('r')} OR ${renewsHold('r')})`,
    ),
  ],
}

/** Sum of the amounts that references of one type have reserved or moved. */
function takenBy(paymentType: string): string {
  return `CAST(sum(CASE WHEN r.payment_type = '${paymentType}' AND r.state <> 'failed'
    THEN r.amount_minor ELSE 0 END) AS BIGINT)`
}

/** Within a text of the details the quotes would be escaped. */
const IS_FINAL = `r.state <> 'failed' AND r.details LIKE '%"isFinal":true%'`

/** What a renewal took back: only its postings tell how much was left at that moment. */
const RELEASED = `CASE WHEN r.state = 'succeeded' AND ${renewsHold('r')} THEN (
    SELECT coalesce(sum(x.amount_minor), 0) FROM posting x
    WHERE x.family_id = r.family_id AND x.payment_id = r.id AND x.account = 'reversed')
  ELSE 0 END`

/** A renewal that is under way has reserved what it will take back, and posted nothing yet. */
const RENEWING = `CASE WHEN r.state IN ('intent', 'pending') AND ${renewsHold('r')}
  THEN 1 ELSE 0 END`

/**
 * How often a reference has stepped its target. One that reserves an amount does so when it is
 * written down, and once more when it fails later: never when it was refused at once. One that
 * raises a hold does so with its success.
 */
const STEPS = `CASE
  WHEN r.payment_type IN ('CP', 'RV', 'RF') OR ${renewsHold('r')}
    THEN CASE WHEN r.state <> 'failed' THEN 1 WHEN r.version > 1 THEN 2 ELSE 0 END
  WHEN r.state = 'succeeded' AND ${raisesHold('r')} THEN 1
  ELSE 0 END`

/** What the references of a payment add up to. One that failed reserves nothing. */
export const TOTALS = `
  SELECT r.referenced_id, ${takenBy('CP')} AS captured, ${takenBy('RF')} AS refunded,
    ${takenBy('RV')} + CAST(sum(${RELEASED}) AS BIGINT) AS reversed,
    CAST(sum(CASE WHEN r.state = 'succeeded' AND ${raisesHold('r')}
      THEN r.amount_minor ELSE 0 END) AS BIGINT) AS raised,
    sum(${RENEWING}) AS renewing,
    sum(CASE WHEN r.payment_type = 'CP' AND r.state <> 'failed' THEN 1 ELSE 0 END) AS captures,
    sum(${STEPS}) AS steps,
    sum(CASE WHEN ${IS_FINAL} THEN 1 ELSE 0 END) AS finals,
    max(CASE WHEN ${IS_FINAL} THEN r.created_at_ms END) AS final_at_ms,
    max(CASE WHEN r.state <> 'failed' AND r.payment_type <> 'RB'
      THEN r.created_at_ms END) AS latest_at_ms
  FROM payment r WHERE r.referenced_id IS NOT NULL GROUP BY r.referenced_id`

/** A payment `p` beside the totals `s` of its references. */
export const ofReferences: readonly Rule[] = [
  rule(
    'has not been captured by what its captures add up to',
    `p.captured_minor <> coalesce(s.captured, 0) OR p.capture_count <> coalesce(s.captures, 0)`,
  ),
  rule(
    'has not been reversed by what its reversals and renewals add up to',
    `p.reversed_minor < coalesce(s.reversed, 0)
      OR (p.reversed_minor > coalesce(s.reversed, 0) AND coalesce(s.renewing, 0) = 0)`,
  ),
  rule(
    'has not been refunded by what its refunds add up to',
    'p.refunded_minor <> coalesce(s.refunded, 0)',
  ),
  rule(
    'is closed without a FINAL reference, or open after one',
    'CAST(p.finalised AS INTEGER) <> CASE WHEN coalesce(s.finals, 0) > 0 THEN 1 ELSE 0 END',
  ),
  rule(
    'has a reference after a FINAL one',
    `s.finals > 1 OR s.latest_at_ms > s.final_at_ms + ${CLOCK_TOLERANCE_MS}`,
  ),
]
