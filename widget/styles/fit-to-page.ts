import { fitFont } from '../start/page-font.ts'

/** What pages say of all inputs and buttons of a type. */
const PROPERTIES =
  'margin padding width height float border-width border-style border-color border-radius background-color box-shadow color font-family font-size line-height text-transform'.split(
    ' ',
  )

/** What changes with the state of a field is written as the variable that themes.css has for it. */
const VARIABLES: Readonly<Record<string, string>> = {
  'border-color': 'var(--_edge)',
  'box-shadow': 'var(--_ring)',
}

const fitted = new WeakSet<Element>()

/**
 * Keeps a form as it is meant on a page that has no font, or that has rules for all elements of a type,
 * such as `[type=tel] {…}`. No rule of ours can beat those and lose to the page's `.wpwl-control {…}`,
 * which weighs no more. So a copy without `type`, to which such rules do not apply, shows how the element
 * should look, and what differs from a copy with it is written into its style.
 *
 * Nothing is written before all is read, and copies are not displayed: the browser computes styles once
 * and lays out nothing.
 */
export function fitToPage(container: HTMLElement): void {
  fitFont(container)
  if (container.dataset.wpwlStyle !== 'none') {
    const unfitted = [
      ...container.querySelectorAll<HTMLElement>('input.wpwl-control[type],.wpwl-button-pay'),
    ].filter((element) => !fitted.has(element))
    const copies = unfitted.map((element) => [hiddenCopy(element), hiddenCopy(element)] as const)
    for (const [, wanted] of copies) wanted.removeAttribute('type')
    const differences = copies.map(([typed, wanted]) => difference(typed, wanted))
    for (const copy of copies.flat()) copy.remove()
    unfitted.forEach((element, index) => {
      fitted.add(element)
      for (const [name, value] of differences[index] ?? []) element.style.setProperty(name, value)
    })
  }
}

function hiddenCopy(element: HTMLElement): HTMLElement {
  const copy = element.cloneNode() as HTMLElement
  copy.style.setProperty('display', 'none', 'important')
  element.after(copy)
  return copy
}

/** The properties that differ, with the values that are wanted. */
function difference(typed: Element, wanted: Element): (readonly [string, string])[] {
  const [found, meant] = [getComputedStyle(typed), getComputedStyle(wanted)]
  return PROPERTIES.filter(
    (name) => found.getPropertyValue(name) !== meant.getPropertyValue(name),
  ).map((name) => [
    name,
    (typed.localName === 'input' && VARIABLES[name]) || meant.getPropertyValue(name),
  ])
}
