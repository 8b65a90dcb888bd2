import type { Feature } from '../../server/payments/index.ts'
import { testClockRoutes } from './routes.ts'

/** Moves the time of entities. */
export const testClock = {
  name: 'test-clock',
  testOnly: true,
  routes: testClockRoutes,
} as const satisfies Feature
