import { brandTraits } from '../../common/brand-traits.ts'
import type { WidgetOptions } from '../options/table.ts'
import base from './base.css?inline'
import { fitToPage } from './fit-to-page.ts'
import themes from './themes.css?inline'

interface AppliedStyles {
  readonly revert: () => void
}

/**
 * Gives the document or shadow root of a form the widget's styles. A constructed sheet needs neither `<style>`
 * nor a nonce, so it works under any policy of the page. Style "none" leaves the appearance to the
 * shop.
 */
export function adoptStyles(container: HTMLElement, { style }: WidgetOptions): AppliedStyles {
  const root = container.getRootNode()
  if (!(root instanceof Document || root instanceof ShadowRoot)) return { revert() {} }
  const sheet = sheetOf(style === 'none' ? '' : themes)
  const adopted = root.adoptedStyleSheets
  adopted.push(sheet)
  // The browser has computed the page's styles by then.
  requestAnimationFrame(() => fitToPage(container))
  return {
    revert() {
      // Each form has added it once; the page may have cleared the list.
      const at = adopted.lastIndexOf(sheet)
      if (at >= 0) adopted.splice(at, 1)
    },
  }
}

const sheets = new Map<string, CSSStyleSheet>()

/** Made once: it takes about 100 kB of memory, and pages remove and add forms. */
function sheetOf(theme: string): CSSStyleSheet {
  let sheet = sheets.get(theme)
  if (sheet === undefined) {
    sheet = new CSSStyleSheet()
    sheet.replaceSync(base + pictureRules() + theme)
    sheets.set(theme, sheet)
  }
  return sheet
}

/** `.wpwl-brand` holds many pictures: its class names the visible one. */
function pictureRules(): string {
  const selectors = brandTraits.map(({ name }) => `.wpwl-brand-${name}>[data-brand=${name}]`)
  return `:is(a b i s u,*):where(${selectors.join()}){display:block}`
}
