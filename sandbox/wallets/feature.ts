import type { Core, Feature } from '../../server/payments/index.ts'
import { providerOf } from './loaded-provider.ts'
import { walletTestRoutes } from './routes.ts'

/** Plays the mobile wallets. */
export const simulatedWallets = {
  name: 'simulated-wallets',
  testOnly: true,
  needs: ['wallets'],
  routes: walletTestRoutes,

  join: ({ vault }: Pick<Core, 'vault'>) => ({
    walletKeys: async () => (await providerOf(vault)).walletKeys(),
  }),
} as const satisfies Feature
