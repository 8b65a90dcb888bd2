import type { Feature, Started } from '../../payments/index.ts'
import { createLongReads, type LongReads } from './long-reads.ts'
import { queryRoutes } from './routes.ts'

/** Finds payments and registrations. */
export const query = {
  name: 'query',
  needs: ['registrations'],
  routes: queryRoutes,

  start: (): Started & { readonly longReads: LongReads } => ({ longReads: createLongReads() }),
} as const satisfies Feature
