import { SECOND_MS } from '../../common/durations.ts'

/** How often it is looked whether npm is still there. */
const LOOK_EVERY_MS = SECOND_MS

/** Whether npm (or another runner of `package.json`) has started this process. */
export function isStartedByNpm(env: Readonly<Record<string, string | undefined>>): boolean {
  return env.npm_lifecycle_event !== undefined
}

/**
 * Calls `lost` once when the process that has started this one is gone. npm passes SIGINT and SIGTERM on,
 * but SIGHUP ends it and nothing of that reaches the gateway.
 */
export function onLostNpm(lost: () => void): void {
  const parent = process.ppid
  const looking = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(looking)
    lost()
  }, LOOK_EVERY_MS)
  looking.unref()
}
