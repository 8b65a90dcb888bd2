import { IS_RELEASE_LEG, RELEASE_LEGS, renewsHold } from './hold-changes.ts'
import type { Rule, RuleSource } from './rule.ts'

/**
 * The ledger (R-INV-2). Every payment that has moved money has its two legs, one that renews a hold two
 * more for what it took back, and there are no others: so each sums to zero, and all together are all
 * that payments have moved.
 */

/** The type of what each reference names. */
export const TARGETS = `
  SELECT r.id, t.payment_type FROM payment r JOIN payment t ON t.id = r.referenced_id
  WHERE r.referenced_id IS NOT NULL`

/** Where the money of a booking lies that is reversed or refunded. */
const BOOKED_ACCOUNT = `CASE t.payment_type WHEN 'PA' THEN 'authorised' WHEN 'CD' THEN 'credited'
  ELSE 'captured' END`

const DEBITED = `CASE p.payment_type WHEN 'PA' THEN 'shopper' WHEN 'DB' THEN 'shopper'
  WHEN 'RB' THEN 'shopper' WHEN 'CD' THEN 'merchant' WHEN 'CP' THEN 'authorised' ELSE ${BOOKED_ACCOUNT} END`

const CREDITED = `CASE p.payment_type WHEN 'PA' THEN 'authorised' WHEN 'DB' THEN 'captured'
  WHEN 'RB' THEN 'captured' WHEN 'CD' THEN 'credited' WHEN 'CP' THEN 'captured' WHEN 'RV' THEN 'reversed' ELSE 'refunded' END`

function rule(what: string, broken: string): Rule {
  return { table: 'posting', what, broken }
}

/** Each leg beside its payment. */
const legRules: RuleSource = {
  from: `posting x LEFT JOIN payment p ON p.id = x.payment_id
    LEFT JOIN payment t ON t.id = p.referenced_id`,
  id: 'x.payment_id',
  rules: [
    rule('belongs to a payment that is not there', 'p.id IS NULL'),
    rule('belongs to a payment that has not succeeded', `p.state <> 'succeeded'`),
    rule(
      'has not the amount of its payment',
      `x.amount_minor <> p.amount_minor AND x.amount_minor <> -p.amount_minor
        AND NOT ${IS_RELEASE_LEG}`,
    ),
    rule(
      'has another currency or family than its payment',
      'x.currency <> p.currency OR x.family_id <> p.family_id',
    ),
    rule(
      'is on the wrong account',
      `x.account <> CASE WHEN x.amount_minor < 0 THEN ${DEBITED} ELSE ${CREDITED} END
        AND NOT ${IS_RELEASE_LEG}`,
    ),
  ],
}

/** The legs of one payment together; a renewal of a hold has marks of its own. */
const legPairRules: RuleSource = {
  from: `(SELECT payment_id, count(*) AS legs, sum(amount_minor) AS balance,
      sum(CASE account WHEN 'shopper' THEN 1 WHEN 'reversed' THEN 10 ELSE 0 END) AS marks
    FROM posting GROUP BY payment_id) x`,
  id: 'x.payment_id',
  rules: [
    rule('is one of legs that do not sum to zero', 'x.balance <> 0'),
    rule(
      'is one of more or fewer than two legs',
      'x.legs <> 2 AND NOT (x.legs = 4 AND x.marks = 11)',
    ),
  ],
}

/** The whole ledger, currency by currency; currencies stand where ids do. */
export const balanceRules: RuleSource = {
  from: `(SELECT currency, sum(amount_minor) AS balance FROM posting GROUP BY currency) x`,
  id: 'x.currency',
  rules: [rule('do not sum to zero', 'x.balance <> 0')],
}

const HAS_MOVED = `p.state = 'succeeded' AND p.amount_minor <> 0
  AND p.payment_type <> 'RI' AND p.payment_type <> '3D'`

/** All currencies in one sum: once every leg fits its payment, a missing one makes it too small. */
const movedRules: RuleSource = {
  from: `(SELECT coalesce(sum(CASE WHEN amount_minor > 0 THEN amount_minor END), 0) AS moved
      FROM posting) x,
    (SELECT coalesce(sum(p.amount_minor), 0) AS moved FROM payment p WHERE ${HAS_MOVED}) m,
    (SELECT coalesce(sum(x.amount_minor), 0) AS moved FROM ${RELEASE_LEGS} AND x.amount_minor > 0) b`,
  id: `'in all'`,
  rules: [rule('are not all that payments have moved', 'x.moved <> m.moved + b.moved')],
}

const missingLegRules: RuleSource = {
  from: 'payment p',
  id: 'p.id',
  rules: [
    {
      table: 'payment',
      what: 'succeeded and has no postings',
      broken: `${HAS_MOVED} AND NOT EXISTS (
        SELECT 1 FROM posting x WHERE x.family_id = p.family_id AND x.payment_id = p.id)`,
    },
  ],
}

/** Tell which leg is wrong, and how. */
const CLOSER = [legRules, legPairRules, movedRules, missingLegRules]

/** Each kind of leg counts in digits of its own, so that one sum tells how many there are of each. */
const LEG = `CASE
  WHEN x.currency <> p.currency THEN 1000000000000
  WHEN x.amount_minor = -p.amount_minor AND x.account = ${DEBITED} THEN 1
  WHEN x.amount_minor = p.amount_minor AND x.account = ${CREDITED} THEN 1000
  WHEN ${IS_RELEASE_LEG} THEN CASE WHEN x.amount_minor < 0 THEN 1000000 ELSE 1000000000 END
  ELSE 1000000000000 END`

const OWN_LEGS = 1_001
const OWN_AND_RELEASE_LEGS = 1_001_001_001

const LEGS = `(SELECT coalesce(sum(${LEG}), 0) FROM posting x
  WHERE x.family_id = p.family_id AND x.payment_id = p.id)`

/** The legs of a payment `p` beside its target `t`, in one look at them. */
export const wholeLegs: Rule = {
  table: 'payment',
  what: 'has postings that do not fit it',
  broken: `${LEGS} <> CASE WHEN ${HAS_MOVED} THEN ${OWN_LEGS} ELSE 0 END
    AND NOT (${renewsHold('p')} AND ${LEGS} = ${OWN_AND_RELEASE_LEGS})`,
  closer: CLOSER,
  isVague: true,
}

/** Once the legs of every payment fit it, any other leg makes them too many. */
export const legCountRules: RuleSource = {
  from: `(SELECT count(*) AS legs FROM posting) x,
    (SELECT 2 * count(*) AS legs FROM payment p WHERE ${HAS_MOVED}) m,
    (SELECT count(*) AS legs FROM ${RELEASE_LEGS}) b`,
  id: `'in all'`,
  rules: [
    {
      ...rule('are not two for each payment that has moved money', 'x.legs <> m.legs + b.legs'),
      closer: CLOSER,
      isVague: true,
    },
  ],
}
