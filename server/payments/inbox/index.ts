/** What the rest of the gateway uses of what acquirers tell by themselves. */

export { eventRoutes, eventsAddress } from './event-routes.ts'
export { eventOfRow } from './event-row.ts'
export { createInbox } from './inbox.ts'
export type { EventsTaken } from './intake.ts'
