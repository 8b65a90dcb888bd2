import { MINUTE_MS } from '../../common/durations.ts'
import type { Store, TokenRow } from '../store/port.ts'
import type { Access } from './access.ts'

/** So old the stored time of a token's last use may be: what is used all day is written at most so often. */
const WRITTEN_EVERY_MS = 5 * MINUTE_MS

/** How often what was used is written, in milliseconds. */
export const TOKEN_USES_EVERY_MS = 30_000

/** Tokens whose last use is remembered at most; beyond it all are forgotten, and written once more. */
const MAX_REMEMBERED = 10_000

/**
 * Which tokens were used, and when. Noting costs a request two look-ups in memory; the store learns of it by
 * repeated work, so that no payment waits for it.
 */
export function createTokenUses() {
  const writtenMs = new Map<string, number>()
  let waiting = new Map<string, number>()
  return {
    note({ hash, lastUsedAtMs }: Pick<TokenRow, 'hash' | 'lastUsedAtMs'>, nowMs: number): void {
      const known = Math.max(writtenMs.get(hash) ?? 0, lastUsedAtMs ?? 0)
      if (nowMs - known >= WRITTEN_EVERY_MS) waiting.set(hash, nowMs)
    },

    take(): ReadonlyMap<string, number> {
      if (writtenMs.size + waiting.size > MAX_REMEMBERED) writtenMs.clear()
      const taken = waiting
      waiting = new Map()
      for (const [hash, atMs] of taken) writtenMs.set(hash, atMs)
      return taken
    },
  }
}

/** Writes down which tokens were used. What cannot be written is noted again with their next use. Rejects with the store. */
export async function writeTokenUses(
  store: Pick<Store, 'commit'>,
  access: Pick<Access, 'takeUsedTokens'>,
): Promise<void> {
  const used = [...access.takeUsedTokens()]
  if (used.length === 0) return
  await store.commit(used.map(([hash, atMs]) => ({ kind: 'noteUsedToken', hash, atMs }) as const))
}
