import { type RuleSource, ruleOf } from '../../server/cli/check-rule.ts'

const referenceRule = ruleOf('provider_reference')
const eventRule = ruleOf('acquirer_event')

/** What providers call payments: compared with these. A token is a secret, so that no row is named by its value. */
export const referenceRules: RuleSource = {
  from: 'provider_reference r LEFT JOIN payment p ON p.id = r.payment_id',
  id: `coalesce(r.payment_id, r.registration_id, '')`,
  rules: [
    referenceRule('names a payment that is not there', 'r.payment_id IS NOT NULL AND p.id IS NULL'),
    referenceRule('names a payment of another connector', 'p.connector <> r.connector'),
  ],
}

const UNMATCHED = `e.state = 'unmatched'`
const REFUSED = `e.state = 'refused'`

/** What acquirers have told by themselves. */
export const eventRules: RuleSource = {
  from: `acquirer_event e LEFT JOIN payment p ON p.id = e.payment_id
    LEFT JOIN timer d
      ON d.kind = 'acquirerEvent' AND d.subject_id = e.connector || ' ' || e.event_id`,
  id: 'e.event_id',
  rules: [
    eventRule('waits to be worked off and has no timer', `e.state = 'waiting' AND d.kind IS NULL`),
    eventRule('names a payment that is not there', 'e.payment_id IS NOT NULL AND p.id IS NULL'),
    eventRule('names a payment of another connector', 'p.connector <> e.connector'),
    {
      ...eventRule('is about a payment that is not known here: look at its provider', UNMATCHED),
      severity: 'review',
    },
    {
      ...eventRule('contradicts what is stored and has no effect: see the log', REFUSED),
      severity: 'review',
    },
  ],
}
