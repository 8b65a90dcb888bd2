import type { TimerHandler } from '../../kernel/timers/timers.ts'
import type { CallKind, Core, Feature, Joined, Started } from '../../payments/index.ts'
import { checkoutRules } from './check-rules.ts'
import { checkoutListRoute } from './checkout-list-routes.ts'
import { ndcOfPath } from './find-checkout.ts'
import { resultUrlCalls } from './result-call.ts'
import { checkoutRoutes } from './routes.ts'
import {
  type CheckoutParts,
  type CheckoutService,
  checkoutExtension,
  createCheckoutExpiry,
  createCheckoutService,
} from './service.ts'

interface MadeAtStart {
  readonly service: CheckoutService
  readonly onTimer: TimerHandler
}

/** Lets a shopper pay on the merchant's page. */
export const checkouts = {
  name: 'checkouts',
  needs: ['registrations'],
  routes: [...checkoutRoutes, checkoutListRoute],
  ndc: { below: '/v1/checkouts/{id}', of: ndcOfPath },
  checks: [checkoutRules],

  join: (core: Pick<Core, 'store' | 'clock'>): Joined & { readonly resultUrlCalls: CallKind } => ({
    extensions: { record: [checkoutExtension(core.store)] },
    resultUrlCalls: resultUrlCalls(core),
  }),

  start: (parts: CheckoutParts): Started & MadeAtStart => ({
    service: createCheckoutService(parts),
    onTimer: createCheckoutExpiry(parts),
  }),
} as const satisfies Feature
