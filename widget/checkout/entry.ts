import type { CheckoutKit, OpenCheckout } from '../forms/shell/checkout-of.ts'
import { createOpenCheckout } from './open-checkout.ts'

// Bound by the function around this code (`vite.config.ts`).
declare const __TILLGATE_KIT__: CheckoutKit
declare const __TILLGATE_DEFINE__: (made: OpenCheckout) => void

__TILLGATE_DEFINE__(createOpenCheckout(__TILLGATE_KIT__))
