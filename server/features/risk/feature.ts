import { clientOf } from '../../http/client-address.ts'
import type { Core, Feature, Joined, Started } from '../../payments/index.ts'
import { blockRoutes } from './block-routes.ts'
import { type Blocks, createBlocks } from './blocks.ts'
import { cardTestingExtension } from './card-testing.ts'
import { sightingRules } from './check-rules.ts'
import { createScreening, riskExtension, type Screening } from './payment-extension.ts'
import { createSimulatedProvider } from './provider.ts'
import { riskRoutes } from './routes.ts'
import { createRiskService, type RiskService, type RiskServiceParts } from './service.ts'
import { forgetOldSightings } from './sightings.ts'

/** How often sightings that no rule looks at any more are removed, in milliseconds. */
const FORGETTING_EVERY_MS = 600_000

type JoinParts = Pick<Core, 'environment' | 'store' | 'vault' | 'clock' | 'log' | 'notifications'>

/** Judges payments before they are charged. */
export const risk = {
  name: 'risk',
  needs: ['registrations'],
  routes: [...riskRoutes, ...blockRoutes],
  checks: [sightingRules],

  join(core: JoinParts): Joined & { readonly screening: Screening; readonly blocks: Blocks } {
    const { environment, store, vault, log } = core
    const providers = environment === 'test' ? [createSimulatedProvider()] : []
    const screening = createScreening({ store, vault, log, providers })
    const blocks = createBlocks(core)
    const extension = riskExtension(screening, { store, blocks })
    return {
      screening,
      blocks,
      extensions: { judge: [cardTestingExtension({ ...core, clientOf }), extension] },
    }
  },

  start(parts: RiskServiceParts): Started & { readonly service: RiskService } {
    const { store, clock } = parts
    return {
      service: createRiskService(parts),
      work: [
        {
          everyMs: FORGETTING_EVERY_MS,
          needsRightTime: true,
          run: () => forgetOldSightings(store, clock.now()).then(() => false),
        },
      ],
    }
  },
} as const satisfies Feature
