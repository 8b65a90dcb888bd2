import type { Clock } from '../kernel/timers/clock.ts'

/** How long what is set up of entities is cached, in milliseconds: a revoked token works that much longer. */
export const ENTITY_CACHED_MS = 1000

/** How many values are cached at most; beyond it the cache is emptied. */
const MAX_ENTRIES = 10_000

/**
 * Caches the values of a look-up for `forMs`. Tokens and the entity tree change rarely and every request
 * reads them; in return this process sees a change that much later.
 */
export function cached<Value>(
  load: (key: string) => Promise<Value>,
  clock: Clock,
  forMs: number,
): (key: string) => Promise<Value> | Value {
  const entries = new Map<string, { readonly value: Value; readonly untilMs: number }>()
  return (key) => {
    const known = entries.get(key)
    if (known !== undefined && clock.now() < known.untilMs) return known.value
    return load(key).then((value) => {
      if (entries.size >= MAX_ENTRIES) entries.clear()
      if (value === undefined) entries.delete(key)
      else entries.set(key, { value, untilMs: clock.now() + forMs })
      return value
    })
  }
}
