import type { Feature, Started } from '../../server/payments/index.ts'
import { resolutionRoutes } from './routes.ts'
import { createResolutions, type ResolutionParts, type ResolutionService } from './service.ts'

/** Lets people decide about payments that the gateway cannot decide about itself. */
export const resolutions = {
  name: 'resolutions',
  routes: resolutionRoutes,
  commands: async () => (await import('./commands/commands.ts')).paymentCommands,

  start: (parts: ResolutionParts): Started & { readonly service: ResolutionService } => ({
    service: createResolutions(parts),
  }),
} as const satisfies Feature
