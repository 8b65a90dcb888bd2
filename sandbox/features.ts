import type { DisputeService } from '../operations/disputes/index.ts'
import type { Core } from '../server/payments/index.ts'
import { demoOwner } from './demo-owner/feature.ts'
import { directory } from './directory/feature.ts'
import { simulatedDisputes } from './disputes/feature.ts'
import { simulatedSettlement } from './settlement/feature.ts'
import { simulator } from './simulator/feature.ts'
import { testClock } from './test-clock/feature.ts'
import { simulatedWallets } from './wallets/feature.ts'

export { demoCredentials } from './demo/credentials.ts'

/** Emulated acquirers for the demo: loaded only by a start that asks for them. */
export const acquirersOfDemo = () => import('./demo/acquirers.ts')

/** What a process has that serves no operations. */
const ofGateway = [simulator, directory, simulatedWallets, testClock] as const

/** What plays a part in operations. */
const ofOperations = [simulatedDisputes, simulatedSettlement, demoOwner] as const

/** What only the test environment has. A live process does not load it. */
export function sandboxFeatures(servesOperations: boolean) {
  return servesOperations ? [...ofGateway, ...ofOperations] : ofGateway
}

const routesOfGateway = [
  ...simulator.routes,
  ...directory.routes,
  ...simulatedWallets.routes,
  ...testClock.routes,
]

const routesOfOperations = [...routesOfGateway, ...simulatedDisputes.routes]

export function sandboxRoutes(servesOperations: boolean) {
  return servesOperations ? routesOfOperations : routesOfGateway
}

interface JoinParts extends Omit<Core, 'notifications'> {
  readonly issuerUrl: string | null
  readonly outgoingSubnets: readonly string[]
  readonly disputes: Pick<DisputeService, 'report'>
}

/** Makes it, and what its routes need of it. */
export function joinSandbox(given: JoinParts) {
  const made = {
    simulator: simulator.join(given),
    directory: directory.join(given),
    simulatedWallets: simulatedWallets.join(given),
    simulatedDisputes: simulatedDisputes.join(given),
  }
  const services = {
    simulator: made.simulator.connector,
    simulatedPayments: made.simulator.payments,
    issuer: made.directory.issuer,
  }
  return { ...made, services }
}
