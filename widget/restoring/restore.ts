import type { Restore, Restoring } from '../page/watch-returns.ts'
import { reviveCopies } from './revive-copies.ts'
import { reviveReturned } from './revive-returned.ts'
import { takeOver } from './take-over.ts'

const timers = new WeakMap<Restoring, ReturnType<typeof setTimeout>>()

/**
 * Makes live forms of what has come back into the page, as far as it is for this run of the script; looks again
 * when it is time for what is not yet to be made one.
 */
export const restore: Restore = (page) => {
  clearTimeout(timers.get(page))
  // A later script has taken its place.
  const { run, shared } = page.started
  if (!shared.runs.has(run)) return
  const dueAtMs = Math.min(takeOver(page), reviveCopies(page), reviveReturned(page))
  if (dueAtMs === Number.POSITIVE_INFINITY) return
  timers.set(
    page,
    setTimeout(() => restore(page), Math.max(0, dueAtMs - Date.now())),
  )
}
