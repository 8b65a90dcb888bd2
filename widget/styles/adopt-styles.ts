import { brandTraits } from '../../common/brand-traits.ts'
import type { WidgetOptions } from '../options/table.ts'
import { adoptSheet, sheetOf } from './adopt-sheet.ts'
import base from './base.css?inline'
import { fitToPage } from './fit-to-page.ts'
import themes from './themes.css?inline'

/** Gives the page of a form the widget's styles; returns how to take them away. Style "none" leaves the appearance to the shop. */
export function adoptStyles(container: HTMLElement, { style }: WidgetOptions): () => void {
  const theme = style === 'none' ? '' : themes
  let sheet = sheets.get(theme)
  if (sheet === undefined) {
    sheet = sheetOf(base + pictureRules() + theme)
    sheets.set(theme, sheet)
  }
  const revert = adoptSheet(container, sheet)
  // The browser has computed the page's styles by then.
  requestAnimationFrame(() => fitToPage(container))
  return revert
}

const sheets = new Map<string, CSSStyleSheet>()

/** `.wpwl-brand` holds many pictures: its class names the visible one. */
function pictureRules(): string {
  const selectors = brandTraits.map(({ name }) => `.wpwl-brand-${name}>[data-brand=${name}]`)
  return `:is(a b i s u,*):where(${selectors.join()}){display:block}`
}
