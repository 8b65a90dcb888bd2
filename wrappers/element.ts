import type { WpwlOptions } from '../common/widget-types.ts'
import { showWidget, updateOptions, type WidgetSettings } from './show-widget.ts'

/** `<tillgate-widget gateway="https://pay.example.com" checkout-id="…">`. */
export interface TillgateWidgetElement extends HTMLElement {
  options: WpwlOptions | undefined
}

declare global {
  interface HTMLElementTagNameMap {
    'tillgate-widget': TillgateWidgetElement
  }
}

const ATTRIBUTES = [
  'gateway',
  'checkout-id',
  'entity-id',
  'registration',
  'integrity',
  'nonce',
  'brands',
  'shopper-result-url',
] as const

/**
 * Defines the custom element, once. Its attributes are the settings of the widget, `options` is a
 * property. May be called in a program without a document, where it does nothing.
 */
export function defineTillgateWidget(name = 'tillgate-widget'): void {
  if (typeof customElements === 'undefined' || customElements.get(name) !== undefined) return
  customElements.define(name, createElementClass())
}

function createElementClass(): CustomElementConstructor {
  return class extends HTMLElement implements TillgateWidgetElement {
    static observedAttributes = [...ATTRIBUTES]
    #options: WpwlOptions | undefined
    #remove: (() => void) | undefined

    get options(): WpwlOptions | undefined {
      return this.#options
    }

    set options(options: WpwlOptions | undefined) {
      this.#options = options
      if (this.#remove !== undefined) updateOptions(options)
    }

    connectedCallback(): void {
      this.#show()
    }

    disconnectedCallback(): void {
      this.#remove?.()
      this.#remove = undefined
    }

    attributeChangedCallback(_name: string, before: string | null, after: string | null): void {
      if (this.#remove !== undefined && before !== after) this.#show()
    }

    #show(): void {
      this.#remove?.()
      this.#remove = showWidget(this, { ...settingsOf(this), options: this.#options })
    }
  }
}

function settingsOf(element: Element): WidgetSettings {
  const text = (name: (typeof ATTRIBUTES)[number]) => element.getAttribute(name) ?? undefined
  return {
    gateway: text('gateway') ?? '',
    checkoutId: text('checkout-id'),
    entityId: text('entity-id'),
    registration: element.hasAttribute('registration'),
    integrity: text('integrity'),
    nonce: (element as HTMLElement).nonce || text('nonce'),
    brands: text('brands'),
    shopperResultUrl: text('shopper-result-url'),
  }
}
