import { byId, fromTemplate } from './elements.ts'
import type { PageCheckout } from './shop-api.ts'

/** The widget's options that this page uses. The widget reads the global when it builds its form. */
interface WidgetOptions {
  readonly style: 'plain'
  readonly locale: string
  readonly brandDetection: boolean
  readonly declined: 'stay'
  onReady(): void
  onError(error: { readonly name: string }): void
  onBeforeSubmitCard(): boolean
  onBeforeSubmitOnlineTransfer(): boolean
  onBeforeSubmitPrepayment(): boolean
  onBeforeSubmitVirtualAccount(): boolean
  onFocusIframeCommunication(): void
}

/** The two globals that page and widget share. */
const shared: {
  wpwl?: { unload?(): void; update?(): Promise<void> }
  wpwlOptions?: WidgetOptions
} = window as object

export interface WidgetEvents {
  onReady(): void
  onFailure(fault: 'scriptBlocked' | 'sessionEnded'): void
  /** A payment starts: the basket must not change under it. */
  onSubmit(): void
  /** The shopper is back in the form, so no payment is under way. */
  onEdit(): void
}

const READY_WITHIN_MS = 20_000
let script: HTMLScriptElement | undefined
let scriptTimeout: ReturnType<typeof setTimeout> | undefined

/** Takes the widget away, with everything it put on the page. */
export function removeWidget(): void {
  clearTimeout(scriptTimeout)
  shared.wpwl?.unload?.()
  script?.remove()
  for (const child of [...byId('widget').children]) child.remove()
}

/** The checkout has changed: amount and brands follow, what was typed stays. */
export async function updateWidget(): Promise<void> {
  await shared.wpwl?.update?.()
}

/**
 * Puts a form and the widget's script on the page. With `integrity` the browser runs exactly the script
 * whose hash the gateway gave to our server, or none.
 */
export function showWidget(checkout: PageCheckout, locale: string, events: WidgetEvents): void {
  removeWidget()
  byId('widget').append(paymentForm())
  const begin = () => {
    events.onSubmit()
    return true
  }
  shared.wpwlOptions = {
    style: 'plain',
    locale,
    brandDetection: true,
    declined: 'stay',
    onReady: () => {
      clearTimeout(scriptTimeout)
      events.onReady()
    },
    onError: ({ name }) => {
      if (name === 'InvalidCheckoutIdError') events.onFailure('sessionEnded')
      else events.onEdit()
    },
    onBeforeSubmitCard: begin,
    onBeforeSubmitOnlineTransfer: begin,
    onBeforeSubmitPrepayment: begin,
    onBeforeSubmitVirtualAccount: begin,
    onFocusIframeCommunication: () => events.onEdit(),
  }
  script = document.createElement('script')
  script.src = checkout.script
  script.crossOrigin = 'anonymous'
  if (checkout.integrity !== undefined) script.integrity = checkout.integrity
  script.addEventListener('error', () => events.onFailure('scriptBlocked'))
  document.head.append(script)
  scriptTimeout = setTimeout(() => events.onFailure('scriptBlocked'), READY_WITHIN_MS)
}

/** The page's form, or, to try other methods, one for the brands that the address names: `?brands=PAYPAL IDEAL`. */
function paymentForm(): DocumentFragment {
  const fragment = fromTemplate('payment-form')
  const brands = new URLSearchParams(location.search).get('brands')
  const form = fragment.querySelector('form')
  if (brands !== null && form !== null) form.dataset.brands = brands
  return fragment
}
