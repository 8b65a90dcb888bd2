/** What the rest of the gateway uses of captures, refunds and other references. */

export type { EnterAskedDispute } from './asked-operation.ts'
export {
  APPROVAL_MS,
  askedResolutionOf,
  asksTooMuch,
  asksTooOften,
  isWaiting,
  needsSecondPerson,
  type ResolveAsked,
  reportOfResolution,
  shownRequest,
} from './asked-operation.ts'
export {
  amountByRules,
  countedWith,
  REQUEST_OWNER,
  referenceNamed,
  requestedReference,
} from './counted-reference.ts'
export { HOLD_NOTICE_MS } from './hold-expiry.ts'
export { type OwnReferenceParts, prepareOwnReference } from './own-reference.ts'
export { type ReferParts, refer } from './reference-routes.ts'
