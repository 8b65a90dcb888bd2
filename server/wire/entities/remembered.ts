import type { Clock } from '../../engine/timers/clock.ts'

/** How many answers are kept at most; beyond it all are forgotten and asked for again. */
const MAX_ENTRIES = 10_000

/**
 * Keeps the answers of a look-up for a moment. Tokens and the entity tree change rarely and are read
 * by every request; the price is that a change is felt by this process that much later.
 */
export function remembered<Value>(
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
