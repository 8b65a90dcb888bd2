import type { Core, Feature } from '../../payments/index.ts'
import { checkoutRules } from './check-rules.ts'
import { checkoutListRoute } from './checkout-list-routes.ts'
import { ndcOfPath } from './find-checkout.ts'
import { resultUrlCalls } from './result-call.ts'
import { checkoutRoutes } from './routes.ts'
import {
  type CheckoutParts,
  checkoutExtension,
  createCheckoutExpiry,
  createCheckoutService,
} from './service.ts'

/** Lets a shopper pay on the merchant's page. */
export const checkouts = {
  name: 'checkouts',
  needs: ['registrations'],
  routes: [...checkoutRoutes, checkoutListRoute],
  ndcOf: ndcOfPath,
  checks: [checkoutRules],

  join: (core: Pick<Core, 'store' | 'clock'>) => ({
    extensions: { record: [checkoutExtension(core.store)] },
    calls: { resultUrl: resultUrlCalls(core) },
  }),

  start: (parts: CheckoutParts) => ({
    services: { checkouts: createCheckoutService(parts) },
    timers: { checkoutExpiry: createCheckoutExpiry(parts) },
  }),
} as const satisfies Feature
