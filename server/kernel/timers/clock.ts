/** The only source of the current time. */
export interface Clock {
  /** Milliseconds since 1970-01-01T00:00:00Z. Jumps when the machine's clock is set. */
  now(): number
  /**
   * Milliseconds of a clock that never jumps: only the difference of two values is meaningful, and
   * only in this process. Absent if `now` never jumps.
   */
  monotonic?(): number
  /** Waits for a random time of at most `maxMs`. Absent where no wait is needed. */
  pause?(maxMs: number): Promise<void>
}

export const systemClock: Required<Clock> = {
  now: () => Date.now(),
  monotonic: () => performance.now(),
  pause: (maxMs) => new Promise((resolve) => later(resolve, Math.random() * maxMs)),
}

// Taken when the module loads, so that fake timers of tests do not stop these pauses.
const later = setTimeout

/** The monotonic time of a clock. */
export function monotonicOf(clock: Clock): number {
  return clock.monotonic?.() ?? clock.now()
}

/** Knows the time of the process, and that of entities which own a clock (decisions §12). */
export interface EntityClock extends Clock {
  /** The process's own, never an entity's: measures real durations. */
  monotonic(): number
  /** The time at an entity: of its own clock or its nearest parent's, else that of the process. */
  of(entityId: string): number
  /**
   * The time of the process, or at an entity, that it is at least: while the clock may stand ahead, the time that was
   * expected (R-CLK-2). For what a request decides by the time and nobody can undo.
   */
  safeNow(entityId?: string): number
  /** The entities whose time differs from that of the process; mostly none. */
  ownTimes(): readonly OwnTime[]
}

/** Channels that follow one clock of an entity, and the time on it. */
export interface OwnTime {
  /** 1 to 1000. */
  readonly entityIds: readonly string[]
  readonly nowMs: number
}

/** A clock without entity clocks: every entity has the time of the process. */
export function sharedClock(clock: Clock): EntityClock {
  return {
    now: () => clock.now(),
    monotonic: () => monotonicOf(clock),
    pause: async (maxMs) => clock.pause?.(maxMs),
    of: () => clock.now(),
    safeNow: () => clock.now(),
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
