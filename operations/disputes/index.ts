/** What others use of disputes. */

export { disputeAnswer } from './answer.ts'
export { byHandRoutes } from './by-hand-routes.ts'
export type { WholeDispute } from './commit-step.ts'
export { NOTES } from './notes.ts'
export type { Reported } from './reported.ts'
export { type DisputeRouteParts, disputeRoutes, reaches, unknownDispute } from './routes.ts'
export type { DisputeService } from './service.ts'
