import type { FrameLook } from '../../common/widget-wire.ts'
import { allowedStyle } from './allowed-style.ts'
import { evenFamilies } from './even-families.ts'

/** So often each digit stands in the sample: a difference of a hundredth of a pixel is seen. */
const MEASURED = 40
/** A field that nobody has touched by then gets its font. */
const DIGITS_CHECKED_WITHIN_MS = 500

/**
 * Makes the field look and speak as the page wants. Styles are set one by one through the object
 * model and a constructed sheet, which the document's policy allows without any text of CSS.
 */
export function lookPainter(input: HTMLInputElement): (look: FrameLook) => void {
  const root = document.documentElement
  const sheet = new CSSStyleSheet()
  sheet.replaceSync('input::placeholder{}')
  const placeholder = sheet.cssRules[0] as CSSStyleRule
  document.adoptedStyleSheets = [sheet]
  let shown = ''
  let families = ''
  let isChecked = true

  // Measuring takes a layout, and the first one of a process waits for fonts: nothing to do before a form
  // can be used. No caret tells anything while the field is empty.
  function checkDigits(): void {
    if (isChecked) return
    isChecked = true
    input.style.fontFamily = hasEvenDigits(input, families) ? families : 'monospace'
  }

  for (const name of ['focus', 'input']) input.addEventListener(name, checkDigits)
  // A field that was not shown has digits of no width.
  new ResizeObserver(() => {
    isChecked = false
    if (input.value) checkDigits()
  }).observe(root)
  return (look) => {
    const text = JSON.stringify(look)
    if (text === shown) return
    shown = text
    root.lang = look.lang
    root.style.colorScheme = look.colorScheme
    document.title = look.label
    input.setAttribute('aria-label', look.label)
    input.setAttribute('aria-description', look.description)
    // Never empty: what is shown in its place tells that a value has come (`document.ts`).
    input.placeholder = look.placeholder || ' '
    input.style.cssText = ''
    setAll(input.style, look.style)
    // Also where the page names it within `font`.
    families = evenFamilies(input.style.fontFamily)
    input.style.fontFamily = families
    // Below 16px a phone zooms in on focus and leaves the shopper with half a form.
    const size = look.style['font-size']
    if (size !== undefined) input.style.fontSize = `max(16px,${size})`
    // Added to what was there: once frames have taken the place of all fields, the page has none to read it from.
    setAll(placeholder.style, look.placeholderStyle)
    isChecked = false
    if (document.activeElement === input || input.value) checkDigits()
    else setTimeout(checkDigits, DIGITS_CHECKED_WITHIN_MS)
  }
}

/**
 * Browsers scroll the caret into view, in the embedding page too. With digits of different widths the
 * page could tell from the caret's place which ones were typed, so it cannot have such a font.
 */
function hasEvenDigits(input: HTMLInputElement, families: string): boolean {
  const digits = Array.from('0123456789', (digit) => digit.repeat(MEASURED))
  const widths = new Set(widthsIn(input, families, digits))
  // A size of the page's may be none, such as `1vw` of a frame without a width, until it is shown.
  return widths.size === 1 && !(widths.has(0) && input.value)
}

/** How wide texts are as the field draws them in these families, in CSS pixels. */
export function widthsIn(
  input: HTMLInputElement,
  families: string,
  texts: readonly string[],
): number[] {
  const sample = document.createElement('p')
  // As they are drawn: weight, style and stretch choose other faces, which a font may have made uneven, and
  // small sizes have widths of their own.
  sample.style.cssText = input.style.cssText
  sample.style.fontFamily = families
  const lines = texts.map((text) => {
    const line = document.createElement('span')
    // Each on a line of its own: Firefox rounds widths by the place where a glyph begins.
    line.style.cssText = 'display:block;width:fit-content'
    line.textContent = text
    return line
  })
  sample.append(...lines)
  document.body.append(sample)
  const widths = lines.map((line) => line.getBoundingClientRect().width)
  sample.remove()
  return widths
}

function setAll(target: CSSStyleDeclaration, style: Readonly<Record<string, string>>): void {
  for (const [property, value] of allowedStyle(style)) target.setProperty(property, value)
}
