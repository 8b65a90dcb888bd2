export { OTHERS } from './card-sums.ts'
export { type FoundSums, readCardSums, readSums, type Span } from './read-sums.ts'
