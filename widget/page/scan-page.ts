import { hasPageOptions } from '../options/page-options.ts'
import { watchDocument } from '../start/watch-document.ts'
import type { BuildForm } from './build-form.ts'
import { nextTask } from './next-task.ts'
import type { PageLoad } from './page-load.ts'
import type { Placeholders } from './placeholders.ts'

/** Looks for the placeholder forms that one run of the script replaces. */
export interface PageScan {
  /** Begins to watch the page; builds nothing in this task. */
  start(): void
  /** Builds the forms that the page has now, as long as it is watched. */
  scan(): void
  isWatching(): boolean
  /** Leaves placeholders that were not found yet to a later run. */
  takeNoMore(): void
  stop(): void
}

interface PageScanParts {
  readonly placeholders: Placeholders
  readonly pageLoad: Pick<PageLoad, 'isOver'>
  readonly create: BuildForm
  readonly ended: () => void
}

export function createPageScan(parts: PageScanParts): PageScan {
  const { placeholders, pageLoad, create, ended } = parts
  let hasBuilt = false
  let isWatching = false
  let stop = () => {}

  /** Returns whether all is found. */
  function scanPage(): boolean {
    placeholders.take()
    // A script further down may declare options; what comes later still is read again then.
    if (document.readyState === 'loading' && !hasPageOptions()) return false
    hasBuilt = placeholders.build(create) || hasBuilt
    // Later ones may be meant for another checkout, whose script is not loaded yet.
    return hasBuilt && pageLoad.isOver()
  }

  function scan(): void {
    if (isWatching && scanPage()) stop()
  }

  return {
    start() {
      isWatching = true
      stop = watchPage(scanPage, () => {
        isWatching = false
        ended()
      })
      if (!placeholders.mayTake() && !placeholders.areWaiting()) stop()
      // Compiling and running the script is a task that is long enough.
      void nextTask().then(scan)
    },
    scan,
    isWatching: () => isWatching,
    takeNoMore() {
      placeholders.takeNoMore()
      if (!placeholders.areWaiting()) stop()
    },
    stop: () => stop(),
  }
}

/** The checkout has expired by then: a form would be of no use. */
const MAX_WATCH_MS = 30 * 60_000

/**
 * Calls `scan` whenever the page has changed, until it returns that it is done, or half an hour is
 * over: frameworks add the form long after the script ran. Returns how to end it.
 */
function watchPage(scan: () => boolean, ended: () => void): () => void {
  const stop = watchDocument(() => {
    if (scan()) end()
  })
  const timer = setTimeout(end, MAX_WATCH_MS)

  function end(): void {
    stop()
    clearTimeout(timer)
    ended()
  }
  return end
}
