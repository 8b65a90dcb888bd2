import { type RuleSource, ruleOf } from '../../server/cli/check-rule.ts'

const rule = ruleOf('payment_sum')

const HOUR = '3600000'
const DAY = '86400000'
const GROUP = 'payment_type, operation, state, result_code, payment_brand, currency'
const HOUR_OF_PAYMENT = `created_at_ms - created_at_ms % ${HOUR}`

/** Hours without a change that is still to be summed: others may be a minute behind. */
const upToDate = (hour: string) => `NOT EXISTS (
  SELECT 1 FROM payment_sum_change c
    WHERE c.entity_id = ${hour}.entity_id AND c.span_ms = ${hour}.span_ms)`

const isSame = (columns: string) =>
  columns
    .split(', ')
    .map((column) => `p.${column} = s.${column}`)
    .join(' AND ')

/** Each kind of an hour against the payments of that hour. */
const ofPayments: RuleSource = {
  from: `(
      SELECT s.entity_id, s.span_ms, ${GROUP}, min(s.id) AS id, sum(s.payment_count) AS counted,
        sum(s.amount_minor) AS summed
      FROM payment_sum s WHERE s.span = 'hour' AND ${upToDate('s')}
      GROUP BY s.entity_id, s.span_ms, ${GROUP}
    ) s LEFT JOIN (
      SELECT entity_id, ${HOUR_OF_PAYMENT} AS span_ms, ${GROUP}, count(*) AS counted,
        sum(amount_minor) AS summed
      FROM payment GROUP BY entity_id, ${HOUR_OF_PAYMENT}, ${GROUP}
    ) p ON ${isSame(`entity_id, span_ms, ${GROUP}`)}`,
  id: 's.id',
  rules: [
    rule(
      'has not the number of its payments, or not their sum',
      's.counted <> coalesce(p.counted, 0) OR s.summed <> coalesce(p.summed, 0)',
    ),
  ],
}

/** Each kind of payments of an hour that is summed has a row. */
const ofHours: RuleSource = {
  from: `(
      SELECT entity_id, ${HOUR_OF_PAYMENT} AS span_ms, ${GROUP}
      FROM payment GROUP BY entity_id, ${HOUR_OF_PAYMENT}, ${GROUP}
    ) p JOIN payment_sum_progress g ON g.id = p.entity_id AND g.until_ms > p.span_ms
      LEFT JOIN payment_sum s ON s.span = 'hour' AND ${isSame(`entity_id, span_ms, ${GROUP}`)}`,
  id: 'p.entity_id',
  rules: [
    rule('is missing for payments of an hour that is summed', `s.id IS NULL AND ${upToDate('p')}`),
  ],
}

/** What shoppers have paid in an hour, against the ledger: debits, rebills and credits have one pair of legs. */
const ofPostings: RuleSource = {
  from: `(
      SELECT s.entity_id, s.span_ms, currency, min(s.id) AS id, sum(s.amount_minor) AS summed
      FROM payment_sum s
      WHERE s.span = 'hour' AND s.state = 'succeeded'
        AND s.payment_type IN ('DB', 'RB', 'CD') AND ${upToDate('s')}
      GROUP BY s.entity_id, s.span_ms, currency
    ) s LEFT JOIN (
      SELECT entity_id, ${HOUR_OF_PAYMENT} AS span_ms, x.currency, sum(x.amount_minor) AS summed
      FROM posting x JOIN payment ON payment.id = x.payment_id
      WHERE payment_type IN ('DB', 'RB', 'CD') AND x.amount_minor > 0
      GROUP BY entity_id, ${HOUR_OF_PAYMENT}, x.currency
    ) p ON ${isSame('entity_id, span_ms, currency')}`,
  id: 's.id',
  rules: [rule('does not fit the postings of its hour', 's.summed <> coalesce(p.summed, 0)')],
}

/** Each day against its hours. */
const ofDays: RuleSource = {
  from: `(
      SELECT s.entity_id, s.span_ms, ${GROUP}, min(s.id) AS id, sum(s.payment_count) AS counted,
        sum(s.amount_minor) AS summed
      FROM payment_sum s WHERE s.span = 'day'
      GROUP BY s.entity_id, s.span_ms, ${GROUP}
    ) s LEFT JOIN (
      SELECT entity_id, span_ms - span_ms % ${DAY} AS span_ms, ${GROUP},
        sum(payment_count) AS counted, sum(amount_minor) AS summed
      FROM payment_sum WHERE span = 'hour'
      GROUP BY entity_id, span_ms - span_ms % ${DAY}, ${GROUP}
    ) p ON ${isSame(`entity_id, span_ms, ${GROUP}`)}`,
  id: 's.id',
  rules: [
    rule(
      'is not what its hours are together',
      's.counted <> coalesce(p.counted, 0) OR s.summed <> coalesce(p.summed, 0)',
    ),
  ],
}

const cardRule = ruleOf('payment_card_sum')

const CARD_GROUP = 'currency, state, result_code'

/**
 * What is known of cards, each kind of an hour against the payments of that hour. Values are not compared: an erased
 * payment has none any more.
 */
const ofCards: RuleSource = {
  from: `(
      SELECT s.entity_id, s.span_ms, s.kind, ${CARD_GROUP}, min(s.id) AS id,
        sum(s.payment_count) AS counted
      FROM payment_card_sum s WHERE s.span = 'hour' AND ${upToDate('s')}
      GROUP BY s.entity_id, s.span_ms, s.kind, ${CARD_GROUP}
    ) s LEFT JOIN (
      SELECT entity_id, ${HOUR_OF_PAYMENT} AS span_ms, ${CARD_GROUP}, count(*) AS counted
      FROM payment
      WHERE payment_type IN ('PA', 'DB', 'RB') AND operation IN ('first', 'rebill')
      GROUP BY entity_id, ${HOUR_OF_PAYMENT}, ${CARD_GROUP}
    ) p ON ${isSame(`entity_id, span_ms, ${CARD_GROUP}`)}`,
  id: 's.id',
  rules: [cardRule('has not the number of its payments', 's.counted <> coalesce(p.counted, 0)')],
}

/** Payments of an hour whose cards are summed have rows, of each kind. */
const ofCardHours: RuleSource = {
  from: `(
      SELECT entity_id, ${HOUR_OF_PAYMENT} AS span_ms, ${CARD_GROUP}
      FROM payment
      WHERE payment_type IN ('PA', 'DB', 'RB') AND operation IN ('first', 'rebill')
      GROUP BY entity_id, ${HOUR_OF_PAYMENT}, ${CARD_GROUP}
    ) p JOIN payment_card_sum_progress g ON g.id = p.entity_id AND g.until_ms > p.span_ms`,
  id: 'p.entity_id',
  rules: [
    cardRule(
      'is missing for payments of an hour that is summed',
      `${upToDate('p')} AND 2 > (
        SELECT count(DISTINCT s.kind) FROM payment_card_sum s
        WHERE s.span = 'hour' AND ${isSame(`entity_id, span_ms, ${CARD_GROUP}`)})`,
    ),
  ],
}

/** Each day against its hours. */
const ofCardDays: RuleSource = {
  from: `(
      SELECT s.entity_id, s.span_ms, s.kind, ${CARD_GROUP}, min(s.id) AS id,
        sum(s.payment_count) AS counted
      FROM payment_card_sum s WHERE s.span = 'day'
      GROUP BY s.entity_id, s.span_ms, s.kind, ${CARD_GROUP}
    ) s LEFT JOIN (
      SELECT entity_id, span_ms - span_ms % ${DAY} AS span_ms, kind, ${CARD_GROUP},
        sum(payment_count) AS counted
      FROM payment_card_sum WHERE span = 'hour'
      GROUP BY entity_id, span_ms - span_ms % ${DAY}, kind, ${CARD_GROUP}
    ) p ON ${isSame(`entity_id, span_ms, kind, ${CARD_GROUP}`)}`,
  id: 's.id',
  rules: [cardRule('is not what its hours are together', 's.counted <> coalesce(p.counted, 0)')],
}

/** Of `tillgate check`: what is summed is what was paid. */
export const paymentSumRules: readonly RuleSource[] = [
  ofPayments,
  ofHours,
  ofPostings,
  ofDays,
  ofCards,
  ofCardHours,
  ofCardDays,
]
