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
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(base + pictureRules() + (style === 'none' ? '' : themes))
  root.adoptedStyleSheets.push(sheet)
  return () => {
    root.adoptedStyleSheets = root.adoptedStyleSheets.filter((worn) => worn !== sheet)
  }
}

/** `.wpwl-brand` holds many pictures: its class says which one is seen. */
function pictureRules(): string {
  const selectors = cardBrands.map(({ name }) => `.wpwl-brand-${name}>[data-brand=${name}]`)
  return `:is(a b i s u,*):where(${selectors.join()}){display:block}`
}
