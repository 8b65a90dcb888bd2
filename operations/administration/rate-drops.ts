/** Payments of a group that were decided in a time. */
export interface Decided {
  readonly succeeded: number
  readonly failed: number
  /** The failed ones by their result code. */
  readonly codes: ReadonlyMap<string, number>
}

export interface RateDrop {
  /** The code whose share of the decided payments has grown most. */
  readonly code: string
  readonly codeBefore: number
  readonly codeNow: number
}

/** Payments that have to be decided in each of both times: fewer say nothing. */
export const MIN_DECIDED = 50
/** How far the approval rate has to fall: what is less is no reason to act. */
export const MIN_FALL = 0.05
/**
 * How many standard errors the fall has to be. By chance alone one group of 30,000 falls so far; a page compares some
 * hundred.
 */
export const MIN_ERRORS = 4

/**
 * Whether the approval rate has clearly fallen, and the code that makes most of it. Compares two proportions by the
 * pooled z-test (NIST/SEMATECH e-Handbook of Statistical Methods, 7.3.3): one-sided, beyond `MIN_ERRORS`.
 */
export function rateDrop(before: Decided, now: Decided): RateDrop | undefined {
  const [ofBefore, ofNow] = [decidedOf(before), decidedOf(now)]
  if (ofBefore < MIN_DECIDED || ofNow < MIN_DECIDED) return undefined
  const fall = before.succeeded / ofBefore - now.succeeded / ofNow
  const pooled = (before.succeeded + now.succeeded) / (ofBefore + ofNow)
  const error = Math.sqrt(pooled * (1 - pooled) * (1 / ofBefore + 1 / ofNow))
  if (fall < MIN_FALL || fall < MIN_ERRORS * error) return undefined
  const growthOf = (code: string) =>
    (now.codes.get(code) ?? 0) / ofNow - (before.codes.get(code) ?? 0) / ofBefore
  const [code] = [...now.codes.keys()].sort(
    (one, other) => growthOf(other) - growthOf(one) || (one < other ? -1 : 1),
  )
  if (code === undefined) return undefined
  return {
    code,
    codeBefore: before.codes.get(code) ?? 0,
    codeNow: now.codes.get(code) ?? 0,
  }
}

function decidedOf({ succeeded, failed }: Decided): number {
  return succeeded + failed
}
