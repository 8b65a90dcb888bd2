import { type Clock, type EntityClock, monotonicOf, type OwnTime } from '../kernel/timers/clock.ts'
import type { Store } from '../store/port.ts'
import { settingsOf } from './settings.ts'

/** How many entities are read when a process starts. */
const MAX_ENTITIES = 10_000

/** How many channels one look for due work covers. */
const MAX_AT_ONCE = 1000

/** The clocks of entities (decisions §12), as far as this process knows them. */
export interface EntityClocks extends EntityClock {
  /** Notes how far an entity is ahead of the process, in milliseconds. It is never behind what was noted before. */
  raiseOffset(entityId: string, offsetMs: number): void
}

/**
 * Clocks that `raiseOffset` moves; an entity that it was never called for has the time of the process.
 * `aheadMs`: how far the clock of the process seems to be ahead; 0: it is taken for right.
 */
export function createEntityClocks(clock: Clock, aheadMs: () => number = () => 0): EntityClocks {
  const offsets = new Map<string, number>()
  const of = (entityId: string) =>
    clock.now() + (offsets.size === 0 ? 0 : (offsets.get(entityId) ?? 0))
  return {
    now: () => clock.now(),

    monotonic: () => monotonicOf(clock),

    pause: async (maxMs) => clock.pause?.(maxMs),

    of,

    safeNow: (entityId) => (entityId === undefined ? clock.now() : of(entityId)) - aheadMs(),

    ownTimes() {
      const byOffset = new Map<number, string[]>()
      for (const [entityId, offsetMs] of offsets) {
        byOffset.set(offsetMs, [...(byOffset.get(offsetMs) ?? []), entityId])
      }
      return [...byOffset].flatMap(([offsetMs, ids]) => inPieces(ids, clock.now() + offsetMs))
    },

    raiseOffset(entityId, offsetMs) {
      if (offsetMs > (offsets.get(entityId) ?? 0)) offsets.set(entityId, offsetMs)
    },
  }
}

function inPieces(entityIds: readonly string[], nowMs: number): OwnTime[] {
  const pieces: OwnTime[] = []
  for (let at = 0; at < entityIds.length; at += MAX_AT_ONCE) {
    pieces.push({ entityIds: entityIds.slice(at, at + MAX_AT_ONCE), nowMs })
  }
  return pieces
}

/** Loads the clocks of all entities, so that due work uses them from the start of a process. */
export async function loadClocks(store: Store, clocks: EntityClocks): Promise<void> {
  const waiting = [...(await store.read.rootEntities())].map((entity) => [entity])
  let seen = 0
  for (let path = waiting.shift(); path !== undefined; path = waiting.shift()) {
    const [entity] = path
    if (entity === undefined || ++seen > MAX_ENTITIES) return
    clocks.raiseOffset(entity.id, settingsOf(path).clockOffsetMs ?? 0)
    if (entity.kind === 'channel') continue
    for (const child of await store.read.childEntities(entity.id)) waiting.push([child, ...path])
  }
}
