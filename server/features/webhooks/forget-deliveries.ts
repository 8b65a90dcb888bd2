import { DAY_MS } from '../../../common/durations.ts'
import { firstIdAt } from '../../kernel/ids.ts'
import type { Store } from '../../store/port.ts'

/** How long ended deliveries are kept together with their attempts. */
const KEPT_MS = 30 * DAY_MS

/** Number deleted in one commit; more would delay payments that wait for the store. */
const DELETED_AT_ONCE = 200

/** Deletes deliveries that ended long ago; returns whether there may be more. Rejects with the store. */
export async function forgetOldDeliveries(store: Store, nowMs: number): Promise<boolean> {
  const beforeMs = nowMs - KEPT_MS
  const old = await store.read.endedDeliveries(firstIdAt(beforeMs), beforeMs, DELETED_AT_ONCE)
  if (old.length === 0) return false
  await store.commit(old.map(({ id }) => ({ kind: 'deleteDelivery', id, beforeMs })))
  return old.length === DELETED_AT_ONCE
}
