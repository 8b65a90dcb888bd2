import type { DocumentParts } from '../../reference/openapi/document.ts'
import { documentedRoutes } from '../../reference/openapi/documented-routes.ts'
import { galleryRoutes } from '../../reference/pages/gallery-routes.ts'
import { docsRoutes } from '../../reference/pages/routes.ts'
import { startRoutes } from '../../reference/start/routes.ts'
import { featureRoutes, type Sandbox } from '../features.ts'
import { healthRoutes } from '../http/health.ts'
import { ROUTE_TAGS, type RouteFacts } from '../http/route.ts'
import { paymentRoutes } from '../payments/index.ts'
import { pageRoutes } from '../widget-host/routes.ts'
import { widgetAdviceRoutes } from '../widget-host/widget-advice/routes.ts'
import { metricsRoutes } from './metrics/routes.ts'

/** What decides which routes a process has. */
export interface RouteChoice {
  /** That of the test environment; `undefined` in live. */
  readonly sandbox: Sandbox | undefined
  readonly servesOperations: boolean
}

/** Every route of a gateway but those of the sandbox. Connectors add their own. */
export function gatewayRoutes(servesOperations: boolean) {
  return inDocument([
    ...paymentRoutes,
    ...featureRoutes(servesOperations),
    ...docsRoutes,
    ...galleryRoutes,
    ...healthRoutes,
    ...metricsRoutes,
    ...pageRoutes,
    ...startRoutes,
    ...widgetAdviceRoutes,
  ])
}

/** Every route of a gateway, in the order of its document. */
export function routesOf({ sandbox, servesOperations }: RouteChoice) {
  return inDocument([
    ...(sandbox?.sandboxRoutes(servesOperations) ?? []),
    ...gatewayRoutes(servesOperations),
  ])
}

/** Those of them that an environment has. */
export function routesIn<Listed extends RouteFacts>(
  environment: 'test' | 'live',
  routes: readonly Listed[],
): readonly Listed[] {
  return routes.filter(({ testOnly = false }) => !testOnly || environment === 'test')
}

/** What the OpenAPI document of an environment is made of. */
export function documentParts(
  baseUrl: string,
  environment: 'test' | 'live',
  choice: RouteChoice,
): DocumentParts {
  const routes = documentedRoutes(routesIn(environment, routesOf(choice)))
  return { routes, baseUrl, environment }
}

/** Routes in the order of the chapters of the document. */
function inDocument<Listed extends RouteFacts>(listed: readonly Listed[]): readonly Listed[] {
  const placeOf = ({ docs }: Listed) =>
    'tag' in docs ? ROUTE_TAGS.indexOf(docs.tag) : ROUTE_TAGS.length
  return listed.toSorted((one, other) => placeOf(one) - placeOf(other))
}
