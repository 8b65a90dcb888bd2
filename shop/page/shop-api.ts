import type { CartItem } from '../order.ts'
import type { CheckoutFault, PaymentResult, ResultFault } from '../outcome.ts'

/** What the page needs to show the widget for a checkout. */
export interface PageCheckout {
  readonly checkoutId: string
  /** Address of the widget's script for this checkout. */
  readonly script: string
  readonly integrity?: string
}

/** What was asked for, or why it could not be had. */
export type Answer<T, Fault> =
  | ({ readonly fault?: never } & T)
  | { readonly fault: Fault | 'shopUnreachable' }

export function createCheckout(
  items: readonly CartItem[],
  locale: string,
  signal: AbortSignal,
): Promise<Answer<PageCheckout, CheckoutFault>> {
  return ask('/api/checkout', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ items, locale }),
    signal,
  })
}

/** Gives the checkout another basket. */
export function updateCheckout(
  { checkoutId }: PageCheckout,
  items: readonly CartItem[],
  signal: AbortSignal,
): Promise<Answer<object, CheckoutFault | 'paymentNotFound'>> {
  return ask(`/api/checkout/${encodeURIComponent(checkoutId)}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ items }),
    signal,
  })
}

export function readPayment(resourcePath: string): Promise<Answer<PaymentResult, ResultFault>> {
  return ask(`/api/result?${new URLSearchParams({ resourcePath })}`, {})
}

async function ask<T extends object, Fault>(
  path: string,
  init: RequestInit,
): Promise<Answer<T, Fault>> {
  try {
    const response = await fetch(path, init)
    const body = (await response.json()) as T | { readonly error: Fault }
    return 'error' in body ? { fault: body.error } : body
  } catch {
    return { fault: 'shopUnreachable' }
  }
}
