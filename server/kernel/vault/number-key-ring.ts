import { DAY_MS } from '../../../common/durations.ts'
import type { NumberKeyRow } from '../../store/port.ts'
import type { Clock } from '../timers/clock.ts'
import type { NumberKey } from './number-key.ts'
import { type MissingKey, PlacedNumberKeys, type PlaceParts } from './number-key-places.ts'

/** Card numbers that are sealed within one period have the same key. */
export const NUMBER_KEY_PERIOD_MS = 30 * DAY_MS

/**
 * So long before its period a key is made: a copy of the keys that is younger opens everything, and no payment
 * waits for a key.
 */
const MADE_AHEAD_MS = 7 * DAY_MS

/** The keys of card numbers: one for each period, until it is destroyed (R-GONE-1). */
export interface NumberKeyRing {
  /** The key of this moment where it is in memory: makes none and does not wait. */
  known(): NumberKey | undefined
  /** The key of this moment, made where there is none, durable before it is answered. */
  obtain(): Promise<NumberKey>
  /** `undefined`: it was destroyed, or is missing. */
  find(id: string): Promise<NumberKey | undefined>
  /**
   * Compares the places (`PlacedNumberKeys.read`), and makes the keys of this period and of one that begins
   * soon. To be called again and again. Answers the rows of all keys, and where keys were written again.
   */
  tend(): Promise<TendedKeys>
  /** See `PlacedNumberKeys.missing`. */
  missing(): Promise<readonly MissingKey[]>
}

export interface TendedKeys {
  readonly rows: readonly NumberKeyRow[]
  /** Where keys should have been that were gone or damaged, and are there again. */
  readonly rewritten: readonly string[]
}

export interface NumberKeyRingParts extends PlaceParts {
  readonly clock: Pick<Clock, 'now'>
}

export function createNumberKeyRing({ clock, ...parts }: NumberKeyRingParts): NumberKeyRing {
  const placed = new PlacedNumberKeys(parts)
  const pending = new Map<number, Promise<NumberKey>>()
  let current: NumberKey | undefined

  async function ofPeriod(fromMs: number): Promise<NumberKey> {
    const found = placed.ofPeriod(fromMs) ?? pending.get(fromMs)
    if (found !== undefined) return found
    const making = placed.read().then(() => placed.ofPeriod(fromMs) ?? placed.make(fromMs))
    pending.set(fromMs, making)
    try {
      return await making
    } finally {
      // Also after a failure, so that the next caller tries again.
      pending.delete(fromMs)
    }
  }

  return {
    known: () => (current?.periodFromMs === periodOf(clock.now()) ? current : undefined),

    async obtain() {
      current = await ofPeriod(periodOf(clock.now()))
      return current
    },

    async find(id) {
      if (placed.get(id) === undefined) await placed.read()
      return placed.get(id)
    },

    async tend() {
      await placed.read()
      const nowMs = clock.now()
      current = await ofPeriod(periodOf(nowMs))
      await ofPeriod(periodOf(nowMs + MADE_AHEAD_MS))
      return { rows: await parts.store.read.numberKeys(), rewritten: placed.takeRewritten() }
    },

    missing: () => placed.missing(),
  }
}

/** The first millisecond of a period. */
function periodOf(atMs: number): number {
  return Math.floor(atMs / NUMBER_KEY_PERIOD_MS) * NUMBER_KEY_PERIOD_MS
}
