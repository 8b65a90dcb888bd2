import type { Change, IdempotencyRow, Store } from '../../store/port.ts'

/** How many expired rows one run of the reaper removes. */
const REAPED_PER_RUN = 500

/** Removes a row if its time is over; a newer row with the same key stays. */
export function removalOf({ scope, key }: IdempotencyRow, nowMs: number): Change {
  return { kind: 'deleteIdempotency', scope, key, nowMs }
}

/**
 * Removes rows whose time is over, the oldest first, at most 500; answers how many it found. Any
 * number of processes may do so at once. Rejects with the store.
 */
export async function reapExpired(store: Store, nowMs: number): Promise<number> {
  const expired = await store.read.expiredIdempotency(nowMs, REAPED_PER_RUN)
  if (expired.length > 0) await store.commit(expired.map((row) => removalOf(row, nowMs)))
  return expired.length
}
