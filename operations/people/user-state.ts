import type { UserRow } from '../../server/store/port.ts'

/** How a user stands, in one word: `locked` after too many wrong tries, `blocked` by another person. */
export function stateOf(
  { state, lockedUntilMs }: Pick<UserRow, 'state' | 'lockedUntilMs'>,
  nowMs: number,
): 'active' | 'locked' | 'blocked' {
  if (state === 'blocked') return 'blocked'
  return lockedUntilMs !== null && lockedUntilMs > nowMs ? 'locked' : 'active'
}
