import { areEqual } from '../../server/kernel/equal-secrets.ts'
import type { Vault } from '../../server/kernel/vault/vault.ts'
import type { SessionRow, Store } from '../../server/store/port.ts'

/** 32 bytes, hex, twice: the id of a session, and a hash of it that only the gateway can make. */
const MARK = /^([0-9a-f]{64})\.([0-9a-f]{64})$/

/**
 * Browsers in which a user has signed in before. Each has wrong tries of its own, so that a stranger who locks
 * the user by wrong passwords does not keep the user out of them (OWASP, Slow Down Online Guessing Attacks
 * with Device Cookies).
 */
export interface KnownBrowsers {
  /** What the browser keeps: it opens nothing, and names the session as long as that is stored. */
  markOf(session: Pick<SessionRow, 'id'>): string
  /** The session of a mark, also one that has ended, if it is one of this user. */
  find(mark: string | undefined, userId: string): Promise<SessionRow | undefined>
}

export function createKnownBrowsers({
  store,
  vault,
}: {
  readonly store: Pick<Store, 'read'>
  readonly vault: Pick<Vault, 'keyedHash'>
}): KnownBrowsers {
  const proofOf = (sessionId: string) => vault.keyedHash(`known browser ${sessionId}`)
  return {
    markOf: ({ id }) => `${id}.${proofOf(id)}`,

    async find(mark, userId) {
      const [, sessionId, proof] = MARK.exec(mark ?? '') ?? []
      if (sessionId === undefined || !areEqual(proof ?? '', proofOf(sessionId))) return undefined
      const session = await store.read.session(sessionId)
      return session?.userId === userId ? session : undefined
    },
  }
}
