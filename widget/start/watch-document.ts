/** Calls `changed` whenever the document has changed, or its loading goes on. Returns how to end it. */
export function watchDocument(changed: () => void): () => void {
  const observer = new MutationObserver(changed)
  observer.observe(document, { childList: true, subtree: true })
  document.addEventListener('readystatechange', changed)
  return () => {
    observer.disconnect()
    document.removeEventListener('readystatechange', changed)
  }
}
