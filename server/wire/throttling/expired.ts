import type { Store } from '../../engine/store/port.ts'

/** How many rows one run of the reaper removes. */
const REAPED_PER_RUN = 500

/**
 * Removes what was counted in periods that are over, the oldest first, at most 500; answers how many
 * it found. Any number of processes may do so at once. Rejects with the store.
 */
export async function reapExpiredQuotas(store: Store, nowMs: number): Promise<number> {
  const expired = await store.read.expiredQuotas(nowMs, REAPED_PER_RUN)
  if (expired.length > 0) {
    await store.commit(expired.map(({ key }) => ({ kind: 'deleteQuota', key, nowMs })))
  }
  return expired.length
}
