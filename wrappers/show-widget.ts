import type { WpwlOptions } from '../common/widget-types.ts'

/** Which checkout a page shows, and how. */
export interface WidgetSettings {
  /** Address of the gateway, such as `https://pay.example.com`. */
  readonly gateway: string
  /** As your server created it. Absent where `options.createCheckout` makes it when the shopper pays. */
  readonly checkoutId?: string | undefined
  /** Your channel, for fast checkout. A script with a checkout ignores it. */
  readonly entityId?: string | undefined
  /** The checkout only stores payment details. */
  readonly registration?: boolean | undefined
  /** `integrity` of the answer to your server's request for the checkout. */
  readonly integrity?: string | undefined
  /** Of your page's content security policy. */
  readonly nonce?: string | undefined
  /** Brands by name, separated by blanks; without them the card form. */
  readonly brands?: string | undefined
  /** Where the shopper goes with the result; without it, what the checkout says. */
  readonly shopperResultUrl?: string | undefined
  /** `wpwlOptions`. Callbacks are looked up at each call. */
  readonly options?: WpwlOptions | undefined
}

interface PageWidget {
  refresh(): void
  unload(): void
  unmount(element: Element): void
}

/** A page has one `wpwlOptions`, which `updateOptions` may replace while the widget is shown. */
type WidgetWindow = Window & { wpwlOptions?: WpwlOptions; wpwl?: PageWidget }

/** A script takes every placeholder of the page: the next one waits until it has taken its own. */
let turn: Promise<void> = Promise.resolve()
const places = new Set<Element>()

/**
 * Shows the widget inside of an element, and returns how to take it away again: with its frames,
 * listeners and script, also while it still loads.
 */
export function showWidget(place: Element, settings: WidgetSettings): () => void {
  const script = scriptOf(settings)
  let widget: PageWidget | undefined
  let isOver = false

  function remove(): void {
    // The object of the last script governs the forms of all.
    if (places.size === 0) widget?.unload()
    else widget?.unmount(place)
    script.remove()
  }

  async function show(): Promise<void> {
    if (isOver) return
    updateOptions(settings.options)
    place.replaceChildren(placeholderOf(settings))
    if (!(await runScript(script))) return tellFailure(settings)
    widget = (window as WidgetWindow).wpwl
    if (isOver) remove()
  }

  places.add(place)
  turn = turn.then(show)
  return () => {
    isOver = true
    places.delete(place)
    remove()
    place.replaceChildren()
  }
}

function placeholderOf({ brands, shopperResultUrl }: WidgetSettings): Element {
  const placeholder = document.createElement('form')
  placeholder.className = 'paymentWidgets'
  if (brands !== undefined) placeholder.dataset.brands = brands
  if (shopperResultUrl !== undefined) placeholder.action = shopperResultUrl
  return placeholder
}

/** Resolves to whether the script has run. Where it cannot be loaded the browser's console says why. */
function runScript(script: HTMLScriptElement): Promise<boolean> {
  return new Promise((resolve) => {
    script.onload = () => resolve(true)
    script.onerror = () => resolve(false)
    document.head.append(script)
  })
}

/** Without its script there is no widget that could tell the page. */
function tellFailure({ options }: WidgetSettings): void {
  const error = new Error('The script of the widget could not be loaded')
  const report = { name: 'WidgetError', brand: 'CARD', event: 'load_failed' } as const
  options?.onError?.(Object.assign(error, report))
}

/** Gives the page's `wpwlOptions` to the widget that is shown. */
export function updateOptions(options: WpwlOptions | undefined): void {
  if (options === undefined) return
  const page = window as WidgetWindow
  page.wpwlOptions = options
  page.wpwl?.refresh()
}

function scriptOf({
  gateway,
  checkoutId,
  entityId,
  registration,
  integrity,
  nonce,
}: WidgetSettings): HTMLScriptElement {
  const script = document.createElement('script')
  const [name, id] = checkoutId === undefined ? ['entityId', entityId] : ['checkoutId', checkoutId]
  const query = id === undefined ? '' : `?${name}=${encodeURIComponent(id)}`
  const target = registration === true ? '/registration' : ''
  script.src = `${gateway.replace(/\/$/, '')}/v1/paymentWidgets.js${query}${target}`
  if (integrity !== undefined) {
    script.integrity = integrity
    script.crossOrigin = 'anonymous'
  }
  if (nonce !== undefined) script.nonce = nonce
  return script
}
