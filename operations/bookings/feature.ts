import type { Feature } from '../../server/payments/index.ts'
import { reportRoutes } from './report-routes.ts'
import { bookingRoutes } from './routes.ts'

/** All money that has moved in a time, for accounting: one row for each booking. */
export const bookings = {
  name: 'bookings',
  needs: ['query', 'settlement'],
  routes: [...bookingRoutes, ...reportRoutes],
} as const satisfies Feature
