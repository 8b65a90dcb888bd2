/** The only source of the current time. */
export interface Clock {
  /** Milliseconds since 1970-01-01T00:00:00Z. May step, when somebody sets the machine's clock. */
  now(): number
  /**
   * Milliseconds since some moment, by a clock that never steps: only the difference of two of its
   * values means something, and only to this process. Absent where `now` never steps.
   */
  monotonic?(): number
  /** Waits for a random time of at most so many milliseconds. Absent where nobody need wait. */
  pause?(maxMs: number): Promise<void>
}

export const systemClock: Required<Clock> = {
  now: () => Date.now(),
  monotonic: () => performance.now(),
  pause: (maxMs) => new Promise((resolve) => later(resolve, Math.random() * maxMs)),
}

// Taken when the module loads, so that tests with fake timers do not stop what only waits.
const later = setTimeout

/** The monotonic time of a clock. */
export function monotonicOf(clock: Clock): number {
  return clock.monotonic?.() ?? clock.now()
}

/** Knows the time of the process, and that of entities which own a clock (decisions §12). */
export interface EntityClock extends Clock {
  /** Never that of an entity: how long something has really taken. */
  monotonic(): number
  /** The time at an entity: of its own clock or its nearest parent's, else that of the process. */
  of(entityId: string): number
  /** Who lives in a time that is not that of the process; mostly nobody. */
  ownTimes(): readonly OwnTime[]
}

/** Channels that follow one clock of an entity, and the time on it. */
export interface OwnTime {
  /** 1 to 1000. */
  readonly entityIds: readonly string[]
  readonly nowMs: number
}

/** Every entity lives in the time of the process. */
export function sharedClock(clock: Clock): EntityClock {
  return {
    now: () => clock.now(),
    monotonic: () => monotonicOf(clock),
    pause: async (maxMs) => clock.pause?.(maxMs),
    of: () => clock.now(),
    ownTimes: () => [],
  }
}

/** `yyyy-MM-dd HH:mm:ss+0000` (decisions §3). */
export function wireTimestamp(atMs: number): string {
  const second = Math.floor(atMs / 1000)
  if (second !== lastSecond) {
    const iso = new Date(second * 1000).toISOString()
    lastText = `${iso.slice(0, 10)} ${iso.slice(11, 19)}+0000`
    lastSecond = second
  }
  return lastText
}

// A busy server writes the same second thousands of times.
let lastSecond = Number.NaN
let lastText = ''

/** `yyyy-MM-dd HH:mm:ss`, UTC, without its offset (interface document, Conventions). */
export function wireTime(atMs: number): string {
  return wireTimestamp(atMs).slice(0, 19)
}
