/** What the rest of the gateway uses of what one person alone may not do. */

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
  untilCounted,
} from './counted-reference.ts'
export { CountedOfCard, refusedAlone } from './one-person.ts'
