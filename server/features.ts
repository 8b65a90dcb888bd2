import { operations } from '../operations/features.ts'
import type { sandboxFeatures } from '../sandbox/features.ts'
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
import type { Config } from './kernel/settings/config.ts'
import type { Feature } from './payments/index.ts'

/**
 * Every feature of the gateway but those of the sandbox. Each is given what those above it have made: the
 * compiler says what is missing. Whose face it imports (`needs`) may stand anywhere.
 */
export const features = [
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
  ...operations,
] as const

/** Those of the sandbox come first. */
export type Features = readonly [...typeof sandboxFeatures, ...typeof features]

/**
 * The features of a process. Live lacks those of the sandbox, as the types of what these make say
 * (`testOnly`), and does not load their code. Without operations no route of them is served, and no other
 * that people use; what is due of them is done all the same, so that nothing waits for a process that has them.
 */
export async function featuresOf({
  environment,
  servesOperations,
}: Pick<Config, 'environment' | 'servesOperations'>): Promise<Features> {
  const served = servesOperations ? features : features.map(withoutOperationsRoutes)
  if (environment === 'live') return served as readonly unknown[] as Features
  const { sandboxFeatures } = await import('../sandbox/features.ts')
  return [...sandboxFeatures, ...served] as readonly unknown[] as Features
}

function withoutOperationsRoutes(feature: Feature): Feature {
  const isOfOperations = operations.some(({ name }) => name === feature.name)
  const { routes = [] } = feature
  return {
    ...feature,
    routes: isOfOperations ? [] : routes.filter((route) => !('right' in route)),
  }
}
