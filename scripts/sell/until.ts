import { setTimeout as pauseFor } from 'node:timers/promises'

/** How long anything may take. */
const LIMIT_MS = 60_000
const LOOK_EVERY_MS = 50

/** Waits until something is so. Rejects with what it was. */
export async function until(
  what: string,
  isSo: () => Promise<boolean>,
  limitMs = LIMIT_MS,
): Promise<true> {
  const endMs = performance.now() + limitMs
  for (;;) {
    if (await isSo()) return true
    if (performance.now() > endMs) throw new Error(`It does not become so: ${what}`)
    await pauseFor(LOOK_EVERY_MS)
  }
}
