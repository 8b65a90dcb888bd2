/** What the rest of the gateway uses of checkouts. */

export { type AskingFrame, frameOrderRefusal } from './frame-order.ts'
export { divide } from './gift-card-share.ts'
export { checkoutRoutes } from './routes.ts'
export type { CheckoutService } from './service.ts'
export { appliedCardsOf, requestOf } from './stored-request.ts'
