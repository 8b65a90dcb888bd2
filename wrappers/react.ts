import { createElement, type ReactElement, useEffect, useRef } from 'react'
import { showWidget, updateOptions, type WidgetSettings } from './show-widget.ts'

/**
 * The widget as a component of React. A change of the checkout, brands or addresses shows it anew;
 * a change of `options` reaches the form that is there, and what was typed stays.
 */
export function PaymentWidget(settings: WidgetSettings): ReactElement {
  const place = useRef<HTMLDivElement>(null)
  const { gateway, checkoutId, entityId, registration, integrity, nonce } = settings
  const { brands, shopperResultUrl, options } = settings
  useEffect(() => updateOptions(options), [options])
  // Not `options`: a new object of them must not load the form again.
  useEffect(
    () => (place.current === null ? undefined : showWidget(place.current, settings)),
    [gateway, checkoutId, entityId, registration, integrity, nonce, brands, shopperResultUrl],
  )
  return createElement('div', { ref: place })
}
