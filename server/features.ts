import { operations } from '../operations/features.ts'
import type * as sandboxFile from '../sandbox/features.ts'
import { checkouts } from './features/checkouts/feature.ts'
import { giftCards } from './features/gift-cards/feature.ts'
import { holds } from './features/holds/feature.ts'
import { numberRetention } from './features/number-retention/feature.ts'
import { query } from './features/query/feature.ts'
import { registrations } from './features/registrations/feature.ts'
import { risk } from './features/risk/feature.ts'
import { schedules } from './features/schedules/feature.ts'
import { threeDs } from './features/three-ds/feature.ts'
import { wallets } from './features/wallets/feature.ts'
import { webhooks } from './features/webhooks/feature.ts'

const ofGateway = [
  webhooks,
  schedules,
  registrations,
  checkouts,
  threeDs,
  risk,
  giftCards,
  wallets,
  holds,
  numberRetention,
  query,
] as const

/** Every feature of the gateway but those of the sandbox. `compose.ts` makes them. */
export const features = [...ofGateway, ...operations] as const

/** What only the test environment has. */
export type Sandbox = typeof sandboxFile

/** What the start of a test process makes for a first request. */
export type DemoCredentials = Awaited<ReturnType<Sandbox['demoCredentials']>>

/** The sandbox of a process. Live has none and does not load its code. */
export async function sandboxOf(environment: 'test' | 'live'): Promise<Sandbox | undefined> {
  return environment === 'live' ? undefined : import('../sandbox/features.ts')
}

type FeatureRoute = Extract<
  (typeof features)[number],
  { readonly routes: unknown }
>['routes'][number]

/**
 * The routes of the features. Without operations those of no operation are served, and no other that people
 * use; what is due of operations is done all the same, so that nothing waits for a process that serves them.
 */
export function featureRoutes(servesOperations: boolean): readonly FeatureRoute[] {
  const served = servesOperations ? features : ofGateway
  const routes = served.flatMap((feature): readonly FeatureRoute[] =>
    'routes' in feature ? feature.routes : [],
  )
  return servesOperations ? routes : routes.filter((route) => !('right' in route))
}
