import type { Change, SessionRow, Store, UserRow } from '../../server/store/port.ts'

/** PCI DSS 8.3.4: locked for half an hour after at most ten wrong tries. */
export const MAX_TRIES = 10
export const LOCK_MS = 30 * 60_000

/** Wrong tries: of a user in all browsers that are not known, or of one browser. */
export type Tries = Pick<UserRow & SessionRow, 'failedTries' | 'lockedUntilMs'>

export const NO_TRIES: Tries = { failedTries: 0, lockedUntilMs: null }

/** With one more try, which counts as wrong until it has succeeded; `undefined`: none may be made now. */
export function withTry({ failedTries, lockedUntilMs }: Tries, nowMs: number): Tries | undefined {
  if (lockedUntilMs !== null && lockedUntilMs > nowMs) return undefined
  const tries = lockedUntilMs === null ? failedTries + 1 : 1
  return { failedTries: tries, lockedUntilMs: tries >= MAX_TRIES ? nowMs + LOCK_MS : null }
}

/** Without the last try, which was none; the others stay. */
export function withoutTry({ failedTries, lockedUntilMs }: Tries): Tries {
  const tries = Math.max(0, failedTries - 1)
  return { failedTries: tries, lockedUntilMs: tries >= MAX_TRIES ? lockedUntilMs : null }
}

/** Sessions of a user whose tries are looked at: browsers of older ones begin anew as unknown ones. */
const MAX_BROWSERS = 100

/** The changes that end the wrong tries of browsers in which a user has signed in before, but for some sessions. */
export async function unlockingBrowsers(
  userId: string,
  { read }: Pick<Store, 'read'>,
  others: readonly Pick<SessionRow, 'id'>[] = [],
): Promise<readonly Change[]> {
  const sessions = await read.sessionsOfUser(userId, MAX_BROWSERS)
  return sessions
    .filter(({ id, failedTries }) => failedTries > 0 && !others.some((other) => other.id === id))
    .map(({ id, version, endedAtMs }) => {
      return { kind: 'stepSession', id, expectedVersion: version, set: { ...NO_TRIES, endedAtMs } }
    })
}
