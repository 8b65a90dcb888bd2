import { authenticationRoutes } from '../api/authentication/browser-routes.ts'
import { standAloneRoutes } from '../api/authentication/stand-alone-routes.ts'
import { checkoutRoutes } from '../api/checkouts/routes.ts'
import { metricsRoutes } from '../api/metrics/routes.ts'
import { authenticationPageRoutes } from '../api/pages/authentication/routes.ts'
import { docsRoutes } from '../api/pages/docs/routes.ts'
import { pageRoutes } from '../api/pages/routes.ts'
import { startRoutes } from '../api/pages/start/routes.ts'
import { widgetAdviceRoutes } from '../api/pages/widget-advice/routes.ts'
import { paymentRoutes } from '../api/payments/routes.ts'
import { queryRoutes } from '../api/query/routes.ts'
import { registrationRoutes } from '../api/registrations/routes.ts'
import { riskRoutes } from '../api/risk/routes.ts'
import { scheduleRoutes } from '../api/schedules/routes.ts'
import { testClockRoutes } from '../api/test-clock/routes.ts'
import { deliveryRoutes } from '../api/webhooks/delivery-routes.ts'
import { webhookRoutes } from '../api/webhooks/routes.ts'
import { walletTestRoutes } from '../methods/wallets/routes.ts'
import { healthRoutes } from '../wire/http/health.ts'
import type { DocumentParts } from '../wire/openapi/document.ts'
import { documentedRoutes } from '../wire/openapi/documented-routes.ts'

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
