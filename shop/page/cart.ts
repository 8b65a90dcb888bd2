import { FREE_DELIVERY_FROM_CENTS, MAX_QUANTITY } from '../catalogue.ts'
import { type CartItem, priceOrder } from '../order.ts'
import { byId, find, fromTemplate } from './elements.ts'
import { euro, text } from './language.ts'

const STORED_AS = 'basket'

/**
 * The basket of the page: draws the steppers, shows the sums and calls `onChange` with every new
 * content. The sums are for the eye; the server prices the basket again.
 */
export function startCart(onChange: (items: readonly CartItem[]) => void): readonly CartItem[] {
  const rows = [...document.querySelectorAll<HTMLElement>('[data-sku]')]
  const quantities = storedQuantities()
  const items = () =>
    rows.map(({ dataset: { sku = '' } }) => ({ sku, quantity: quantities.get(sku) ?? 1 }))

  for (const row of rows) {
    drawStepper(row, (step) => {
      const { sku = '' } = row.dataset
      const quantity = (quantities.get(sku) ?? 1) + step
      quantities.set(sku, Math.min(Math.max(quantity, 0), MAX_QUANTITY))
      sessionStorage.setItem(STORED_AS, JSON.stringify([...quantities]))
      showCart(rows, items())
      onChange(items())
    })
  }
  showCart(rows, items())
  return items()
}

/** After a paid order the next visit starts with a fresh basket. */
export function emptyStoredCart(): void {
  sessionStorage.removeItem(STORED_AS)
}

function storedQuantities(): Map<string, number> {
  try {
    return new Map(JSON.parse(sessionStorage.getItem(STORED_AS) ?? '[]'))
  } catch {
    return new Map()
  }
}

function drawStepper(row: HTMLElement, onStep: (step: number) => void): void {
  const name = find(row, 'h2').textContent
  const stepper = fromTemplate('stepper')
  find(stepper, '[data-step="-1"]').setAttribute('aria-label', text('quantity.fewer', { name }))
  find(stepper, '[data-step="1"]').setAttribute('aria-label', text('quantity.more', { name }))
  find(stepper, 'output').setAttribute('aria-label', text('quantity.label', { name }))
  for (const button of stepper.querySelectorAll<HTMLElement>('[data-step]')) {
    button.addEventListener('click', () => onStep(Number(button.dataset.step)))
  }
  find(row, '.quantity').append(stepper)
}

function showCart(rows: readonly HTMLElement[], items: readonly CartItem[]): void {
  for (const [index, row] of rows.entries()) {
    const { sku, quantity } = items[index] as CartItem
    const unitCents = priceOrder([{ sku, quantity: 1 }]).subtotalCents
    row.classList.toggle('left-out', quantity === 0)
    find(row, 'output').textContent = String(quantity)
    // Not `disabled`: the button would lose the focus at nought.
    find(row, '[data-step="-1"]').setAttribute('aria-disabled', String(quantity === 0))
    find(row, '[data-step="1"]').setAttribute('aria-disabled', String(quantity === MAX_QUANTITY))
    find(row, '.unit-price').textContent = text('quantity.each', { price: euro(unitCents) })
    find(row, '.line-price').textContent = euro(unitCents * quantity)
  }
  const { subtotalCents, deliveryCents, totalCents } = priceOrder(items)
  byId('subtotal').textContent = euro(subtotalCents)
  byId('delivery').textContent = deliveryCents === 0 ? text('sum.free') : euro(deliveryCents)
  const price = euro(FREE_DELIVERY_FROM_CENTS)
  byId('delivery-hint').textContent = text('sum.deliveryHint', { price })
  byId('total').textContent = euro(totalCents)
  byId('pay-amount').textContent = euro(totalCents)
}
