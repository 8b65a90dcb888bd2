import { type Rule, type RuleSource, ruleOf } from '../../../cli/check-rule.ts'
import { IS_RELEASE_LEG, isFinal } from './hold-changes.ts'

const paymentRule = ruleOf('payment')

/**
 * The ledger (R-INV-2). Every payment that has moved money has two legs. A payment that renews a
 * hold, closes it, or frees an amount of a closed one has two more for the released amount. There
 * are no other legs: so each pair sums to zero, and all together are the moved amounts of all
 * payments.
 */

/** What each reference names, and the type of what that names. */
export const TARGETS = `
  SELECT r.id, t.payment_type, t.finalised_by, u.payment_type AS further_type
  FROM payment r JOIN payment t ON t.id = r.referenced_id LEFT JOIN payment u ON u.id = t.referenced_id
  WHERE r.referenced_id IS NOT NULL`

/** The account of the money of a booking that is reversed or refunded. */
const BOOKED_ACCOUNT = accountOf('t.payment_type')

function accountOf(type: string): string {
  return `CASE ${type} WHEN 'PA' THEN 'authorised' WHEN 'CD' THEN 'credited' ELSE 'captured' END`
}

/** The account that a late failure takes from: the one to which what has failed had moved the amount. */
const UNDONE_FROM = `CASE t.payment_type WHEN 'RF' THEN 'refunded' WHEN 'RV' THEN 'reversed'
  WHEN 'CD' THEN 'credited' ELSE 'captured' END`

/** The account that it gives back to. */
const UNDONE_TO = `CASE t.payment_type WHEN 'CP' THEN 'authorised' WHEN 'CD' THEN 'merchant'
  WHEN 'RF' THEN ${accountOf('t.further_type')} WHEN 'RV' THEN ${accountOf('t.further_type')}
  ELSE 'shopper' END`

const DEBITED = `CASE WHEN p.operation = 'lateFailure' THEN ${UNDONE_FROM} ELSE CASE p.payment_type WHEN 'PA' THEN 'shopper' WHEN 'DB' THEN 'shopper'
  WHEN 'RB' THEN 'shopper' WHEN 'CD' THEN 'merchant' WHEN 'CP' THEN 'authorised'
  WHEN 'CB' THEN 'merchant' WHEN 'CR' THEN 'chargedBack' ELSE ${BOOKED_ACCOUNT} END END`

const CREDITED = `CASE WHEN p.operation = 'lateFailure' THEN ${UNDONE_TO} ELSE CASE p.payment_type WHEN 'PA' THEN 'authorised' WHEN 'DB' THEN 'captured'
  WHEN 'RB' THEN 'captured' WHEN 'CD' THEN 'credited' WHEN 'CP' THEN 'captured' WHEN 'RV' THEN 'reversed'
  WHEN 'CB' THEN 'chargedBack' WHEN 'CR' THEN 'merchant' ELSE 'refunded' END END`

const rule = ruleOf('posting')

/** Its reserved amount was given back: if the hold is closed, it was released. */
const HAS_FAILED_LATE = `(p.state = 'failed' AND p.version > 1)`

/** Each leg with its payment. */
const legRules: RuleSource = {
  from: `posting x LEFT JOIN payment p ON p.id = x.payment_id
    LEFT JOIN (${TARGETS}) t ON t.id = p.id`,
  id: 'x.payment_id',
  rules: [
    rule('belongs to a payment that is not there', 'p.id IS NULL'),
    rule(
      'belongs to a payment that has not succeeded',
      `p.state <> 'succeeded' AND NOT (${HAS_FAILED_LATE} AND ${IS_RELEASE_LEG})`,
    ),
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

/**
 * Kinds of legs: of a changed hold besides the released amount, of a capture, of a reversal besides
 * others.
 */
const MARKS_OF_FOUR = '11, 110, 20'

/** The legs of one payment together; released amounts have kinds of their own. */
const legPairRules: RuleSource = {
  from: `(SELECT payment_id, count(*) AS legs, sum(amount_minor) AS balance,
      sum(CASE account WHEN 'shopper' THEN 1 WHEN 'reversed' THEN 10 WHEN 'captured' THEN 100
        ELSE 0 END) AS marks
    FROM posting GROUP BY payment_id) x`,
  id: 'x.payment_id',
  rules: [
    rule('is one of legs that do not sum to zero', 'x.balance <> 0'),
    rule(
      'is one of more or fewer than two legs',
      `x.legs <> 2 AND NOT (x.legs = 4 AND x.marks IN (${MARKS_OF_FOUR}))`,
    ),
  ],
}

/** The whole ledger, per currency; the currency is in the column of the id. */
export const balanceRules: RuleSource = {
  from: `(SELECT currency, sum(amount_minor) AS balance FROM posting GROUP BY currency) x`,
  id: 'x.currency',
  rules: [rule('do not sum to zero', 'x.balance <> 0')],
}

const HAS_MOVED = `p.state = 'succeeded' AND p.amount_minor <> 0
  AND p.payment_type <> 'RI' AND p.payment_type <> '3D'`

/**
 * The reversed amount does not follow from a payment alone: a hold that closes releases its rest.
 */
const HAS_MOVED_ELSEWHERE = `${HAS_MOVED} AND (p.payment_type <> 'RV' OR p.operation = 'lateFailure')`

/**
 * All currencies in one sum: if every leg matches its payment, a missing leg makes the sum too
 * small.
 */
const movedRules: RuleSource = {
  from: `(SELECT coalesce(sum(CASE WHEN amount_minor > 0 AND account <> 'reversed'
      THEN amount_minor END), 0) AS moved FROM posting) x,
    (SELECT coalesce(sum(p.amount_minor), 0) AS moved
      FROM payment p WHERE ${HAS_MOVED_ELSEWHERE}) m`,
  id: `'in all'`,
  rules: [rule('are not all that payments have moved', 'x.moved <> m.moved')],
}

const missingLegRules: RuleSource = {
  from: 'payment p',
  id: 'p.id',
  rules: [
    paymentRule(
      'succeeded and has no postings',
      `${HAS_MOVED} AND NOT EXISTS (
        SELECT 1 FROM posting x WHERE x.family_id = p.family_id AND x.payment_id = p.id)`,
    ),
  ],
}

/** Which leg is wrong, and how. */
const DETAILED_RULES = [legRules, legPairRules, movedRules, missingLegRules]

/** Each kind of leg counts in digits of its own, so that one sum holds the number of each. */
const LEG = `CASE
  WHEN x.currency <> p.currency THEN 1000000000000
  WHEN x.amount_minor = -p.amount_minor AND x.account = ${DEBITED} THEN 1
  WHEN x.amount_minor = p.amount_minor AND x.account = ${CREDITED} THEN 1000
  WHEN ${IS_RELEASE_LEG} THEN CASE WHEN x.amount_minor < 0 THEN 1000000 ELSE 1000000000 END
  ELSE 1000000000000 END`

const OWN_LEGS = 1_001
const OWN_AND_RELEASE_LEGS = 1_001_001_001

/**
 * A released amount may be equal to the payment's own: then its leg counts as that of the payment.
 */
const CAPTURE_AND_RELEASE = `${OWN_AND_RELEASE_LEGS}, 1000001002`
const REVERSAL_AND_RELEASE = `${OWN_AND_RELEASE_LEGS}, ${2 * OWN_LEGS}`
const FREED_BY_CAPTURE = 1_000_000_001
const FREED_BY_RENEWAL = 1_001_000_000

const LEGS = `(SELECT coalesce(sum(${LEG}), 0) FROM posting x
  WHERE x.family_id = p.family_id AND x.payment_id = p.id)`

/** SQL condition: the payment has released something of a hold, and has the legs of that. */
const HAS_RELEASED = `((p.operation = 'lateFailure' AND t.payment_type = 'CP'
    AND ${LEGS} = ${OWN_AND_RELEASE_LEGS})
  OR coalesce(t.payment_type, '') = 'PA' AND CASE
  WHEN p.state = 'succeeded' THEN CASE p.payment_type
    WHEN 'CP' THEN ${isFinal('p')} AND ${LEGS} IN (${CAPTURE_AND_RELEASE})
    WHEN 'RV' THEN p.version > 1 AND ${LEGS} IN (${REVERSAL_AND_RELEASE})
    WHEN 'PA' THEN ${LEGS} = ${OWN_AND_RELEASE_LEGS} ELSE FALSE END
  WHEN ${HAS_FAILED_LATE} THEN CASE p.payment_type
    WHEN 'CP' THEN ${LEGS} = ${FREED_BY_CAPTURE}
    WHEN 'RV' THEN ${LEGS} = ${OWN_LEGS}
    WHEN 'PA' THEN p.operation = 'renewal' AND ${LEGS} = ${FREED_BY_RENEWAL} ELSE FALSE END
  ELSE FALSE END)`

/** The legs of a payment `p` with its target `t`, in one look-up. */
export const legSummary: Rule = {
  table: 'payment',
  what: 'has postings that do not fit it',
  broken: `${LEGS} <> CASE WHEN ${HAS_MOVED} THEN ${OWN_LEGS} ELSE 0 END
    AND NOT ${HAS_RELEASED}`,
  detailedBy: DETAILED_RULES,
  isSummary: true,
}

/** If the legs of every payment match it, any other leg makes the number too large. */
export const legCountRules: RuleSource = {
  from: `(SELECT count(*) - 2 * count(CASE WHEN account = 'reversed' AND amount_minor > 0 THEN 1 END) AS legs
      FROM posting) x,
    (SELECT 2 * count(*) AS legs FROM payment p WHERE ${HAS_MOVED_ELSEWHERE}) m`,
  id: `'in all'`,
  rules: [
    {
      ...rule('are not two for each payment that has moved money', 'x.legs <> m.legs'),
      detailedBy: DETAILED_RULES,
      isSummary: true,
    },
  ],
}
