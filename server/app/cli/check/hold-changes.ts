/** SQL condition: payment `alias` is the FINAL reference of the payment `t` that it refers to. */
export function isFinal(alias: string): string {
  return `coalesce(t.finalised_by = ${alias}.id, FALSE)`
}

/**
 * SQL condition: the payment has succeeded and has closed the hold that it refers to. Whether its
 * target is a hold is not checked: for another target nothing follows from this.
 */
export function hasClosedHold(alias: string): string {
  return `(${alias}.state = 'succeeded' AND ${alias}.operation <> 'lateFailure'
    AND (${alias}.failed_later_at_ms IS NULL OR ${alias}.payment_type <> 'RV')
    AND CASE ${alias}.payment_type WHEN 'RV' THEN TRUE
    WHEN 'CP' THEN ${isFinal(alias)} WHEN 'PA' THEN ${alias}.operation = 'renewal' ELSE FALSE END)`
}

/**
 * SQL condition: posting `x` is one of the two legs by which payment `p` released an amount of the
 * hold `t` that it refers to: by renewing it, by closing it, or by freeing an amount afterwards. A
 * reversal's own legs look alike. A late failure of a capture releases of the hold that the capture refers to.
 */
export const IS_RELEASE_LEG = `((coalesce(t.payment_type, '') = 'PA'
    OR (p.operation = 'lateFailure' AND t.payment_type = 'CP'))
  AND ((x.account = 'reversed' AND x.amount_minor > 0)
    OR (x.account = 'authorised' AND x.amount_minor < 0)))`
