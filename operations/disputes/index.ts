/** What others use of disputes. */

export { byHandRoutes } from './by-hand-routes.ts'
export { disputeRoutes } from './routes.ts'
