/** SQL condition: payment `alias` is the FINAL reference of the payment `t` that it refers to. */
export function isFinal(alias: string): string {
  return `coalesce(t.finalised_by = ${alias}.id, FALSE)`
}

/**
 * SQL condition: the payment has succeeded and with that closed the hold that it refers to. That what
 * it refers to is a hold is not asked: of another one nothing follows from it.
 */
export function hasClosedHold(alias: string): string {
  return `(${alias}.state = 'succeeded' AND CASE ${alias}.payment_type WHEN 'RV' THEN TRUE
    WHEN 'CP' THEN ${isFinal(alias)} WHEN 'PA' THEN ${alias}.operation = 'renewal' ELSE FALSE END)`
}

/**
 * SQL condition: posting `x` is one of the two legs by which payment `p` released something of the
 * hold `t` that it refers to, whether it has taken that over, closed it, or freed it afterwards. The
 * own legs of a reversal look alike.
 */
export const IS_RELEASE_LEG = `(coalesce(t.payment_type, '') = 'PA'
  AND ((x.account = 'reversed' AND x.amount_minor > 0)
    OR (x.account = 'authorised' AND x.amount_minor < 0)))`
