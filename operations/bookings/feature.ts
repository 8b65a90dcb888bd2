import type { Feature } from '../../server/payments/index.ts'
import { bookingRoutes } from './routes.ts'

/** All money that has moved in a time, for accounting: one row for each booking. */
export const bookings = {
  name: 'bookings',
  needs: ['query', 'settlement'],
  routes: bookingRoutes,
} as const satisfies Feature
