import type { Core } from '../server/payments/index.ts'
import { directory } from './directory/feature.ts'
import { simulator } from './simulator/feature.ts'
import { testClock } from './test-clock/feature.ts'
import { simulatedWallets } from './wallets/feature.ts'

/** What only the test environment has. A live process does not load it. */
export const sandboxFeatures = [simulator, directory, simulatedWallets, testClock] as const

export const sandboxRoutes = [
  ...simulator.routes,
  ...directory.routes,
  ...simulatedWallets.routes,
  ...testClock.routes,
]

interface JoinParts extends Omit<Core, 'notifications'> {
  readonly issuerUrl: string | null
  readonly outgoingSubnets: readonly string[]
}

/** Makes it, and what its routes need of it. */
export function joinSandbox(given: JoinParts) {
  const made = {
    simulator: simulator.join(given),
    directory: directory.join(given),
    simulatedWallets: simulatedWallets.join(given),
  }
  const services = {
    simulator: made.simulator.connector,
    simulatedPayments: made.simulator.payments,
    issuer: made.directory.issuer,
  }
  return { ...made, services }
}
