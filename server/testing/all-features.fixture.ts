import { sandboxFeatures } from '../../sandbox/features.ts'
import * as app from '../app/routes.ts'
import { type Features, features } from '../features.ts'

/** All features of the gateway, with those of the test environment. */
export const allFeatures: Features = [...sandboxFeatures, ...features]

/** Every route of the gateway. */
export const routes = app.routesOf(allFeatures)

/** What the OpenAPI document of an environment is made of. */
export function documentParts(baseUrl: string, environment: 'test' | 'live') {
  return app.documentParts(baseUrl, environment, allFeatures)
}
