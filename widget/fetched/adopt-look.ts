import type { FormShell } from '../forms/shell/form-shell.ts'

/**
 * Makes what gives the page of a form the look of fetched code, unless the shop draws its forms itself.
 * That returns how to take it away.
 */
export function createLook(css: string): (form: FormShell) => () => void {
  let sheet: CSSStyleSheet | undefined
  return ({ container, options }) => {
    const root = container.getRootNode()
    if (!(root instanceof Document || root instanceof ShadowRoot)) return () => {}
    if (options.style === 'none') return () => {}
    if (sheet === undefined) {
      sheet = new CSSStyleSheet()
      sheet.replaceSync(css)
    }
    // Each form adds it once and takes one away.
    const own = sheet
    const adopted = root.adoptedStyleSheets
    adopted.push(own)
    return () => {
      const at = adopted.lastIndexOf(own)
      if (at >= 0) adopted.splice(at, 1)
    }
  }
}
