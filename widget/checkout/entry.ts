import type { CheckoutCode } from '../forms/shell/checkout-of.ts'
import { createDescribe } from './describe-channel.ts'
import { createOpenCheckout } from './open-checkout.ts'

// Bound by the function around this code (`vite.config.ts`).
declare const __TILLGATE_DEFINE__: (made: CheckoutCode) => void

__TILLGATE_DEFINE__({
  open: createOpenCheckout(),
  describe: createDescribe(),
})
