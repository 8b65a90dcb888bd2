/** What the rest of the gateway uses of webhooks. */

export type { CallKind } from './call-kind.ts'
export { createCallPace } from './call-pace.ts'
export {
  cursorOfPlace,
  type DeliveryFilter,
  filterOf,
  type LoggedDelivery,
  listCalls,
  listDeliveries,
  replayOne,
  replayRange,
} from './delivery-log.ts'
export { deliveryRoutes } from './delivery-routes.ts'
export { forgetOldDeliveries } from './forget-deliveries.ts'
export { openRequest, type ReceivedRequest } from './formats/open-request.ts'
export { hexOfSecret, newWebhookSecret, sealSecrets, secretOf } from './formats/secrets.ts'
export { createManagement, type Management, type WebhookWithSecret } from './management.ts'
export { newDelivery } from './new-delivery.ts'
export { withMembers } from './notification-body.ts'
export { notificationUrlCalls, notificationUrlExtension } from './notification-url.ts'
export type { Notifications, NotifiedChange, NotifiedEntity } from './notifications.ts'
export { CALL_LIMITS, createOutbox, type OutgoingCalls } from './outbox.ts'
export { webhookExtension } from './payment-extension.ts'
export { paymentChanges, paymentReports } from './payment-notified.ts'
export { webhookRoutes } from './routes.ts'
export type { Sender } from './sender.ts'
export { wantedTypesOf, webhookSettingsOf } from './webhook-settings.ts'
