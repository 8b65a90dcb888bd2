import Fastify, { type FastifyInstance, type FastifyServerOptions, LogController } from 'fastify'
import { checkoutRoutes } from './checkouts/routes.ts'
import {
  checkoutFollowing,
  createCheckoutExpiry,
  createCheckoutService,
} from './checkouts/service.ts'
import type { Connector } from './connectors/connector.ts'
import { createSimulator } from './connectors/simulator/simulator.ts'
import { createAccess } from './entities/access.ts'
import { readBodies } from './http/bodies.ts'
import { answerBrokenHttp } from './http/broken-http.ts'
import { answerErrors, unroutable } from './http/errors.ts'
import { healthRoutes } from './http/health.ts'
import { logRequests } from './http/request-log.ts'
import { securityHeaders } from './http/security-headers.ts'
import { reapExpired } from './idempotency/expired.ts'
import { createIdempotency } from './idempotency/idempotency.ts'
import { docsRoutes } from './pages/docs/routes.ts'
import { localeFiles, localeTable } from './pages/locale-files.ts'
import { pageRoutes } from './pages/routes.ts'
import { createWidgetScript } from './pages/widget-script.ts'
import { LARGEST_BODY_BYTES } from './parameters/limits.ts'
import { createPayments } from './payments/assembly.ts'
import type { PrepareParts } from './payments/prepare.ts'
import { paymentRoutes } from './payments/routes.ts'
import type { Store } from './store/port.ts'
import type { Clock } from './timers/clock.ts'
import { type Heartbeat, startHeartbeat } from './timers/heartbeat.ts'
import { createTimers } from './timers/timers.ts'
import type { Vault } from './vault/vault.ts'

/** The built code that goes to browsers. */
export interface BrowserCode {
  readonly widget: string
  readonly frame: string
}

export interface GatewayParts {
  readonly environment: 'test' | 'live'
  /** Origin under which browsers reach the gateway. */
  readonly baseUrl: string
  readonly nodeName: string
  readonly store: Store
  readonly vault: Vault
  readonly clock: Clock
  readonly browserCode: BrowserCode
  readonly log: FastifyServerOptions['logger']
  /** What /readyz has to tell although payments can be accepted. */
  readonly warnings?: readonly string[]
  /** How often due work is looked for, in milliseconds; a second by default. */
  readonly dueWorkEveryMs?: number
}

const DUE_WORK_EVERY_MS = 1_000
/** How often idempotency keys whose time is over are removed, in milliseconds. */
const REAPING_EVERY_MS = 60_000

/** Longer than any id, so that a wrong id is answered as one. */
const LONGEST_ID = 1000

/** How long a request may take to arrive whole, in milliseconds. */
export const REQUEST_TIMEOUT_MS = 30_000

/** Builds the gateway out of its parts: the only place where they meet. It does not listen yet. */
export function createGateway(parts: GatewayParts): FastifyInstance {
  const { environment, store, vault, clock } = parts
  const app = Fastify({
    logger: parts.log ?? false,
    logController: new LogController({ disableRequestLogging: true }),
    frameworkErrors: (_error, request, reply) => {
      unroutable(request, reply, clock)
    },
    bodyLimit: LARGEST_BODY_BYTES,
    requestTimeout: REQUEST_TIMEOUT_MS,
    // A stop lets running requests finish and ends idle connections.
    forceCloseConnections: 'idle',
    return503OnClosing: false,
    routerOptions: {
      ignoreTrailingSlash: true,
      // Plugins join a base address that ends in a slash and a resourcePath that begins with one.
      ignoreDuplicateSlashes: true,
      maxParamLength: LONGEST_ID,
      // Queries are read by the rules of parameters.
      querystringParser: () => ({}),
    },
    // Lines name their request by `logId`; a logger per request would cost 3 % of a payment.
    childLoggerFactory: (logger) => logger,
    clientErrorHandler: (error, socket) => answerBrokenHttp(error, socket, clock),
  })
  securityHeaders(app, environment)
  answerErrors(app, clock)
  logRequests(app)
  readBodies(app)

  const locales = localeFiles()
  const script = createWidgetScript(parts.browserCode.widget, {
    base: parts.baseUrl,
    locales: localeTable(parts.baseUrl, locales),
  })
  const access = createAccess(store, clock)
  const connectors: readonly Connector[] = environment === 'test' ? [createSimulator()] : []
  const preparation: PrepareParts = { vault, environment, ...choiceOf(connectors) }
  const { payments, recovery } = createPayments({
    store,
    clock,
    log: app.log,
    connectorOf: preparation.connectorOf,
    companionsOf: (payment) => checkoutFollowing(store, payment),
  })
  for (const connector of connectors) {
    connector.onUnaskedAnswer((paymentId, outcome) => void recovery.receive(paymentId, outcome))
  }
  const checkoutParts = {
    ...preparation,
    store,
    clock,
    payments,
    nodeName: parts.nodeName,
    scriptIntegrity: (checkoutId: string) => script.integrity({ checkoutId, registration: false }),
  }
  const checkouts = createCheckoutService(checkoutParts)

  const timers = createTimers({
    store,
    clock,
    log: app.log,
    handlers: {
      paymentRecovery: recovery.onTimer,
      checkoutExpiry: createCheckoutExpiry({ store, clock }),
    },
  })
  whileListening(app, parts.dueWorkEveryMs ?? DUE_WORK_EVERY_MS, async () => ({
    more: (await timers.runDue()) > 0,
  }))
  whileListening(app, REAPING_EVERY_MS, async () => ({
    more: (await reapExpired(store, clock.now())) > 0,
  }))

  const idempotency = createIdempotency({
    store,
    vault,
    clock,
    refresh: payments.refresh,
  })
  healthRoutes(app, { store, clock, warnings: parts.warnings ?? [] })
  paymentRoutes(app, { ...preparation, access, payments, clock, idempotency })
  checkoutRoutes(app, { ...checkoutParts, access, checkouts, idempotency })
  pageRoutes(app, { script, frameScript: parts.browserCode.frame, locales, clock })
  docsRoutes(app, parts)
  return app
}

/** The simulator serves testMode INTERNAL; no connector ships for EXTERNAL and live yet. */
function choiceOf(
  available: readonly Connector[],
): Pick<PrepareParts, 'connectorFor' | 'connectorOf'> {
  return {
    connectorFor: (mode) => (mode === 'INTERNAL' ? available[0] : undefined),
    connectorOf: (name) => {
      const connector = available.find((one) => one.name === name)
      if (connector === undefined) throw new Error(`No connector named ${name} is configured`)
      return connector
    },
  }
}

/** Repeats some work from the moment the gateway listens until it closes. */
function whileListening(
  app: FastifyInstance,
  everyMs: number,
  work: () => Promise<{ readonly more: boolean }>,
): void {
  let heartbeat: Heartbeat | undefined
  app.addHook('onListen', async () => {
    heartbeat = startHeartbeat(everyMs, app.log, work)
  })
  app.addHook('onClose', async () => heartbeat?.stop())
}
