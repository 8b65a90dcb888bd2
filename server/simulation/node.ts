import { checkoutRoutes } from '../checkouts/routes.ts'
import type { Connector } from '../connectors/connector.ts'
import type { PageDecision } from '../connectors/simulator/simulator.ts'
import { simulatedPayments } from '../pages/simulator/simulated-payments.ts'
import { paymentRoutes } from '../payments/routes.ts'
import type { PaymentLog } from '../payments/settlement.ts'
import { registrationRoutes } from '../registrations/routes.ts'
import { createServices } from '../services.ts'
import type { Store } from '../store/port.ts'
import { createEntityClocks } from '../test-clock/entity-clocks.ts'
import type { Clock } from '../timers/clock.ts'
import type { Vault } from '../vault/vault.ts'
import { Desk } from './desk.ts'

export interface NodeParts {
  readonly store: Store
  readonly clock: Clock
  readonly vault: Vault
  readonly remote: Connector
  readonly log: PaymentLog
}

/** One life of a gateway process: everything of it but sockets, browser code and settings. */
export interface GatewayNode {
  readonly desk: Desk
  /** One beat of the due work. */
  runDue(): Promise<void>
  /** What a shopper decides on a page of the simulator, whose payment may be decided already. */
  decide(paymentId: string, decision: PageDecision): Promise<void>
}

/** The real services, put together as the gateway has them. `testMode=EXTERNAL` leads to `remote`. */
export function startNode({ store, clock, vault, remote, log }: NodeParts): GatewayNode {
  const services = createServices({
    environment: 'test',
    baseUrl: 'https://gateway.example',
    nodeName: 'sim',
    store,
    vault,
    clock: createEntityClocks(clock),
    log,
    scriptIntegrity: () => 'sha384-none',
    // What is turned away for being too much has no effect that could go wrong.
    throttling: {},
    external: remote,
  })
  const desk = new Desk(log)
  paymentRoutes(desk.app, services)
  registrationRoutes(desk.app, services)
  checkoutRoutes(desk.app, services)
  const pages = simulatedPayments(services)
  return {
    desk,

    async runDue() {
      await services.timers.runDue()
      await services.reap()
    },

    async decide(paymentId, decision) {
      const described = await pages.describe(paymentId)
      if (described !== undefined) await services.simulator?.conclude(described.operation, decision)
    },
  }
}
