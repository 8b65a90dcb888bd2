import type { FrameLook } from '../../common/widget-wire.ts'
import { allowedStyle } from './allowed-style.ts'

/**
 * Makes the field look and speak as the page wants. Styles are set one by one through the object
 * model and a constructed sheet, which the document's policy allows without any text of CSS.
 */
export function lookPainter(input: HTMLInputElement): (look: FrameLook) => void {
  const root = document.documentElement
  const sheet = new CSSStyleSheet()
  document.adoptedStyleSheets = [sheet]
  return (look) => {
    root.lang = look.lang
    root.style.setProperty('color-scheme', look.colorScheme)
    document.title = look.label
    input.setAttribute('aria-label', look.label)
    input.placeholder = look.placeholder
    input.style.cssText = ''
    setAll(input.style, look.style)
    // Below 16px a phone zooms in on focus and leaves the shopper with half a form.
    const size = look.style['font-size']
    if (size !== undefined) input.style.setProperty('font-size', `max(16px,${size})`)
    sheet.replaceSync('input::placeholder{}')
    const rule = sheet.cssRules[0] as CSSStyleRule
    setAll(rule.style, look.placeholderStyle)
  }
}

function setAll(target: CSSStyleDeclaration, style: Readonly<Record<string, string>>): void {
  for (const [property, value] of allowedStyle(style)) target.setProperty(property, value)
}
