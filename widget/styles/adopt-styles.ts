import { cardBrands } from '../../common/brands.ts'
import type { WidgetOptions } from '../options/table.ts'
import base from './base.css?inline'
import themes from './themes.css?inline'

/**
 * Gives a document or shadow root the widget's styles. A constructed sheet needs neither `<style>`
 * nor a nonce, so it works under any policy of the page. Style "none" leaves all looks to the shop.
 * Returns the way to take them off.
 */
export function adoptStyles(root: Node, { style }: WidgetOptions): () => void {
  if (!(root instanceof Document || root instanceof ShadowRoot)) return () => undefined
  const sheet = sheetOf(style === 'none' ? '' : themes)
  const worn = root.adoptedStyleSheets
  worn.push(sheet)
  return () => {
    // Each form has put it there once; the page may have cleared the list.
    const at = worn.lastIndexOf(sheet)
    if (at >= 0) worn.splice(at, 1)
  }
}

const sheets = new Map<string, CSSStyleSheet>()

/** Made once: it takes about 100 kB of memory, and forms may come and go. */
function sheetOf(theme: string): CSSStyleSheet {
  let sheet = sheets.get(theme)
  if (sheet === undefined) {
    sheet = new CSSStyleSheet()
    sheet.replaceSync(base + pictureRules() + theme)
    sheets.set(theme, sheet)
  }
  return sheet
}

/** `.wpwl-brand` holds many pictures: its class says which one is seen. */
function pictureRules(): string {
  const selectors = cardBrands.map(({ name }) => `.wpwl-brand-${name}>[data-brand=${name}]`)
  return `:is(a b i s u,*):where(${selectors.join()}){display:block}`
}
