import type { Feature } from '../../server/payments/index.ts'
import { customerRoutes } from './routes.ts'

/** What a merchant knows of a customer, and what people write about customers and payments. */
export const customers = {
  name: 'customers',
  needs: ['registrations', 'administration', 'customer-links'],
  routes: customerRoutes,
  commands: async () => (await import('./commands/commands.ts')).customerCommands,
} as const satisfies Feature
