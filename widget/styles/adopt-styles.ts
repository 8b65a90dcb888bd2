import { cardBrands } from '../../common/brands.ts'
import type { WidgetOptions } from '../options/table.ts'
import base from './base.css?inline'
import themes from './themes.css?inline'

/** A style sheet that a document or shadow root wears. */
export interface WornSheet {
  takeOff(): void
}

/**
 * Gives a document or shadow root the widget's styles. A constructed sheet needs neither `<style>`
 * nor a nonce, so it works under any policy of the page. Style "none" leaves all looks to the shop.
 */
export function adoptStyles(root: Node, { style }: WidgetOptions): WornSheet {
  if (!(root instanceof Document || root instanceof ShadowRoot)) return { takeOff() {} }
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(base + pictureRules() + (style === 'none' ? '' : themes))
  root.adoptedStyleSheets.push(sheet)
  return {
    takeOff() {
      root.adoptedStyleSheets = root.adoptedStyleSheets.filter((worn) => worn !== sheet)
    },
  }
}

/** `.wpwl-brand` holds many pictures: its class says which one is seen. */
function pictureRules(): string {
  const selectors = cardBrands.map(({ name }) => `.wpwl-brand-${name}>[data-brand=${name}]`)
  return `:is(a b i s u,*):where(${selectors.join()}){display:block}`
}
