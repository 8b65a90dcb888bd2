import * as sandbox from '../../sandbox/features.ts'
import * as app from '../app/routes.ts'
import { type FeatureSettings, readFeatureSettings } from '../compose.ts'
import { readConfig } from '../kernel/settings/read-config.ts'

export { sandbox }

const config = readConfig({})
if ('faults' in config) throw new Error(config.faults.join())

/** What features take of settings that nobody has set. */
export const featureSettings: FeatureSettings = {
  ...(await readFeatureSettings(config)),
  // That of the test environment itself.
  issuerUrl: null,
}

const ALL: app.RouteChoice = { sandbox, servesOperations: true }

/** Every route of the gateway. */
export const routes = app.routesOf(ALL)

/** What the OpenAPI document of an environment is made of. */
export function documentParts(baseUrl: string, environment: 'test' | 'live') {
  return app.documentParts(baseUrl, environment, ALL)
}
