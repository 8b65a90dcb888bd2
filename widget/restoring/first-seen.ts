/** Nothing is due. */
export const NEVER = Number.POSITIVE_INFINITY

const seenAtMs = new WeakMap<Element, number>()

/** When an element was first met here, in ms since 1970. */
export function firstSeenMs(element: Element): number {
  const at = seenAtMs.get(element) ?? Date.now()
  seenAtMs.set(element, at)
  return at
}

/** The next time is the first again. */
export function forget(element: Element): void {
  seenAtMs.delete(element)
}
