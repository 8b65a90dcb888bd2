import type { Core, Feature } from '../../server/payments/index.ts'
import { simulatedIssuerCountry } from './card-answer.ts'
import { simulatorPageRoutes } from './pages/routes.ts'
import { simulatedPayments } from './pages/simulated-payments.ts'
import { createSimulator } from './simulator.ts'

/** Plays the acquirer. */
export const simulator = {
  name: 'simulator',
  testOnly: true,
  routes: simulatorPageRoutes,

  join({ baseUrl, vault }: Pick<Core, 'baseUrl' | 'vault'>) {
    const sign = (text: string) => vault.keyedHash(`page ${text}`)
    return { services: { simulator: createSimulator({ baseUrl, sign }), simulatedIssuerCountry } }
  },

  start: (core: Pick<Core, 'store' | 'access'>) => ({
    services: { simulatedPayments: simulatedPayments(core) },
  }),
} as const satisfies Feature
