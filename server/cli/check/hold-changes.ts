/**
 * A PA that refers to another one raises its hold, or renews it: takes back what is left of it and
 * holds an amount of its own (interface document, referenceUuid). Which of the two is told by what
 * was asked; within a text of the details the quotes would be escaped.
 */
function changesHold(alias: string, industryPractice: string): string {
  return `(${alias}.payment_type = 'PA' AND ${alias}.referenced_id IS NOT NULL
    AND ${alias}.details LIKE '%"standingInstruction.industryPractice":"${industryPractice}"%')`
}

/** SQL condition: the payment holds nothing itself, its success raises the hold that it refers to. */
export function raisesHold(alias: string): string {
  return changesHold(alias, 'INCREMENTAL_AUTH')
}

/** SQL condition: the success of the payment takes back what the hold that it refers to still held. */
export function renewsHold(alias: string): string {
  return changesHold(alias, 'REAUTHORIZATION')
}

/** SQL condition: posting `x` is one of the two legs by which PA `p` took another hold back. */
export const IS_RELEASE_LEG = `(p.payment_type = 'PA' AND p.referenced_id IS NOT NULL
  AND (x.account = 'reversed' OR (x.account = 'authorised' AND x.amount_minor < 0)))`

/** Every such leg, after FROM. The payments are few, and an index finds their postings. */
export const RELEASE_LEGS = `payment p JOIN posting x
  ON x.family_id = p.family_id AND x.payment_id = p.id AND ${IS_RELEASE_LEG}
  WHERE p.referenced_id IS NOT NULL AND p.payment_type = 'PA'`
