import type { Store } from '../../store/port.ts'

const MAX_DELETED = 500

/**
 * Deletes counts of periods that have ended, the oldest first, at most 500; answers how many it found.
 * Any number of processes may do so at the same time. Rejects with the store.
 */
export async function reapExpiredQuotas(store: Store, nowMs: number): Promise<number> {
  const expired = await store.read.expiredQuotas(nowMs, MAX_DELETED)
  if (expired.length > 0) {
    await store.commit(expired.map(({ key }) => ({ kind: 'deleteQuota', key, nowMs })))
  }
  return expired.length
}
