import type { Core, Feature } from '../../server/payments/index.ts'
import { simulatedIssuerCountry } from './card-answer.ts'
import { simulatorPageRoutes } from './pages/routes.ts'
import { simulatedPayments } from './pages/simulated-payments.ts'
import { createSimulator } from './simulator.ts'

type JoinParts = Pick<Core, 'baseUrl' | 'vault' | 'store' | 'access'>

/** Plays the acquirer. */
export const simulator = {
  name: 'simulator',
  testOnly: true,
  routes: simulatorPageRoutes,

  join({ baseUrl, vault, store, access }: JoinParts) {
    const sign = (text: string) => vault.keyedHash(`page ${text}`)
    return {
      connector: createSimulator({ baseUrl, sign }),
      issuerCountryOf: simulatedIssuerCountry,
      payments: simulatedPayments({ store, access }),
    }
  },
} as const satisfies Feature
