import type { PlannedSet } from './planned-set.ts'

/**
 * Splits a batch into waves: no two sets of a wave touch the same row, so that they can be written
 * together in any order, and a set is in a later wave than every earlier set that wrote or
 * referred to a row that it writes. Sets that only add to a row may share a wave, and are in no wave
 * before an earlier one that adds to it. So each set finds the rows as if all were applied one after
 * the other in the order of the batch.
 */
export function wavesOf<Planned extends Rows>(batch: readonly Planned[]): Planned[][] {
  const waves: Planned[][] = []
  /** Last wave that writes a row, that adds to it, and that touches it at all. */
  const changedIn = new Map<string, number>()
  const addedIn = new Map<string, number>()
  const touchedIn = new Map<string, number>()
  for (const set of batch) {
    const wave = Math.max(
      after(set.changed, touchedIn),
      after(set.referred, changedIn),
      after(set.added, changedIn),
      after(set.added, addedIn) - 1,
    )
    for (const key of set.changed) changedIn.set(key, wave)
    for (const key of set.added) addedIn.set(key, wave)
    for (const keys of [set.changed, set.referred, set.added]) {
      for (const key of keys) touchedIn.set(key, Math.max(wave, touchedIn.get(key) ?? 0))
    }
    waves[wave] ??= []
    waves[wave].push(set)
  }
  return waves
}

type Rows = Pick<PlannedSet, 'changed' | 'referred' | 'added'>

/** The first wave after all that are known for the keys. */
function after(keys: ReadonlySet<string>, waves: ReadonlyMap<string, number>): number {
  let first = 0
  for (const key of keys) {
    const last = waves.get(key)
    if (last !== undefined && last >= first) first = last + 1
  }
  return first
}
