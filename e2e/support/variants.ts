/**
 * The variants of a test: `npm test` runs a few, which differ in everything that may matter, because a
 * browser test costs seconds; `npm run test:variants` runs all of them.
 */
export function variants<const Few, const Others>(
  few: readonly Few[],
  others: readonly Others[],
): (Few | Others)[] {
  return process.env.TILLGATE_ALL_VARIANTS === '1' ? [...few, ...others] : [...few]
}

/** Days since 1970 in UTC, by which variants are spread over the days. */
export const TODAY = Math.floor(Date.now() / 86_400_000)
