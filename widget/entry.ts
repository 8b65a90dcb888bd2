// First: it watches whether the rest can run.
import './start/watch-built-ins.ts'

import type { Wpwl } from '../common/widget-types.ts'
import type { WidgetBoot } from '../common/widget-wire.ts'
import { startPage } from './start/start-page.ts'

/** Bound by the gateway around this script: base address and checkout need no `document.currentScript`. */
declare const __TILLGATE_BOOT__: WidgetBoot

declare global {
  interface Window {
    wpwl?: Wpwl
  }
}

window.wpwl = startPage(__TILLGATE_BOOT__, ownScript(__TILLGATE_BOOT__))

/** The script's own tag, for `unload`; none where another script put the code into the page. */
function ownScript({ base, checkoutId }: WidgetBoot): Element | null {
  if (document.currentScript !== null) return document.currentScript
  const address = `${base}/v1/paymentWidgets.js`
  const scripts = [...document.querySelectorAll('script')]
  const isOwn = ({ src }: HTMLScriptElement) =>
    src.startsWith(address) &&
    (checkoutId ? src.includes(checkoutId) : !src.includes('checkoutId='))
  return scripts.find(isOwn) ?? null
}
