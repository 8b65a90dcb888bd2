import type { Feature } from '../../server/payments/index.ts'
import { resolutionRoutes } from './routes.ts'
import { createResolutions, type ResolutionParts } from './service.ts'

/** Lets people decide about payments that the gateway cannot decide about itself. */
export const resolutions = {
  name: 'resolutions',
  routes: resolutionRoutes,
  commands: async () => (await import('./commands/commands.ts')).paymentCommands,

  start(parts: ResolutionParts) {
    const service = createResolutions(parts)
    return { services: { resolutions: service, resolveAsked: service.resolveAsked } }
  },
} as const satisfies Feature
