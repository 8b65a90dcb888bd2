/** What the rest of the gateway uses of query. */

export { createLongReads, type LongReads } from './long-reads.ts'
export { queryRoutes } from './routes.ts'
