import type { Store } from '../../store/port.ts'
import { EVENTS_KEPT_MS } from './event-row.ts'

/** Events of one run. */
const REAPED_PER_RUN = 500

/** Deletes events whose time is over; answers how many it found. Any number of processes may. Rejects with the store. */
export async function reapOldEvents(store: Store, nowMs: number): Promise<number> {
  const old = await store.read.oldAcquirerEvents(nowMs - EVENTS_KEPT_MS, REAPED_PER_RUN)
  if (old.length === 0) return 0
  await store.commit(
    old.map(({ connector, eventId }) => ({ kind: 'deleteAcquirerEvent', connector, eventId })),
  )
  return old.length
}
