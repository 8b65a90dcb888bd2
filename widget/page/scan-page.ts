import { hasPageOptions } from '../options/read-options.ts'
import type { PageLoad } from './page-load.ts'
import { type CreateForm, createPlaceholders, watchPage } from './placeholders.ts'
import type { SharedPage } from './runs.ts'

/** Looks for the placeholder forms that one run of the script replaces. */
export interface PageScan {
  /** Begins to watch the page. */
  start(): void
  /** Builds the forms that the page has now, as long as it is watched. */
  scan(): void
  isWatching(): boolean
  /** Whether a placeholder was taken whose form is not built yet. */
  isWaiting(): boolean
  /** What the placeholders name as their brands. */
  brands(): string
  /** Leaves placeholders that were not seen yet to a later run. */
  takeNoMore(): void
  /** Gives up those that are in the page, for a later run. */
  release(): void
  stop(): void
}

interface PageScanParts {
  readonly shared: SharedPage
  readonly pageLoad: Pick<PageLoad, 'isOver'>
  readonly create: CreateForm
  readonly ended: () => void
}

export function createPageScan({ shared, pageLoad, create, ended }: PageScanParts): PageScan {
  const placeholders = createPlaceholders(shared)
  let mayTake = true
  /** Its placeholder is before the script: one behind it may be followed by a script of its own. */
  let hasTakenAtStart = false
  let hasBuilt = false
  let isWatching = false
  let stop = () => {}

  /** Returns whether all is found. */
  function scanPage(): boolean {
    const isParsing = document.readyState === 'loading'
    if (mayTake && !(isParsing && hasTakenAtStart)) placeholders.take()
    // A script further down may declare options; what comes later still is read again then.
    if (isParsing && !hasPageOptions()) return false
    hasBuilt = placeholders.build(create) || hasBuilt
    // Later ones may be meant for another checkout, whose script is not loaded yet.
    return hasBuilt && pageLoad.isOver()
  }

  return {
    start() {
      isWatching = true
      stop = watchPage(scanPage, () => {
        isWatching = false
        ended()
      })
      if (scanPage()) stop()
      hasTakenAtStart = hasBuilt || placeholders.areWaiting()
    },
    scan() {
      if (isWatching && scanPage()) stop()
    },
    isWatching: () => isWatching,
    isWaiting: placeholders.areWaiting,
    brands: placeholders.brands,
    takeNoMore() {
      mayTake = false
      if (!placeholders.areWaiting()) stop()
    },
    release: placeholders.release,
    stop: () => stop(),
  }
}
