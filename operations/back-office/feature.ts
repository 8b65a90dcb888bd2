import type { Feature } from '../../server/payments/index.ts'
import { backOfficeRoutes } from './routes.ts'

/** Serves the web app of the back office, which speaks to `/admin/v1`. */
export const backOffice = {
  name: 'back-office',
  routes: backOfficeRoutes,
} as const satisfies Feature
