/**
 * Calls `gone` once when the page has taken an element out, itself or with what is around it. An
 * element that was only moved has its new place when the observer is called. Shadow roots are
 * crossed; only the lists of children on the way up are observed.
 */
export function watchPresence(element: Element, gone: () => void): () => void {
  const observer = new MutationObserver(() => {
    observer.disconnect()
    if (element.isConnected) observe()
    else gone()
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
