import type { DocumentParts } from '../../reference/openapi/document.ts'
import { documentedRoutes } from '../../reference/openapi/documented-routes.ts'
import { galleryRoutes } from '../../reference/pages/gallery-routes.ts'
import { docsRoutes } from '../../reference/pages/routes.ts'
import { startRoutes } from '../../reference/start/routes.ts'
import { testClockRoutes } from '../../sandbox/test-clock/routes.ts'
import { walletTestRoutes } from '../../sandbox/wallets/routes.ts'
import { checkoutRoutes } from '../features/checkouts/index.ts'
import { metricsRoutes } from '../features/metrics/index.ts'
import { queryRoutes } from '../features/query/index.ts'
import { registrationRoutes } from '../features/registrations/index.ts'
import { riskRoutes } from '../features/risk/index.ts'
import { scheduleRoutes } from '../features/schedules/index.ts'
import {
  authenticationPageRoutes,
  authenticationRoutes,
  standAloneRoutes,
} from '../features/three-ds/index.ts'
import { deliveryRoutes, webhookRoutes } from '../features/webhooks/index.ts'
import { healthRoutes } from '../http/health.ts'
import { paymentRoutes } from '../payments/index.ts'
import { pageRoutes } from '../widget-host/routes.ts'
import { widgetAdviceRoutes } from '../widget-host/widget-advice/routes.ts'

/** Every route of the gateway, in the order of its document. Connectors add their own. */
export const routes = [
  ...paymentRoutes,
  ...checkoutRoutes,
  ...registrationRoutes,
  ...standAloneRoutes,
  ...authenticationRoutes,
  ...authenticationPageRoutes,
  ...scheduleRoutes,
  ...riskRoutes,
  ...queryRoutes,
  ...webhookRoutes,
  ...deliveryRoutes,
  ...testClockRoutes,
  ...walletTestRoutes,
  ...docsRoutes,
  ...galleryRoutes,
  ...healthRoutes,
  ...metricsRoutes,
  ...pageRoutes,
  ...startRoutes,
  ...widgetAdviceRoutes,
]

/** The routes that an environment has. */
export function routesIn(environment: 'test' | 'live') {
  return routes.filter(({ testOnly = false }) => !testOnly || environment === 'test')
}

/** What the OpenAPI document of an environment is made of. */
export function documentParts(baseUrl: string, environment: 'test' | 'live'): DocumentParts {
  return { routes: documentedRoutes(routesIn(environment)), baseUrl, environment }
}
