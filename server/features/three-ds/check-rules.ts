import { type RuleSource, ruleOf } from '../../cli/check-rule.ts'

const authenticationRule = ruleOf('authentication')
const confidentialRule = ruleOf('confidential')

/**
 * Compares authentications with their payment. A payment may have begun several, and waits for the
 * last.
 */
export const authenticationRules: RuleSource = {
  from: 'authentication u LEFT JOIN payment p ON p.id = u.payment_id',
  id: 'u.id',
  rules: [
    authenticationRule(
      'is of a payment that is not there or of another channel',
      'p.id IS NULL OR p.entity_id <> u.entity_id',
    ),
    authenticationRule(
      'has not ended although its payment does not wait for it',
      `u.state NOT IN ('passed', 'failed') AND p.id IS NOT NULL
        AND (p.state <> 'authenticating' OR p.authentication_id <> u.id)`,
    ),
  ],
}

/** A security code is kept only as long as its payment waits (R-VLT-4). */
export const confidentialRules: RuleSource = {
  from: 'confidential x LEFT JOIN payment p ON p.id = x.payment_id',
  id: 'x.payment_id',
  rules: [
    confidentialRule(
      'is kept although its payment does not wait for an authentication',
      `p.id IS NULL OR p.state <> 'authenticating'`,
    ),
    confidentialRule('is of another channel than its payment', 'p.entity_id <> x.entity_id'),
  ],
}
