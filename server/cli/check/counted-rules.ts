import { type RuleSource, ruleOf } from './rule.ts'

const giftCardRule = ruleOf('gift_card')
const quotaRule = ruleOf('quota')
const sightingRule = ruleOf('sighting')

/** The simulated issuer stores only the balance. */
export const giftCardRules: RuleSource = {
  from: 'gift_card g',
  id: 'g.id',
  rules: [
    giftCardRule(
      'has a balance below zero or beyond what it was issued with',
      'g.balance_minor < 0 OR g.balance_minor > g.issued_minor',
    ),
  ],
}

/** A key may contain the name that is counted: the log of a check shows only its beginning. */
export const quotaRules: RuleSource = {
  from: 'quota q',
  id: `substr(q.key, 1, 12) || '…'`,
  rules: [
    quotaRule('is used less than zero times or above its limit', 'q.used < 0 OR q.used > q.most'),
  ],
}

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
