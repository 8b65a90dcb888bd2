/**
 * Lets an element of ours take a new child beside one that a page has wrapped into a node of its own (plugins
 * for floating labels, telephone numbers, buttons): the browser throws there, and the error of a field would
 * never show. The new child stands behind the page's node then.
 */
export function keepSteady(place: Element | null): void {
  if (place === null) return
  place.insertBefore = (node, before) => {
    let next = before as Node | null
    if (next && next.parentNode !== place) {
      while (next && next.parentNode !== place) next = next.parentNode
      next = next?.nextSibling ?? null
    }
    return Node.prototype.insertBefore.call(place, node, next) as typeof node
  }
}
