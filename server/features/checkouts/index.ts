/** What the rest of the gateway uses of checkouts. */

export { setNdcFromPath } from './find-checkout.ts'
export { type AskingFrame, frameOrderRefusal } from './frame-order.ts'
export { divide } from './gift-card-share.ts'
export { resultUrlCalls } from './result-call.ts'
export { checkoutRoutes } from './routes.ts'
export {
  type CheckoutService,
  checkoutExtension,
  createCheckoutExpiry,
  createCheckoutService,
} from './service.ts'
export { appliedCardsOf, requestOf } from './stored-request.ts'
