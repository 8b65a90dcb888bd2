import { type RuleSource, ruleOf } from '../../cli/check-rule.ts'

const giftCardRule = ruleOf('gift_card')
const partRule = ruleOf('gift_card_part')

/** The simulated issuer stores only the balance. */
export const giftCardRules: RuleSource = {
  from: `gift_card g LEFT JOIN (SELECT gift_card_id, sum(amount_minor) AS reserved
    FROM gift_card_part WHERE state = 'reserved' GROUP BY gift_card_id) h ON h.gift_card_id = g.id`,
  id: 'g.id',
  rules: [
    giftCardRule(
      'has a balance below zero or beyond what it was issued with',
      'g.balance_minor < 0 OR g.balance_minor > g.issued_minor',
    ),
    giftCardRule(
      'still has on its balance what is reserved of it',
      'g.issued_minor - g.balance_minor < coalesce(h.reserved, 0)',
    ),
  ],
}

/** A part `q` with the payment of the rest `r` and the payment `o` that it becomes. */
export const giftCardPartRules: RuleSource = {
  from: `gift_card_part q LEFT JOIN payment r ON r.id = q.payment_id
    LEFT JOIN payment o ON o.id = q.id LEFT JOIN gift_card g ON g.id = q.gift_card_id`,
  id: 'q.id',
  rules: [
    partRule(
      'is of a payment or a gift card that is not there or has another currency',
      `r.id IS NULL OR g.id IS NULL OR r.currency <> q.currency OR g.currency <> q.currency`,
    ),
    partRule(
      'is in another state than the payment of the rest',
      `q.state <> CASE r.state WHEN 'succeeded' THEN 'paid' WHEN 'failed' THEN 'returned'
        ELSE 'reserved' END`,
    ),
    partRule(
      'is paid and its own payment is not there or does not fit it',
      `q.state = 'paid' AND (o.id IS NULL OR o.state <> 'succeeded' OR o.referenced_id IS NOT NULL
        OR o.amount_minor <> q.amount_minor OR o.currency <> q.currency
        OR coalesce(o.gift_card_id, '') <> q.gift_card_id OR o.payment_type <> r.payment_type)`,
    ),
    partRule('is not paid and has a payment of its own', `q.state <> 'paid' AND o.id IS NOT NULL`),
  ],
}
