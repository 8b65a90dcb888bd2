import type { DocumentParts } from '../../reference/openapi/document.ts'
import { documentedRoutes } from '../../reference/openapi/documented-routes.ts'
import { galleryRoutes } from '../../reference/pages/gallery-routes.ts'
import { docsRoutes } from '../../reference/pages/routes.ts'
import { startRoutes } from '../../reference/start/routes.ts'
import type { Features } from '../features.ts'
import { healthRoutes } from '../http/health.ts'
import { ROUTE_TAGS, type RouteFacts } from '../http/route.ts'
import { paymentRoutes } from '../payments/index.ts'
import { pageRoutes } from '../widget-host/routes.ts'
import { widgetAdviceRoutes } from '../widget-host/widget-advice/routes.ts'
import { metricsRoutes } from './metrics/routes.ts'

type FeatureRoute = Extract<Features[number], { readonly routes: unknown }>['routes'][number]

/** Every route of a gateway with these features. Connectors add their own. */
export function routesOf(features: Features) {
  return inDocument([
    ...paymentRoutes,
    ...features.flatMap((feature): readonly FeatureRoute[] =>
      'routes' in feature ? feature.routes : [],
    ),
    ...docsRoutes,
    ...galleryRoutes,
    ...healthRoutes,
    ...metricsRoutes,
    ...pageRoutes,
    ...startRoutes,
    ...widgetAdviceRoutes,
  ])
}

/** The routes that an environment has. */
export function routesIn(environment: 'test' | 'live', features: Features) {
  return routesOf(features).filter(({ testOnly = false }) => !testOnly || environment === 'test')
}

/** What the OpenAPI document of an environment is made of. */
export function documentParts(
  baseUrl: string,
  environment: 'test' | 'live',
  features: Features,
): DocumentParts {
  const routes = documentedRoutes(routesIn(environment, features))
  return { routes, baseUrl, environment }
}

/** Routes in the order of the chapters of the document. */
function inDocument<Listed extends RouteFacts>(listed: readonly Listed[]): readonly Listed[] {
  const placeOf = ({ docs }: Listed) =>
    'tag' in docs ? ROUTE_TAGS.indexOf(docs.tag) : ROUTE_TAGS.length
  return listed.toSorted((one, other) => placeOf(one) - placeOf(other))
}
