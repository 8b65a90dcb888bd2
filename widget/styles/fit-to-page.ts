import { fitFont } from '../start/page-font.ts'

/** What pages say of all inputs and buttons of a type. */
const PROPERTIES =
  'margin padding width height float border-width border-style appearance font-weight border-color border-radius accent-color background-color background-image box-shadow color font-family font-size line-height text-transform'.split(
    ' ',
  )

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
    '.wpwl-control:not(iframe),.wpwl-method-choice,button',
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

/** One that is the same, two without classes, one that looks as it should, and some of other types. */
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
  const alike = hidden('', bare.cloneNode() as HTMLElement)
  // What counts in letters, or has the colour of the text, must not differ for that alone.
  alike.style.cssText += textStyle
  const meant = hidden('', document.createElement('div'))
  meant.className = element.className
  // The types that nearly all pages leave out.
  const others = ['checkbox', 'submit', 'file'].map((type) => hidden(type))
  return [hidden(), bare, alike, meant, ...others]
}

/** The properties to write, with the values that are wanted. */
function difference(copies: readonly HTMLElement[]): (readonly [string, string])[] {
  const looks = copies.map((copy) => getComputedStyle(copy))
  let isByType = false
  const wanted = PROPERTIES.flatMap((name): (readonly [string, string])[] => {
    const values = looks.map((look) => look.getPropertyValue(name))
    const [found, ofBare, ofAlike, meant = '', ...others] = values
    // Not equal: a rule for a class, of ours or of the page. The first pattern is the colour of the text.
    if (found !== (/^c|size/.test(name) ? ofBare : ofAlike)) return []
    // What changes with the state of a field or button has a variable in our style sheets.
    const variable = `--_${name}`
    const isState = looks[3]?.getPropertyValue(variable)
    if (found !== meant && others.some((other) => other !== found)) isByType = true
    else if (!isState) return []
    return [[name, isState ? `var(${variable})` : meant]]
  })
  // What changes with the state is written with it: it may be right in this state alone.
  return isByType ? wanted : []
}
