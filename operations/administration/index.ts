/** What others use of the back office's payments. */

export { payment as shownPayment, storedDetails as shownStoredDetails } from './answer.ts'
export { channelsOf, entitiesOf } from './call-parts.ts'
export { declineOf } from './decline-advice.ts'
export { shownStored } from './list-stored.ts'
export { summaryOf } from './payment-summary.ts'
