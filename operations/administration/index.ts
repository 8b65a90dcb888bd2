/** What others use of the back office's payments. */

export { payment as shownPayment } from './answer.ts'
export { channelsOf, entitiesOf } from './call-parts.ts'
export { declineOf } from './decline-advice.ts'
export { summaryOf } from './payment-summary.ts'
