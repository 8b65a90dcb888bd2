import type { RuleSource } from './rule.ts'

/** A balance is all that the simulated issuer keeps. */
export const giftCardRules: RuleSource = {
  from: 'gift_card g',
  id: 'g.id',
  rules: [
    {
      table: 'gift_card',
      what: 'has a balance below zero or beyond what it was issued with',
      broken: 'g.balance_minor < 0 OR g.balance_minor > g.issued_minor',
    },
  ],
}

/** A key may name who is counted: the log of a check shows where it begins. */
export const quotaRules: RuleSource = {
  from: 'quota q',
  id: `substr(q.key, 1, 12) || '…'`,
  rules: [
    {
      table: 'quota',
      what: 'is used by less than nothing or beyond its most',
      broken: 'q.used < 0 OR q.used > q.most',
    },
  ],
}

/** Sightings are written with their payment, whatever became of that. */
export const sightingRules: RuleSource = {
  from: 'sighting s LEFT JOIN payment p ON p.id = s.payment_id',
  id: 's.payment_id',
  rules: [
    {
      table: 'sighting',
      what: 'is of a payment that is not there or of another channel',
      broken: 'p.id IS NULL OR p.entity_id <> s.entity_id',
    },
  ],
}
