export { type FoundSums, readSums } from './read-sums.ts'
export { DAY_MS, HOUR_MS } from './spans.ts'
