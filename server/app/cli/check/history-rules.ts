import { type Rule, type RuleSource, ruleOf } from '../../../cli/check-rule.ts'
import { STEPS_BY_REFERENCES, TOTALS } from './reference-rules.ts'

/** Events that leave the state alone, of a success: they stand after its own and after those of its references. */
const IS_NOTE = `e.kind IN ('expired', 'accepted', 'rejected', 'failedLater')`

/** The last event and its kind in one number, `sequence * 8 + kind`, so that no look-up is needed. A state that is not known is 0. */
const EVENT_NUMBER = `e.sequence * 8 + CASE e.kind WHEN 'intent' THEN 1 WHEN 'pending' THEN 2
  WHEN 'succeeded' THEN 3 WHEN 'failed' THEN 4 WHEN 'review' THEN 5 WHEN 'returned' THEN 5
  WHEN 'replayed' THEN 5 WHEN 'voiding' THEN 5 WHEN 'authenticating' THEN 6 WHEN 'taken' THEN 7 ELSE 0 END`

const HISTORY = `
  SELECT q.id, count(e.sequence) AS events, min(e.sequence) AS first_event,
    count(CASE WHEN ${IS_NOTE} THEN 1 END) AS notes,
    min(CASE WHEN ${IS_NOTE} THEN e.sequence END) AS first_note,
    max(CASE WHEN NOT ${IS_NOTE} THEN ${EVENT_NUMBER} END) AS latest
  FROM payment q LEFT JOIN payment_event e ON e.payment_id = q.id GROUP BY q.id`

const rule = ruleOf('payment')

/** Faults of a history. */
const historyRules: RuleSource = {
  from: `(${HISTORY}) h JOIN payment p ON p.id = h.id
    LEFT JOIN (${TOTALS}) s ON s.referenced_id = p.id`,
  id: 'p.id',
  rules: [
    rule('has no events', 'h.events = 0'),
    // Its own events come first: only successful payments are stepped by references.
    rule(
      'has events with a gap between them',
      'h.first_event <> 1 OR h.latest / 8 <> h.events - h.notes',
    ),
    rule(
      'has expired, failed later or was decided about, and has not succeeded before',
      `h.notes <> 0 AND (p.state <> 'succeeded' OR h.first_note <= h.latest / 8)`,
    ),
    rule(
      'has not the version that its events and references have made',
      `h.events <> 0 AND p.version <> h.events + ${STEPS_BY_REFERENCES}`,
    ),
    rule(
      'is in another state than its last event says',
      // A review, a return, a replay and a request to void it leave the state alone; nothing that has succeeded has them last.
      `h.latest % 8 <> CASE WHEN p.state = 'succeeded' THEN 3 WHEN h.latest % 8 = 5 THEN 5
        WHEN p.state = 'failed' THEN 4 WHEN p.state = 'pending' THEN 2
        WHEN p.state = 'authenticating' THEN 6 WHEN p.state = 'taken' THEN 7 ELSE 1 END`,
    ),
  ],
}

const STATE_LEFT_ALONE = `CASE p.state WHEN 'pending' THEN 2 WHEN 'failed' THEN 4 WHEN 'taken' THEN 7 ELSE 1 END`

/**
 * Number of events times 8 and the kind of the last one that is no note; a review, a shopper's return, a replay and the
 * request to void it count as the state that they left alone.
 */
const EVENTS_AND_KIND = `(
  SELECT CASE WHEN count(*) = 0 THEN 0
    WHEN min(e.sequence) <> 1
      OR max(CASE WHEN NOT ${IS_NOTE} THEN e.sequence END)
        <> count(CASE WHEN NOT ${IS_NOTE} THEN 1 END) THEN -1
    ELSE 8 * count(CASE WHEN ${IS_NOTE} THEN 1 END)
      + max(CASE WHEN ${IS_NOTE} THEN 0 ELSE e.sequence * 8 + CASE e.kind WHEN 'intent' THEN 1
        WHEN 'review' THEN ${STATE_LEFT_ALONE} WHEN 'returned' THEN ${STATE_LEFT_ALONE}
        WHEN 'replayed' THEN ${STATE_LEFT_ALONE} WHEN 'voiding' THEN ${STATE_LEFT_ALONE} WHEN 'pending' THEN 2 WHEN 'succeeded' THEN 3 WHEN 'failed' THEN 4
        WHEN 'authenticating' THEN 6 WHEN 'taken' THEN 7 ELSE 0 END END) END
  FROM payment_event e WHERE e.payment_id = p.id)`

/**
 * All in one comparison, for payments `p` with their totals `s`: events, whose look-up is
 * expensive, are read once for each payment.
 */
export const historySummary: Rule = {
  ...rule(
    'has events that do not fit it',
    `${EVENTS_AND_KIND} <> (p.version - ${STEPS_BY_REFERENCES}) * 8 + CASE p.state
      WHEN 'intent' THEN 1 WHEN 'pending' THEN 2 WHEN 'succeeded' THEN 3 WHEN 'failed' THEN 4
      WHEN 'authenticating' THEN 6 WHEN 'taken' THEN 7 ELSE 5 END`,
  ),
  detailedBy: [historyRules],
  isSummary: true,
}
