import type { Rule, RuleSource } from './rule.ts'

/**
 * How much later than a FINAL reference another one may seem to have been made: clocks of several
 * servers differ, and a request takes its time before its turn comes. In milliseconds.
 */
const CLOCK_TOLERANCE_MS = 60_000

function rule(what: string, broken: string): Rule {
  return { table: 'payment', what, broken }
}

/** Captures, reversals and refunds beside what they name (decisions §5). */
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
        WHEN 'RF' THEN t.payment_type IN ('DB', 'CP', 'CD')
        ELSE t.id IS NULL END`,
    ),
    rule('refers to a payment that has not succeeded', `t.state <> 'succeeded'`),
    rule(
      'refers to a payment of another family, channel or currency',
      't.family_id <> r.family_id OR t.entity_id <> r.entity_id OR t.currency <> r.currency',
    ),
  ],
}

/** Sum of the amounts that references of one type have reserved or moved. */
function takenBy(paymentType: string): string {
  return `CAST(sum(CASE WHEN payment_type = '${paymentType}' AND state <> 'failed'
    THEN amount_minor ELSE 0 END) AS BIGINT)`
}

/** Within a text of the details the quotes would be escaped. */
const IS_FINAL = `state <> 'failed' AND details LIKE '%"isFinal":true%'`

/**
 * What the references of a payment add up to. One that failed reserves nothing; it has stepped its
 * target twice when it was written down first, and never when it was refused at once.
 */
export const TOTALS = `
  SELECT referenced_id,
    ${takenBy('CP')} AS captured, ${takenBy('RV')} AS reversed, ${takenBy('RF')} AS refunded,
    sum(CASE WHEN payment_type = 'CP' AND state <> 'failed' THEN 1 ELSE 0 END) AS captures,
    sum(CASE WHEN state <> 'failed' THEN 1 WHEN version > 1 THEN 2 ELSE 0 END) AS steps,
    sum(CASE WHEN ${IS_FINAL} THEN 1 ELSE 0 END) AS finals,
    max(CASE WHEN ${IS_FINAL} THEN created_at_ms END) AS final_at_ms,
    max(CASE WHEN state <> 'failed' THEN created_at_ms END) AS latest_at_ms
  FROM payment WHERE referenced_id IS NOT NULL GROUP BY referenced_id`

/** A payment `p` beside the totals `s` of its references. */
export const ofReferences: readonly Rule[] = [
  rule(
    'has not been captured by what its captures add up to',
    `p.captured_minor <> coalesce(s.captured, 0) OR p.capture_count <> coalesce(s.captures, 0)`,
  ),
  rule(
    'has not been reversed by what its reversals add up to',
    'p.reversed_minor <> coalesce(s.reversed, 0)',
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
