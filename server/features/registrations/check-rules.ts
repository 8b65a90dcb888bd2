import { type RuleSource, ruleOf } from '../../cli/check-rule.ts'

const registrationRule = ruleOf('registration')

/**
 * Compares stored payment details with the sealed number, the payment that stored them and their
 * expiry.
 */
export const registrationRules: RuleSource = {
  from: `registration g LEFT JOIN vault_record v ON v.id = g.vault_record_id
    LEFT JOIN payment p ON p.id = g.payment_id
    LEFT JOIN entity e ON e.id = g.entity_id AND e.kind = 'channel'`,
  id: 'g.id',
  rules: [
    registrationRule(
      'can be paid with and has no vault record',
      `g.state = 'active' AND v.id IS NULL`,
    ),
    registrationRule(
      'has another fingerprint than its vault record, or none',
      `v.id IS NOT NULL AND (g.fingerprint IS NULL OR g.fingerprint <> v.fingerprint)`,
    ),
    registrationRule(
      'cannot be paid with and keeps what was sealed, or its fingerprint',
      `g.state <> 'active'
        AND (g.vault_record_id IS NOT NULL OR g.fingerprint IS NOT NULL)`,
    ),
    registrationRule(
      'is one of several that can be paid with, of a number that is kept once',
      `g.state = 'active' AND g.deduplicated AND EXISTS (
        SELECT 1 FROM registration o
        WHERE o.entity_id = g.entity_id AND o.fingerprint = g.fingerprint AND o.state = 'active'
          AND o.payment_brand = g.payment_brand AND o.deduplicated AND o.id <> g.id)`,
    ),
    registrationRule(
      'can be paid with and has no timer that ends it',
      `g.state = 'active' AND NOT EXISTS (
        SELECT 1 FROM timer d WHERE d.kind = 'registrationExpiry' AND d.subject_id = g.id)`,
    ),
    registrationRule(
      'names a payment that is not there, has not succeeded or is of another channel',
      `g.payment_id IS NOT NULL
        AND (p.id IS NULL OR p.state <> 'succeeded' OR p.entity_id <> g.entity_id)`,
    ),
    registrationRule('belongs to an entity that is no channel', 'e.id IS NULL'),
  ],
}
