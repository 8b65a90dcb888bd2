import type { Store } from '../../store/port.ts'
import { EVENTS_KEPT_MS } from './event-row.ts'

/** Events of one run. */
const REAPED_PER_RUN = 500

/** Deletes events whose time is over; answers how many. Any number of processes may. Rejects with the store. */
export async function reapOldEvents(store: Store, nowMs: number): Promise<number> {
  const found = await store.read.oldAcquirerEvents(nowMs - EVENTS_KEPT_MS, REAPED_PER_RUN)
  // After a long stop some may still wait: their timers are due.
  const old = found.filter(({ state }) => state !== 'waiting')
  if (old.length === 0) return 0
  await store.commit(
    old.map(({ connector, eventId }) => ({ kind: 'deleteAcquirerEvent', connector, eventId })),
  )
  return old.length
}
