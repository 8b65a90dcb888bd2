import type { Feature } from '../../payments/index.ts'
import { createLongReads } from './long-reads.ts'
import { queryRoutes } from './routes.ts'

/** Finds payments and registrations. */
export const query = {
  name: 'query',
  needs: ['registrations'],
  routes: queryRoutes,

  start: () => ({ services: { longReads: createLongReads() } }),
} as const satisfies Feature
