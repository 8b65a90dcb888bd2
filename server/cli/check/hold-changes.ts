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

/** SQL condition: the reference was made with `sequence=FINAL`. */
export function isFinal(alias: string): string {
  return `${alias}.details LIKE '%"isFinal":true%'`
}

/**
 * SQL condition: the payment has succeeded and with that closed the hold that it refers to. That what
 * it refers to is a hold is not asked: of another one nothing follows from it.
 */
export function hasClosedHold(alias: string): string {
  return `(${alias}.state = 'succeeded' AND CASE ${alias}.payment_type WHEN 'RV' THEN TRUE
    WHEN 'CP' THEN ${isFinal(alias)} WHEN 'PA' THEN ${renewsHold(alias)} ELSE FALSE END)`
}

/** SQL condition: a PA says of itself that its hold was closed. */
export function isClosedHold(alias: string): string {
  return `${alias}.details LIKE '%"holdClosed":true%'`
}

/**
 * SQL condition: posting `x` is one of the two legs by which payment `p` released something of the
 * hold `t` that it refers to, whether it has taken that over, closed it, or freed it afterwards. The
 * own legs of a reversal look alike.
 */
export const IS_RELEASE_LEG = `(coalesce(t.payment_type, '') = 'PA'
  AND ((x.account = 'reversed' AND x.amount_minor > 0)
    OR (x.account = 'authorised' AND x.amount_minor < 0)))`
