import type { Feature } from '../../server/payments/index.ts'
import { setupRoutes } from './routes.ts'

/** What a new channel has, and still needs, to take payments. */
export const channelSetup = {
  name: 'channel-setup',
  needs: ['administration', 'webhooks', 'query'],
  routes: setupRoutes,
} as const satisfies Feature
