import type { Restoring } from '../page/watch-returns.ts'
import { adopt } from './adopt.ts'
import { firstSeenMs, NEVER } from './first-seen.ts'
import { sayHere } from './say-here.ts'
import { keptOrder, toPlaceholders } from './to-placeholders.ts'

/** The script of a copy, which the page adds with it, has run by then. */
const SCRIPT_WITHIN_MS = 1000

/**
 * Makes live forms of copies: the page has kept a form as text, or has cloned it. One of another checkout than
 * any script here pays is of an order that nobody knows: the page has to be loaded again.
 *
 * @returns when to look again, in ms since 1970
 */
export function reviveCopies(page: Restoring): number {
  const { boot, run, shared } = page.started
  const copies = [...document.querySelectorAll<HTMLElement>('.wpwl-container')].filter(
    (container) => !shared.taken.has(container),
  )
  const isOwn = (copy: HTMLElement) => keptOrder(copy)?.[0] === `${boot.checkoutId}`
  const placeholders = toPlaceholders(copies.filter(isOwn), (copy) => copy.remove())
  if (placeholders.length > 0) adopt(page, placeholders)
  // The last script speaks for all: each has had its time.
  if ([...shared.runs].some(({ order }) => order > run.order)) return NEVER
  let dueAtMs = NEVER
  for (const copy of copies) {
    if (!copy.isConnected) continue
    const at = firstSeenMs(copy) + SCRIPT_WITHIN_MS
    if (at <= Date.now()) drop(page, copy)
    else dueAtMs = Math.min(dueAtMs, at)
  }
  return dueAtMs
}

/** Takes a copy that nothing can be made of out of the page; says so where no form stands beside it. */
function drop(page: Restoring, copy: HTMLElement): void {
  const others = [...(copy.parentElement?.querySelectorAll('.wpwl-container') ?? [])]
  if (others.some((other) => page.started.shared.taken.has(other))) {
    copy.remove()
    return
  }
  const place = document.createElement('div')
  copy.replaceWith(place)
  console.error('A copy of a payment form is of no checkout of this page: load the page again')
  void sayHere(page, place, () => location.reload())
}
