import { type RuleSource, ruleOf } from '../../server/cli/check-rule.ts'

const referenceRule = ruleOf('provider_reference')

/** What providers call payments: compared with these. A token is a secret, so that no row is named by its value. */
export const referenceRules: RuleSource = {
  from: 'provider_reference r LEFT JOIN payment p ON p.id = r.payment_id',
  id: `coalesce(r.payment_id, r.registration_id, '')`,
  rules: [
    referenceRule('names a payment that is not there', 'r.payment_id IS NOT NULL AND p.id IS NULL'),
    referenceRule('names a payment of another connector', 'p.connector <> r.connector'),
  ],
}
