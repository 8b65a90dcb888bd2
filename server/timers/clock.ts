/** The only source of the current time: milliseconds since 1970-01-01T00:00:00Z. */
export interface Clock {
  now(): number
}

export const systemClock: Clock = { now: () => Date.now() }

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
