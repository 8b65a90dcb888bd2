import { type RuleSource, ruleOf } from '../../cli/check-rule.ts'

const checkoutRule = ruleOf('checkout')

/** The id of a checkout is a credential (R-TOK-2): the log of a check shows where it begins. */
const SHOWN_ID = `substr(c.id, 1, 12) || '…'`

/** Compares checkouts with the payment or registration that they name (decisions §6). */
export const checkoutRules: RuleSource = {
  from: `checkout c LEFT JOIN payment p ON p.id = c.payment_id
    LEFT JOIN registration g ON g.id = c.registration_id`,
  id: SHOWN_ID,
  rules: [
    checkoutRule(
      'names a payment that is not there or belongs to another checkout',
      `c.payment_id IS NOT NULL
        AND (p.id IS NULL OR p.checkout_id IS NULL OR p.checkout_id <> c.id)`,
    ),
    checkoutRule(
      'is in another state than its payment',
      `CASE coalesce(p.state, 'failed')
        WHEN 'intent' THEN c.state <> 'processing'
        WHEN 'pending' THEN c.state <> 'pending'
        WHEN 'taken' THEN c.state <> 'pending'
        WHEN 'authenticating' THEN c.state <> 'pending'
        WHEN 'succeeded' THEN c.state <> 'done'
        ELSE g.id IS NULL AND c.state NOT IN ('open', 'expired', 'deleted') END`,
    ),
    checkoutRule(
      'names a registration that is not there or belongs to another channel',
      'c.registration_id IS NOT NULL AND (g.id IS NULL OR g.entity_id <> c.entity_id)',
    ),
    checkoutRule(
      'is in another state than its registration',
      `p.id IS NULL AND g.id IS NOT NULL AND CASE g.state
        WHEN 'failed' THEN c.state NOT IN ('open', 'expired', 'deleted')
        ELSE c.state <> 'done' END`,
    ),
  ],
}
