import type { ElementList } from '../../common/widget-types.ts'

/**
 * What a callback gets for an element: the page's own jQuery object where the page has jQuery, whose
 * pages may call any of its methods.
 */
export function listForPage(element: Element | null): ElementList {
  const elements = element === null ? [] : [element]
  const { jQuery } = window as { jQuery?: (elements: Element[]) => ElementList }
  return typeof jQuery === 'function' ? jQuery(elements) : elementList(elements)
}

/** The few methods of jQuery that pages use on what callbacks get (reference behaviour §3.1). */
function elementList(elements: readonly Element[]): ElementList {
  const [first] = elements
  const each = (change: (element: HTMLElement) => void): ElementList => {
    for (const element of elements) change(element as HTMLElement)
    return list
  }
  const list = {
    ...elements,
    length: elements.length,
    find: (selector: string) =>
      elementList(elements.flatMap((element) => [...element.querySelectorAll(selector)])),
    parent: () => elementList(first?.parentElement ? [first.parentElement] : []),
    hasClass: (name: string) => elements.some((element) => element.classList.contains(name)),
    addClass: (names: string) => each((element) => element.classList.add(...wordsOf(names))),
    removeClass: (names: string) => each((element) => element.classList.remove(...wordsOf(names))),
    val: (value?: string) =>
      value === undefined
        ? (first as HTMLInputElement | undefined)?.value
        : each((element) => {
            ;(element as HTMLInputElement).value = value
          }),
    attr: (name: string, value?: string) =>
      value === undefined
        ? (first?.getAttribute(name) ?? undefined)
        : each((element) => element.setAttribute(name, value)),
    css: (name: string | Readonly<Record<string, string>>, value?: string | number) => {
      if (typeof name === 'string' && value === undefined) {
        return first && getComputedStyle(first).getPropertyValue(kebabCase(name))
      }
      const styles = typeof name === 'string' ? { [name]: value } : name
      return each((element) => {
        for (const [key, set] of Object.entries(styles)) {
          element.style.setProperty(kebabCase(key), lengthOf(set))
        }
      })
    },
    height: (value?: string | number) =>
      value === undefined
        ? (first as HTMLElement | undefined)?.clientHeight
        : each((element) => element.style.setProperty('height', lengthOf(value))),
  } as ElementList
  return list
}

/** `fontSize` and `font-size` alike. */
export function kebabCase(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
}

function wordsOf(names: string): string[] {
  return names.split(/\s+/).filter(Boolean)
}

function lengthOf(value: string | number | undefined): string {
  return typeof value === 'number' ? `${value}px` : (value ?? '')
}
