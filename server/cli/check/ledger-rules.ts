import { PAYMENTS } from './kept-payments.ts'
import type { Rule, RuleSource } from './rule.ts'

/**
 * The ledger (R-INV-2). Every leg fits its payment, the legs of a payment are two that sum to zero,
 * and all legs together are all that payments have moved: so none is too many and none is missing.
 */

/** Where the money of a booking lies that is reversed or refunded. */
const BOOKED_ACCOUNT = `CASE t.payment_type WHEN 'PA' THEN 'authorised' WHEN 'CD' THEN 'credited'
  ELSE 'captured' END`

const DEBITED = `CASE p.payment_type WHEN 'PA' THEN 'shopper' WHEN 'DB' THEN 'shopper'
  WHEN 'CD' THEN 'merchant' WHEN 'CP' THEN 'authorised' ELSE ${BOOKED_ACCOUNT} END`

const CREDITED = `CASE p.payment_type WHEN 'PA' THEN 'authorised' WHEN 'DB' THEN 'captured'
  WHEN 'CD' THEN 'credited' WHEN 'CP' THEN 'captured' WHEN 'RV' THEN 'reversed' ELSE 'refunded' END`

function rule(what: string, broken: string): Rule {
  return { table: 'posting', what, broken }
}

/** Each leg beside its payment. */
export const legRules: RuleSource = {
  from: `posting x LEFT JOIN ${PAYMENTS} p ON p.id = x.payment_id
    LEFT JOIN ${PAYMENTS} t ON t.id = p.referenced_id`,
  id: 'x.payment_id',
  rules: [
    rule('belongs to a payment that is not there', 'p.id IS NULL'),
    rule('belongs to a payment that has not succeeded', `p.state <> 'succeeded'`),
    rule(
      'has not the amount of its payment',
      'x.amount_minor <> p.amount_minor AND x.amount_minor <> -p.amount_minor',
    ),
    rule(
      'has another currency or family than its payment',
      'x.currency <> p.currency OR x.family_id <> p.family_id',
    ),
    rule(
      'is on the wrong account',
      `x.account <> CASE WHEN x.amount_minor < 0 THEN ${DEBITED} ELSE ${CREDITED} END`,
    ),
  ],
}

/** The legs of one payment together. */
export const legPairRules: RuleSource = {
  from: `(SELECT payment_id, count(*) AS legs, sum(amount_minor) AS balance
    FROM posting GROUP BY payment_id) x`,
  id: 'x.payment_id',
  rules: [
    rule('is one of legs that do not sum to zero', 'x.balance <> 0'),
    rule('is one of more or fewer than two legs', 'x.legs <> 2'),
  ],
}

/** The whole ledger, currency by currency; currencies stand where ids do. */
export const balanceRules: RuleSource = {
  from: `(SELECT currency, sum(amount_minor) AS balance FROM posting GROUP BY currency) x`,
  id: 'x.currency',
  rules: [rule('do not sum to zero', 'x.balance <> 0')],
}

const MOVED_RULE = rule('are not all that payments have moved', 'x.moved <> coalesce(m.moved, 0)')

/** All currencies in one sum: once every leg fits its payment, a missing one makes it too small. */
export const movedRules: RuleSource = {
  from: `(SELECT coalesce(sum(CASE WHEN amount_minor > 0 THEN amount_minor END), 0) AS moved
      FROM posting) x,
    (SELECT sum(amount_minor) AS moved FROM ${PAYMENTS} WHERE state = 'succeeded') m`,
  id: `'in all'`,
  rules: [MOVED_RULE],
}

/** Only when the whole does not fit: a look for each payment would cost more than all else here. */
export const missingLegRules: RuleSource = {
  from: `${PAYMENTS} p`,
  id: 'p.id',
  onlyAfter: MOVED_RULE,
  rules: [
    {
      table: 'payment',
      what: 'succeeded and has no postings',
      broken: `p.state = 'succeeded' AND p.amount_minor <> 0 AND NOT EXISTS (
        SELECT 1 FROM posting x WHERE x.family_id = p.family_id AND x.payment_id = p.id)`,
    },
  ],
}
