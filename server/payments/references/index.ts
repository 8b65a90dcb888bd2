/** What the rest of the gateway uses of captures, refunds and other references. */

export { HOLD_NOTICE_MS } from './hold-expiry.ts'
export { type OwnReferenceParts, prepareOwnReference } from './own-reference.ts'
export { type ReferParts, refer } from './reference-routes.ts'
