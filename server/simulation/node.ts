import { checkoutRoutes } from '../checkouts/routes.ts'
import {
  checkoutFollowing,
  createCheckoutExpiry,
  createCheckoutService,
} from '../checkouts/service.ts'
import type { Connector } from '../connectors/connector.ts'
import { createSimulator } from '../connectors/simulator/simulator.ts'
import { createAccess } from '../entities/access.ts'
import { reapExpired } from '../idempotency/expired.ts'
import { createIdempotency } from '../idempotency/idempotency.ts'
import { createPayments } from '../payments/assembly.ts'
import type { PrepareParts } from '../payments/prepare.ts'
import { paymentRoutes } from '../payments/routes.ts'
import type { PaymentService } from '../payments/service.ts'
import type { PaymentLog } from '../payments/settlement.ts'
import type { Store } from '../store/port.ts'
import type { Clock } from '../timers/clock.ts'
import { createTimers } from '../timers/timers.ts'
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
}

/** Puts the real services together as the gateway does. `testMode=EXTERNAL` leads to `remote`. */
export function startNode({ store, clock, vault, remote, log }: NodeParts): GatewayNode {
  const connectors = { INTERNAL: createSimulator(), EXTERNAL: remote, LIVE: undefined }
  const preparation: PrepareParts = {
    vault,
    environment: 'test',
    connectorFor: (mode) => connectors[mode],
    connectorOf: (name) => (name === remote.name ? remote : connectors.INTERNAL),
  }
  const { payments, recovery } = createPayments({
    store,
    clock,
    log,
    connectorOf: preparation.connectorOf,
    companionsOf: (payment) => checkoutFollowing(store, payment),
  })
  remote.onUnaskedAnswer((paymentId, outcome) => void recovery.receive(paymentId, outcome))
  const timers = createTimers({
    store,
    clock,
    log,
    handlers: {
      paymentRecovery: recovery.onTimer,
      checkoutExpiry: createCheckoutExpiry({ store, clock }),
    },
  })
  return {
    desk: openDesk({ store, clock, vault, log, payments, preparation }),
    async runDue() {
      await timers.runDue()
      await reapExpired(store, clock.now())
    },
  }
}

interface DeskParts extends Omit<NodeParts, 'remote'> {
  readonly payments: PaymentService
  readonly preparation: PrepareParts
}

function openDesk({ store, clock, vault, log, payments, preparation }: DeskParts): Desk {
  const access = createAccess(store, clock)
  const idempotency = createIdempotency({ store, vault, clock, refresh: payments.refresh })
  const shared = { ...preparation, store, clock, access, idempotency, payments }
  const checkoutParts = { ...shared, nodeName: 'sim', scriptIntegrity: () => 'sha384-none' }
  const desk = new Desk(log)
  paymentRoutes(desk.app, shared)
  checkoutRoutes(desk.app, {
    ...checkoutParts,
    checkouts: createCheckoutService(checkoutParts),
  })
  return desk
}
