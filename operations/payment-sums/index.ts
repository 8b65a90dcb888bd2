export { type FoundSums, readSums } from './read-sums.ts'
