import { type RuleSource, ruleOf } from '../../server/cli/check-rule.ts'

const linkRule = ruleOf('customer_link')

/** Compares the links of customers with what they lead to. */
export const linkRules: RuleSource = {
  from: `customer_link l
    LEFT JOIN payment p ON l.linked = 'payment' AND p.id = l.linked_id
    LEFT JOIN registration g ON l.linked = 'registration' AND g.id = l.linked_id`,
  id: 'l.linked_id',
  rules: [
    linkRule(
      'leads to a payment that is not there or is of another channel',
      `l.linked = 'payment' AND (p.id IS NULL OR p.entity_id <> l.entity_id)`,
    ),
    linkRule(
      'leads to stored details that are not there or are of another channel',
      `l.linked = 'registration' AND (g.id IS NULL OR g.entity_id <> l.entity_id)`,
    ),
  ],
}
