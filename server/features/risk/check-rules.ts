import { type RuleSource, ruleOf } from '../../cli/check-rule.ts'

const sightingRule = ruleOf('sighting')

/** Sightings are written with their payment, with every outcome. */
export const sightingRules: RuleSource = {
  from: 'sighting s LEFT JOIN payment p ON p.id = s.payment_id',
  id: 's.payment_id',
  rules: [
    sightingRule(
      'is of a payment that is not there or of another channel',
      'p.id IS NULL OR p.entity_id <> s.entity_id',
    ),
  ],
}
