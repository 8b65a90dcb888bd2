import { type RuleSource, ruleOf } from '../../server/cli/check-rule.ts'

const disputeRule = ruleOf('dispute')
const eventRule = ruleOf('dispute_event')

/** Compares disputes with their payment, the chargeback that stands, and their deadline. */
export const disputeRules: RuleSource = {
  from: `dispute d LEFT JOIN payment p ON p.id = d.payment_id
    LEFT JOIN payment b ON b.id = d.chargeback_id
    LEFT JOIN (SELECT referenced_id, sum(amount_minor) AS minor
      FROM payment WHERE payment_type = 'CR' GROUP BY referenced_id) g
      ON g.referenced_id = d.chargeback_id
    LEFT JOIN timer t ON t.kind = 'disputeDeadline' AND t.subject_id = d.id
    LEFT JOIN (SELECT dispute_id, count(*) AS made, max(sequence) AS latest
      FROM dispute_event GROUP BY dispute_id) e ON e.dispute_id = d.id`,
  id: 'd.id',
  rules: [
    disputeRule(
      'is about a payment that is not there, or of another channel or family',
      'p.id IS NULL OR p.entity_id <> d.entity_id OR p.family_id <> d.family_id',
    ),
    disputeRule(
      'is kept for the case of another payment than its own',
      `d.case_payment_id <> CASE p.payment_type WHEN 'RF' THEN p.referenced_id ELSE p.id END`,
    ),
    disputeRule(
      'names as its chargeback what is none of its payment',
      `d.chargeback_id IS NOT NULL
        AND (b.id IS NULL OR b.payment_type <> 'CB' OR b.family_id <> d.family_id)`,
    ),
    disputeRule(
      'has not the money where it says',
      `(d.chargeback_id IS NOT NULL AND d.stage IN ('inquiry', 'alert'))
        OR (d.chargeback_id IS NULL AND d.outcome <> 'won'
          AND d.stage NOT IN ('inquiry', 'alert'))`,
    ),
    disputeRule(
      'has a chargeback of which not as much is given back as its outcome says',
      `d.chargeback_id IS NOT NULL AND NOT CASE WHEN d.outcome = 'won'
        THEN coalesce(g.minor, 0) < b.amount_minor AND (coalesce(g.minor, 0) > 0 OR b.amount_minor < d.amount_minor)
        ELSE g.minor IS NULL END`,
    ),
    disputeRule(
      'does not say when its money was taken, or says so although it never was',
      `(d.charged_at_ms IS NULL AND d.chargeback_id IS NOT NULL)
        OR d.charged_at_ms < d.created_at_ms OR d.charged_at_ms > d.updated_at_ms`,
    ),
    disputeRule(
      'has a deadline without a timer, or a timer without a deadline',
      `(d.respond_by_ms IS NULL) <> (t.subject_id IS NULL)
        OR (d.respond_by_ms IS NOT NULL AND d.outcome <> 'open')`,
    ),
    disputeRule(
      'has not the version that its events have made',
      'd.version <> coalesce(e.made, 0) OR d.version <> coalesce(e.latest, 0)',
    ),
  ],
}

export const disputeEventRules: RuleSource = {
  from: 'dispute_event v LEFT JOIN dispute d ON d.id = v.dispute_id',
  id: 'v.dispute_id',
  rules: [eventRule('is of a dispute that is not there', 'd.id IS NULL')],
}
