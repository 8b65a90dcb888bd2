import { RUNS_ALL } from '../../scripts/rounds.mjs'

/**
 * The variants of a test: `npm test` runs a few, which differ in everything that may matter, because a
 * browser test costs seconds; `node run.mjs test:variants` runs all of them.
 */
export function variants<const Few, const Others>(
  few: readonly Few[],
  others: readonly Others[],
): (Few | Others)[] {
  return RUNS_ALL ? [...few, ...others] : [...few]
}
