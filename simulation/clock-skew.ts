/**
 * How far the clock of a node is from the right time at most, in milliseconds: two nodes may differ by
 * twice as much, and a clock that is set may step as far.
 */
export const MAX_SKEW_MS = 10 * 60 * 1000
