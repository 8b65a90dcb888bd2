/**
 * Gives the document or shadow root of a form a constructed sheet, which needs neither `<style>` nor a nonce, so
 * that it works under any policy of the page; returns how to take it away.
 */
export function adoptSheet(container: Element, sheet: CSSStyleSheet): () => void {
  const root = container.getRootNode()
  if (!(root instanceof Document || root instanceof ShadowRoot)) return () => {}
  // Of the prototype: an element of that name hides the document's own.
  const adopted = Reflect.get(
    Object.getPrototypeOf(root),
    'adoptedStyleSheets',
    root,
  ) as CSSStyleSheet[]
  adopted.push(sheet)
  return () => {
    // Each form has added it once; the page may have cleared the list.
    const at = adopted.lastIndexOf(sheet)
    if (at >= 0) adopted.splice(at, 1)
  }
}

/** Takes about 100 kB of memory for the widget's styles, and pages remove and add forms: make it once. */
export function sheetOf(css: string): CSSStyleSheet {
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(css)
  return sheet
}
