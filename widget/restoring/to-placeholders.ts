import type { FormOrder } from '../forms/shell/form-shell.ts'

/** What the list of ways to pay puts around forms. */
const AROUND =
  '[class^=wpwl-method-ro], .wpwl-method-tabs, .wpwl-express, .wpwl-blocked, #wpwl-registrations'

type KeptOrder = Pick<FormOrder, 'brands' | 'action' | 'lang'>

/** What a form keeps of the placeholder that has asked for it: id of the checkout, or `null`, and its order. */
export function keptOrder({ dataset }: HTMLElement): readonly [string, KeptOrder] | undefined {
  const [, checkout = '', order = ''] = /^([^{]*)(\{.*)$/s.exec(dataset.wpwlOrder ?? '') ?? []
  try {
    const { brands, action, lang } = JSON.parse(order) as KeptOrder
    return [checkout, { brands: [...brands], action: `${action}`, lang: `${lang}` }]
  } catch {
    return undefined
  }
}

/**
 * Puts placeholders in the place of forms, or of copies of forms, and takes these and what the list has put
 * around them out of the page. Those beside each other get one placeholder: together they are a list again.
 *
 * @param remove takes one form out of the page
 * @returns the new placeholders
 */
export function toPlaceholders(
  containers: readonly HTMLElement[],
  remove: (container: HTMLElement) => void,
): readonly HTMLFormElement[] {
  const made: HTMLFormElement[] = []
  for (const container of containers) {
    const place = placeOf(container)
    const { parentElement } = place
    const order = keptOrder(container)
    if (!container.isConnected || order === undefined || parentElement === null) continue
    const beside = containers.filter((other) => placeOf(other).parentElement === parentElement)
    const orders = beside.flatMap((other) => keptOrder(other)?.[1] ?? [])
    const placeholder = placeholderOf(
      order[1],
      orders.flatMap(({ brands }) => brands),
    )
    place.before(placeholder)
    made.push(placeholder)
    for (const each of beside) remove(each)
    removeAround(parentElement)
  }
  return made
}

/** Where other forms stand, what is around them is theirs. */
function removeAround(parent: Element): void {
  if (parent.querySelector('.wpwl-container[data-wpwl-order]') !== null) return
  for (const each of [...parent.children]) if (each.matches(AROUND)) each.remove()
}

/** A wallet above the list is in an element of the list. */
function placeOf(container: HTMLElement): Element {
  return container.closest('.wpwl-express') ?? container
}

function placeholderOf({ action, lang }: KeptOrder, brands: readonly string[]): HTMLFormElement {
  const placeholder = document.createElement('form')
  placeholder.className = 'paymentWidgets'
  placeholder.dataset.brands = brands.join(' ')
  if (action) placeholder.setAttribute('action', action)
  if (lang) placeholder.lang = lang
  return placeholder
}
