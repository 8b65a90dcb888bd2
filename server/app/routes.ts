import type { DocumentParts } from '../../reference/openapi/document.ts'
import { documentedRoutes } from '../../reference/openapi/documented-routes.ts'
import { docsRoutes } from '../../reference/pages/routes.ts'
import { startRoutes } from '../../reference/start/routes.ts'
import { testClockRoutes } from '../../sandbox/test-clock/routes.ts'
import { checkoutRoutes } from '../features/checkouts/routes.ts'
import { metricsRoutes } from '../features/metrics/routes.ts'
import { queryRoutes } from '../features/query/routes.ts'
import { registrationRoutes } from '../features/registrations/routes.ts'
import { riskRoutes } from '../features/risk/routes.ts'
import { scheduleRoutes } from '../features/schedules/routes.ts'
import { authenticationRoutes } from '../features/three-ds/authentication/browser-routes.ts'
import { standAloneRoutes } from '../features/three-ds/authentication/stand-alone-routes.ts'
import { authenticationPageRoutes } from '../features/three-ds/page/routes.ts'
import { walletTestRoutes } from '../features/wallets/routes.ts'
import { deliveryRoutes } from '../features/webhooks/delivery-routes.ts'
import { webhookRoutes } from '../features/webhooks/routes.ts'
import { healthRoutes } from '../http/health.ts'
import { paymentRoutes } from '../payments/routes.ts'
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
