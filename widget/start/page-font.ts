/** What browsers call their own font, in which a page without a font of its own appears. */
const NO_FONT = /^"?(times|serif$)/i

/** The font of the system, where a page has none. */
const SYSTEM_FONT = '-apple-system,"Segoe UI",roboto,"Noto Sans","Liberation Sans",arial,sans-serif'

/** Gives a form a font where its page has none (`themes.css`); it must be in the page. */
export function fitFont(container: HTMLElement): void {
  if (hasNoFont(container)) container.style.setProperty('--_system-font', SYSTEM_FONT)
}

/**
 * A text in each weight of a form's font: the browser asks the system for fonts when it first lays text out,
 * and everything else of the page waits for that. It does so with this text while the main code is on its way.
 */
export function fontSample(place: Element): HTMLElement {
  const sample = document.createElement('p')
  sample.style.cssText = 'position:fixed;visibility:hidden'
  if (hasNoFont(place)) sample.style.fontFamily = SYSTEM_FONT
  for (const weight of ['400', '500', '600']) {
    const text = sample.appendChild(document.createElement('a'))
    text.style.fontWeight = weight
    text.append('0')
  }
  return sample
}

function hasNoFont(element: Element): boolean {
  return NO_FONT.test(getComputedStyle(element).fontFamily)
}
