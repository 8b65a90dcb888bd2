import type { Feature } from '../../payments/index.ts'
import { administrationRoutes } from './routes.ts'

/** What people of the back office, and scripts of administrators, read of payments and do with them. */
export const administration = {
  name: 'administration',
  needs: ['query'],
  routes: administrationRoutes,
} as const satisfies Feature
