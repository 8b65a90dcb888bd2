import type { CartItem } from '../order.ts'
import { priceOrder } from '../order.ts'
import type { CheckoutFault } from '../outcome.ts'
import serverSource from '../server.ts?url&no-inline'
import { startCart } from './cart.ts'
import { startCopyButtons } from './copy-buttons.ts'
import { byId } from './elements.ts'
import { euro, locale, text } from './language.ts'
import { createCheckout, type PageCheckout, updateCheckout } from './shop-api.ts'
import { startThemeButton } from './theme.ts'
import { removeWidget, showWidget, updateWidget } from './widget.ts'

const panel = byId('pay')
const basket = byId('basket') as HTMLFieldSetElement
let latest = new AbortController()
let pause: ReturnType<typeof setTimeout> | undefined

/** The checkout that the widget shows. */
let shown: PageCheckout | undefined

/** The checkout follows the basket; what the shopper has typed stays where the widget is there already. */
async function renewPayment(items: readonly CartItem[]): Promise<void> {
  latest.abort()
  latest = new AbortController()
  const { signal } = latest
  basket.disabled = false
  if (priceOrder(items).totalCents === 0) {
    removeWidget()
    shown = undefined
    show('empty')
    return
  }
  show('loading')
  if (shown !== undefined && (await hasChanged(shown, items, signal))) {
    if (!signal.aborted) show('ready')
    return
  }
  if (!signal.aborted) await beginPayment(items, signal)
}

/** Whether the widget shows the checkout with its new basket; one that has ended needs another checkout. */
async function hasChanged(
  checkout: PageCheckout,
  items: readonly CartItem[],
  signal: AbortSignal,
): Promise<boolean> {
  const { fault } = await updateCheckout(checkout, items, signal)
  if (fault !== undefined || signal.aborted) return false
  await updateWidget()
  return true
}

async function beginPayment(items: readonly CartItem[], signal: AbortSignal): Promise<void> {
  removeWidget()
  shown = undefined
  const checkout = await createCheckout(items, locale, signal)
  // The basket has changed in the meantime: a later call shows its own.
  if (signal.aborted) return
  if (checkout.fault !== undefined) {
    fail(checkout.fault)
    return
  }
  showWidget(checkout, locale, {
    onReady: () => {
      shown = checkout
      show('ready')
    },
    onFailure: (fault) => !signal.aborted && fail(fault),
    onSubmit: () => lockBasket(true),
    onEdit: () => lockBasket(false),
  })
}

type Fault = CheckoutFault | 'shopUnreachable' | 'scriptBlocked' | 'sessionEnded'

function show(state: 'loading' | 'ready' | 'failed' | 'empty'): void {
  panel.dataset.state = state
  panel.ariaBusy = String(state === 'loading')
}

function fail(fault: Fault): void {
  removeWidget()
  shown = undefined
  lockBasket(false)
  byId('pay-fault').textContent = text(`fault.${fault}`)
  show('failed')
}

function lockBasket(locked: boolean): void {
  basket.disabled = locked
}

let items = startCart((changed) => {
  items = changed
  const price = euro(priceOrder(items).totalCents)
  byId('announcement').textContent = text('sum.changed', { price })
  show('loading')
  clearTimeout(pause)
  pause = setTimeout(() => renewPayment(items), 400)
})

byId('source').setAttribute('href', serverSource)
byId('pay-retry').addEventListener('click', () => renewPayment(items))
byId('widget').addEventListener('focusin', () => lockBasket(false))
// Back from the result page, out of the browser's memory: that checkout may be paid.
addEventListener('pageshow', (event) => {
  if (!event.persisted) return
  shown = undefined
  void renewPayment(items)
})
startThemeButton()
startCopyButtons()
void renewPayment(items)
