import { setTimeout as pauseFor } from 'node:timers/promises'

/** Of the time: requests are served by the same thread. */
const SHARE_OF_IMPORT = 0.5

/** Waits as long as was worked since the last call. */
export function createPace(): () => Promise<void> {
  let sinceMs = performance.now()
  return async () => {
    const workedMs = performance.now() - sinceMs
    await pauseFor((workedMs * (1 - SHARE_OF_IMPORT)) / SHARE_OF_IMPORT)
    sinceMs = performance.now()
  }
}
