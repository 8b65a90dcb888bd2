import { type Rule, type RuleSource, ruleOf } from '../../../cli/check-rule.ts'

const paymentRule = ruleOf('payment')

/** One success per checkout, ever. */
const singleSuccessRules: RuleSource = {
  from: `(SELECT min(id) AS id, count(*) AS successes FROM payment
    WHERE checkout_id IS NOT NULL AND referenced_id IS NULL AND state = 'succeeded'
    GROUP BY checkout_id) q`,
  id: 'q.id',
  rules: [paymentRule('is not the only success of its checkout', 'q.successes > 1')],
}

/** Payments `p` with their checkout `c`. It can name only one of two successes. */
export const paymentCheckoutRules: readonly Rule[] = [
  {
    table: 'payment',
    what: 'belongs to a checkout that is not there',
    broken: 'p.checkout_id IS NOT NULL AND c.id IS NULL',
    detailedBy: [singleSuccessRules],
  },
  {
    table: 'payment',
    what: 'may have moved money and its checkout names another payment',
    broken: `p.state <> 'failed' AND c.id IS NOT NULL
      AND (c.payment_id IS NULL OR c.payment_id <> p.id)`,
    detailedBy: [singleSuccessRules],
  },
]
