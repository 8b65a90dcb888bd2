import { byHandRoutes, disputeRoutes } from '../operations/disputes/index.ts'
import {
  type ImportResult,
  importFile,
  type SettlementSource,
  tillgateFormat,
} from '../operations/settlement/index.ts'
import { simulatedDisputes } from '../sandbox/disputes/feature.ts'
import * as sandbox from '../sandbox/features.ts'
import { simulatedPayments } from '../sandbox/simulator/pages/simulated-payments.ts'
import type { PageDecision } from '../sandbox/simulator/simulator.ts'
import { createServices } from '../server/app/services.ts'
import { createEntityClocks } from '../server/entities/entity-clocks.ts'
import { checkoutRoutes } from '../server/features/checkouts/index.ts'
import { registrationRoutes } from '../server/features/registrations/index.ts'
import { scheduleRoutes } from '../server/features/schedules/index.ts'
import type { AuthenticationService, ThreeDsServer } from '../server/features/three-ds/index.ts'
import type { OutgoingCalls } from '../server/features/webhooks/index.ts'
import type { Clock } from '../server/kernel/timers/clock.ts'
import type { Vault } from '../server/kernel/vault/vault.ts'
import type { Connector } from '../server/payments/connectors/index.ts'
import type { EventsTaken } from '../server/payments/inbox/index.ts'
import { paymentRoutes } from '../server/payments/index.ts'
import type { PaymentLog } from '../server/payments/record/index.ts'
import { isWaiting } from '../server/payments/second-person/index.ts'
import type { AcquirerAccountRow, Store } from '../server/store/port.ts'
import { featureSettings } from '../server/testing/all-features.fixture.ts'
import { Desk, deskRoutes } from './desk.ts'
import { turn } from './scheduler.ts'

export interface NodeParts {
  readonly store: Store
  readonly clock: Clock
  readonly vault: Vault
  readonly remote: Connector
  readonly threeDsServer: ThreeDsServer
  readonly log: PaymentLog
  readonly calls: OutgoingCalls
}

/** One life of a gateway process, without sockets, browser code and settings. */
export interface GatewayNode {
  readonly desk: Desk
  /** The calls of browsers and the directory for payments that are being authenticated. */
  readonly authentications: AuthenticationService
  /** What the acquirer tells of its own accord. */
  takeEvents(raw: Buffer, headers: Readonly<Record<string, string>>): Promise<EventsTaken>
  /** One round of the due work. */
  runDue(): Promise<void>
  /** Imports a settlement file, as the command and the watched folder do. */
  importFile(file: SettlementSource, account: AcquirerAccountRow): Promise<ImportResult>
  /** A shopper's decision on a page of the simulator; the payment may be decided already. */
  decide(paymentId: string, decision: PageDecision): Promise<void>
  /** The second person allows what the first one has entered of a dispute; it may be decided already. */
  allowDispute(requestId: string): Promise<void>
}

/** The real services, put together as the gateway has them. `testMode=EXTERNAL` leads to `remote`. */
export function startNode({
  store,
  clock,
  vault,
  remote,
  threeDsServer,
  log,
  calls,
}: NodeParts): GatewayNode {
  const services = createServices({
    ...featureSettings,
    sandbox,
    environment: 'test',
    baseUrl: 'https://gateway.example',
    nodeName: 'sim',
    store,
    vault,
    clock: createEntityClocks(clock),
    log,
    scriptIntegrity: () => 'sha384-none',
    servesRequests: () => false,
    loopLoad: () => 0,
    // Requests that are refused because there are too many have no effect that could go wrong.
    throttling: {},
    external: remote,
    calls,
    threeDsServer,
  })
  const routes = [...paymentRoutes, ...registrationRoutes, ...scheduleRoutes, ...checkoutRoutes]
  const ofDisputes = [...disputeRoutes, ...byHandRoutes, ...simulatedDisputes.routes]
  const desk = new Desk(
    [...deskRoutes(routes, services), ...deskRoutes(ofDisputes, services)],
    services.clock,
    log,
  )
  const pages = simulatedPayments(services)
  return {
    desk,
    authentications: services.authentications,

    takeEvents: (raw, headers) => services.eventIntake.take('remote', raw, headers),

    async runDue() {
      await services.timers.runDue()
      for (const { run } of services.work) await run()
    },

    importFile(file, account) {
      const request = { file, format: tillgateFormat, account, acceptsUnbalanced: false }
      const keyedHash = async () => vault.keyedHash
      return importFile(request, { store: services.store, clock: services.clock, keyedHash, turn })
    },

    async decide(paymentId, decision) {
      const described = await pages.describe(paymentId)
      if (described !== undefined)
        await services.sandbox?.simulator.conclude(described.operation, decision)
    },

    async allowDispute(requestId) {
      await services.enterAskedDispute(
        async () => {
          const row = await services.store.read.operationRequest(requestId)
          return row && isWaiting(row, clock.now()) ? row : undefined
        },
        ({ id, version }, madeId) => {
          const set = {
            state: 'made',
            decidedBy: 'second',
            madeId,
            updatedAtMs: clock.now(),
          } as const
          const step = { kind: 'stepOperationRequest', id, expectedVersion: version, set } as const
          return [{ owner: 'operationRequest', changes: [step] }]
        },
      )
    },
  }
}
