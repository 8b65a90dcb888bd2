import { fitFont } from '../start/page-font.ts'

/** What pages say of all inputs and buttons of a type. */
const PROPERTIES =
  'margin padding width height float border-width border-style appearance font-weight border-color border-radius background-color background-image box-shadow color font-family font-size line-height text-transform'.split(
    ' ',
  )

/** What changes with the state of a field is written as the variable that themes.css has for it. */
const VARIABLES: Readonly<Record<string, string>> = {
  'border-color': 'var(--_edge)',
  'box-shadow': 'var(--_ring)',
}

const fitted = new WeakSet<Element>()

/**
 * Keeps a form, or a row of a list, as it is meant on a page that has no font, or that has rules for all elements of a type, or
 * of all but some, such as `[type=tel] {…}` and `input:not([type=checkbox]) {…}`. No rule of ours can beat
 * those and lose to the page's `.wpwl-control {…}`, which weighs no more. So copies of other types show
 * which properties hang on the type, a copy without classes which of them no rule for our classes has set,
 * and an element of another name how they should look, which is written into the element's style.
 *
 * Nothing is written before all is read, and copies are not displayed: the browser computes styles of few
 * elements twice and lays out nothing.
 */
export function fitToPage(container: HTMLElement): void {
  fitFont(container)
  if (container.dataset.wpwlStyle === 'none') return
  const controls = container.querySelectorAll<HTMLElement>(
    '.wpwl-control:not(iframe),.wpwl-button-pay,.wpwl-method-choice',
  )
  const unfitted = [...controls].filter((element) => !fitted.has(element))
  const texts = unfitted.map((element) => {
    fitted.add(element)
    const { color, fontSize } = getComputedStyle(element)
    return `color:${color};font-size:${fontSize}`
  })
  const copies = unfitted.map((element, index) => hiddenCopies(element, texts[index] ?? ''))
  const differences = copies.map(difference)
  for (const copy of copies.flat()) copy.remove()
  unfitted.forEach((element, index) => {
    // Pages say some of it so that nothing else counts.
    for (const [name, value] of differences[index] ?? [])
      element.style.setProperty(name, value, 'important')
  })
}

/** One that is the same, one without classes, one that looks as it should, and two of other types. */
function hiddenCopies(element: HTMLElement, textStyle: string): HTMLElement[] {
  const hidden = (type = '', copy = element.cloneNode() as HTMLElement) => {
    // A size is what tells lists from other selects.
    if (type) for (const name of ['type', 'size']) copy.setAttribute(name, type)
    copy.style.setProperty('display', 'none', 'important')
    // A chosen radio button would take the choice from its original.
    copy.removeAttribute('name')
    element.after(copy)
    return copy
  }
  const bare = hidden()
  bare.className = ''
  // What counts in letters, or has the colour of the text, must not differ for that alone.
  bare.style.cssText += textStyle
  const meant = hidden('', document.createElement('div'))
  meant.className = element.className
  // The types that nearly all pages leave out.
  return [hidden(), bare, meant, hidden('checkbox'), hidden('submit')]
}

/** The properties to write, with the values that are wanted. */
function difference(copies: readonly HTMLElement[]): (readonly [string, string])[] {
  const looks = copies.map((copy) => getComputedStyle(copy))
  return PROPERTIES.flatMap((name) => {
    const [found, ofBare, meant = '', ...others] = looks.map((look) => look.getPropertyValue(name))
    if (found === meant || found !== ofBare || others.every((other) => other === found)) return []
    return [[name, (copies[0]?.localName === 'input' && VARIABLES[name]) || meant]]
  })
}
