/**
 * Calls `removed` once when the page has removed an element, itself or with an ancestor. An
 * element that was only moved has its new place when the observer is called. Shadow roots are
 * crossed; only the child lists of its ancestors are observed.
 */
export function watchPresence(element: Element, removed: () => void): () => void {
  const observer = new MutationObserver(() => {
    observer.disconnect()
    if (element.isConnected) observe()
    else removed()
  })

  function observe(): void {
    let node: Node | null = element.parentNode
    while (node !== null) {
      observer.observe(node, { childList: true })
      node = node instanceof ShadowRoot ? node.host : node.parentNode
    }
  }

  observe()
  return () => observer.disconnect()
}
