import type { Feature } from '../../server/payments/index.ts'
import { subscriptionRoutes } from './routes.ts'

/** What is paid again and again, as people look after it: what failed, why, and what can be done. */
export const subscriptions = {
  name: 'subscriptions',
  needs: ['schedules', 'registrations', 'customer-links', 'administration'],
  routes: subscriptionRoutes,
} as const satisfies Feature
