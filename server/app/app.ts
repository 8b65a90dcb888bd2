import Fastify, { type FastifyInstance, type FastifyServerOptions, LogController } from 'fastify'
import { createReceiverWatch, type ReceiverWatch } from '../../acquirers/index.ts'
import { DAY_MS, HOUR_MS } from '../../common/durations.ts'
import { createEntityClocks, loadClocks } from '../entities/entity-clocks.ts'
import { features } from '../features.ts'
import { securityHeaders } from '../http/answer.ts'
import { BodyBudget, registerBodyParsers } from '../http/bodies.ts'
import { proxyMatcher } from '../http/client-address.ts'
import { ClientConnections } from '../http/client-connections.ts'
import { answerErrors, unroutable } from '../http/errors.ts'
import { refuseAmbiguousHeaders } from '../http/malformed-http.ts'
import { separateOffice } from '../http/office-origin.ts'
import { createUrlJudge } from '../http/outgoing/targets.ts'
import { Ports } from '../http/ports.ts'
import { registerOpenRoutes, registerRoutes } from '../http/register-routes.ts'
import { logRequests } from '../http/request-log.ts'
import { requireHttps, type Transport } from '../http/transport.ts'
import { CONNECTION_LIMITS, type ConnectionLimits } from '../kernel/settings/connection-limits.ts'
import { type Clock, monotonicOf } from '../kernel/timers/clock.ts'
import type { ClockGuard } from '../kernel/timers/clock-guard.ts'
import { type PeriodicWork, startPeriodicWork } from '../kernel/timers/periodic-work.ts'
import { PATIENCE_MS } from '../kernel/timers/timers.ts'
import { MAX_BODY_BYTES } from '../parameters/limits.ts'
import { eventRoutes } from '../payments/inbox/index.ts'
import { returnRoutes } from '../payments/index.ts'
import { codeFiles, codeTable } from '../widget-host/code-files.ts'
import { createFrameDocuments, type FrameScripts } from '../widget-host/frame-documents.ts'
import { localeFiles, localeTable } from '../widget-host/locale-files.ts'
import { fileRoutes } from '../widget-host/routes.ts'
import { createWidgetScript } from '../widget-host/widget-script.ts'
import { certificateWarnings, type WatchedCertificate } from './certificates.ts'
import { watchLoop } from './loop-load.ts'
import { createMetrics } from './metrics/metrics.ts'
import { documentParts, gatewayRoutes, routesIn } from './routes.ts'
import { createServices, type ServiceParts, type Services } from './services.ts'

/** The built code that goes to browsers. */
export interface BrowserCode {
  readonly widget: string
  readonly frames: FrameScripts
  /** Of the page on which a cardholder is authenticated, to be put inline. */
  readonly authenticationPage: string
  /** Code that the widget fetches when a page needs it, by its name. */
  readonly fetched: Readonly<Record<string, string>>
  /** The files of the back office by their path; absent: it is not served. */
  readonly backOffice?: ReadonlyMap<string, Buffer>
}

export interface GatewayParts
  extends Omit<
    ServiceParts,
    'clock' | 'log' | 'clockGuard' | 'urlFault' | 'scriptIntegrity' | 'servesRequests' | 'loopLoad'
  > {
  /** Absent: they are. */
  readonly servesOperations?: boolean
  /** Where the demo shop is reached; none where it does not run. */
  readonly shopUrl?: string
  readonly clock: Clock
  readonly browserCode: BrowserCode
  readonly log: FastifyServerOptions['logger']
  /** Plain HTTP from anybody when absent; live answers it with 307 or a refusal. */
  readonly transport?: Transport
  /** Of connections, where they are others than usual. */
  readonly limits?: Partial<ConnectionLimits>
  /** With it /metrics may be read from anywhere; absent: from this machine alone. */
  readonly metricsToken?: string
  /** Warnings of /readyz while payments can be accepted. */
  readonly warnings?: readonly string[]
  /** Certificates whose end is told from three weeks before. */
  readonly certificates?: readonly WatchedCertificate[]
  /** Absent: the clock is always taken for right. */
  readonly clockGuard?: ClockGuard
  /** How often due work is searched, in milliseconds; a second by default. */
  readonly dueWorkEveryMs?: number
}

const DUE_WORK_EVERY_MS = 1_000
/** How often the clock is compared with the time that is stored, in milliseconds. */
const CLOCK_LOOK_EVERY_MS = 1_000
/** How often a live gateway asks what its receiver is, in milliseconds. */
const RECEIVER_LOOK_EVERY_MS = HOUR_MS
/** How often the log names certificates that end soon, in milliseconds. */
const CERTIFICATE_LOOK_EVERY_MS = DAY_MS

/** Longer than any id, so that a wrong id of this length is answered as a wrong id. */
const MAX_ID = 1000

/** Builds the gateway out of its parts: the only place where they meet. It does not listen yet. */
export function createGateway(given: GatewayParts): FastifyInstance {
  const metrics = createMetrics()
  const parts = { ...given, store: metrics.measured(given.store) }
  const { environment, store, clock, sandbox, servesOperations = true } = parts
  const { tls, trustedProxies = [] } = parts.transport ?? {}
  const limits = { ...CONNECTION_LIMITS, ...parts.limits }
  const isProxy = proxyMatcher(trustedProxies)
  const warn = (line: string) => app.log.warn(line)
  const clients = new ClientConnections({ ...limits, isProxy, warn })
  const ports = new Ports({ tls, limits, clients, clock })
  const app = createServer(ports, parts)
  const aheadMs = () => Math.max(0, parts.clockGuard?.doubt()?.aheadMs ?? 0)
  const clocks = createEntityClocks(clock, aheadMs)
  ports.attach(app)
  const servesRequests = watchRequests(app, () => monotonicOf(clock))
  securityHeaders(app, environment)
  answerErrors(app, clocks, environment)
  refuseAmbiguousHeaders(app, clocks)
  setNdcByAddress(app)
  logRequests(app)
  metrics.watchAnswers(app)
  // With a certificate of its own plain HTTP comes by a second port only.
  if (environment === 'live' || tls !== undefined) requireHttps(app, parts)
  separateOffice(app, { ...parts, clock: clocks })
  if (trustedProxies.length > 0) clients.limitForwarded(app, clocks)
  registerBodyParsers(app, new BodyBudget(limits, { isProxy, warn }))

  const locales = localeFiles()
  const code = codeFiles(parts.browserCode.fetched, environment)
  const script = createWidgetScript(parts.browserCode.widget, {
    base: parts.baseUrl,
    locales: localeTable(parts.baseUrl, locales),
    code: codeTable(code),
    ...(environment === 'live' && { isLive: true as const }),
  })
  const loopLoad = watchLoop()
  const services = createServices({
    ...parts,
    urlFault: createUrlJudge({ environment, allowedSubnets: parts.outgoingSubnets }),
    clock: clocks,
    log: app.log,
    servesRequests,
    loopLoad,
    scriptIntegrity: (checkoutId: string, registration: boolean) =>
      script.integrity({ checkoutId, registration }),
  })
  if (environment === 'test') app.addHook('onReady', () => loadClocks(store, clocks))
  repeatWork(app, services, parts)
  const warnings = watchWarnings(app, services, parts)
  const routeParts = {
    ...parts,
    ...services,
    ...documentParts(parts.baseUrl, environment, { sandbox, servesOperations }),
    script,
    frameDocuments: createFrameDocuments(parts.browserCode.frames),
    authenticationScript: parts.browserCode.authenticationPage,
    backOffice: parts.browserCode.backOffice ?? new Map(),
    warnings,
    metrics,
    loopLoad,
  }
  registerRoutes(app, routesIn(environment, gatewayRoutes(servesOperations)), routeParts)
  if (sandbox !== undefined && services.sandbox !== undefined) {
    const routes = sandbox.sandboxRoutes(servesOperations)
    registerRoutes(app, routes, { ...routeParts, ...services.sandbox })
  }
  const files = [...locales.values(), ...code.values()]
  registerOpenRoutes(app, fileRoutes(files), { clock })
  registerOpenRoutes(app, returnRoutes, services)
  registerOpenRoutes(app, eventRoutes, services)
  return app
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The ndc of a request by its address; absent: of its own. */
    ndcOf?: (url: string) => string | undefined
  }
}

/**
 * Gives a request the ndc of what its address names, before any error can be answered. Which routes that
 * concerns is decided when they are registered; of a path without a route the address alone tells.
 */
function setNdcByAddress(app: FastifyInstance): void {
  const all = features.flatMap((feature) => ('ndc' in feature ? feature.ndc : []))
  const ofNoRoute = (url: string) => all.map(({ of }) => of(url)).find((ndc) => ndc !== undefined)
  app.addHook('onRoute', (route) => {
    const found = all.find(({ below }) => route.url.startsWith(below.replace('{id}', ':id')))
    if (found !== undefined) route.config = { ...route.config, ndcOf: found.of }
  })
  app.addHook('onRequest', (request, _reply, done) => {
    const find = request.is404 ? ofNoRoute : request.routeOptions.config.ndcOf
    request.ndc = find?.(request.url) ?? request.ndc
    done()
  })
}

/** How long after a request a gateway counts as busy with requests, in milliseconds. */
const BUSY_FOR_MS = 200

/** Notes when requests come; answers whether one came a moment ago. `monotonic`: a clock that nobody sets. */
function watchRequests(app: FastifyInstance, monotonic: () => number): () => boolean {
  let lastMs = Number.NEGATIVE_INFINITY
  app.addHook('onRequest', (_request, _reply, done) => {
    lastMs = monotonic()
    done()
  })
  return () => monotonic() - lastMs < BUSY_FOR_MS
}

/** The server without its routes. */
function createServer(
  { serverFactory }: Ports,
  { transport: { trustedProxies = [] } = {}, log, clock }: GatewayParts,
): FastifyInstance {
  return Fastify({
    serverFactory,
    ...(trustedProxies.length === 0 ? {} : { trustProxy: [...trustedProxies] }),
    logger: log ?? false,
    logController: new LogController({ disableRequestLogging: true }),
    frameworkErrors: (_error, request, reply) => {
      unroutable(request, reply, clock)
    },
    bodyLimit: MAX_BODY_BYTES,
    // A stop lets running requests finish and ends idle connections.
    forceCloseConnections: 'idle',
    return503OnClosing: false,
    routerOptions: {
      ignoreTrailingSlash: true,
      // Plugins join a base address that ends in a slash and a resourcePath that begins with one.
      ignoreDuplicateSlashes: true,
      maxParamLength: MAX_ID,
      // Queries are read by the rules of parameters.
      querystringParser: () => ({}),
    },
    // Lines name their request by `logId`; a logger per request would cost 3 % of a payment.
    childLoggerFactory: (logger) => logger,
    // Every server answers these itself, also those that Fastify does not know (`createHttpServer`).
    clientErrorHandler: () => {},
  })
}

/** The work that the gateway repeats from the moment it listens. */
function repeatWork(
  app: FastifyInstance,
  { timers, work, onReady, close }: Services,
  { dueWorkEveryMs = DUE_WORK_EVERY_MS, clockGuard }: GatewayParts,
): void {
  const isHeld = () => clockGuard?.doubt() !== undefined
  // The last one is run first: this one when all that is repeated has stopped, and begins nothing any more.
  app.addHook('onClose', async () => {
    await timers.settled()
    await close()
  })
  whileListening(app, dueWorkEveryMs, async () => ({
    more: (await timers.runDue(PATIENCE_MS)) > 0,
  }))
  for (const { everyMs = dueWorkEveryMs, needsRightTime, run } of work) {
    const waits = () => needsRightTime === true && isHeld()
    whileListening(app, everyMs, async () => ({ more: !waits() && (await run()) }))
  }
  if (clockGuard !== undefined) {
    whileListening(app, CLOCK_LOOK_EVERY_MS, async () => {
      await clockGuard.look()
      return { more: false }
    })
  }
  app.addHook('onReady', async () => onReady())
}

/** What is shown by /readyz while payments can be accepted. */
function watchWarnings(
  app: FastifyInstance,
  services: Services,
  parts: GatewayParts,
): () => readonly string[] {
  const receiver = watchReceiver(app, services, parts)
  const ofCertificates = watchCertificates(app, parts)
  return () => [
    ...(parts.warnings ?? []),
    ...(parts.clockGuard?.warnings() ?? []),
    ...ofCertificates(),
    ...services.numberKeyWarnings(),
    ...(receiver?.warnings() ?? []),
  ]
}

/** In live: asks what the receiver is when the gateway listens, and every hour. */
function watchReceiver(
  app: FastifyInstance,
  { receiver }: Services,
  { environment, rehearses = false, clock }: GatewayParts,
): ReceiverWatch | undefined {
  if (environment !== 'live' || receiver === undefined) return undefined
  const watch = createReceiverWatch({ receiver, clock, rehearses, log: app.log })
  whileListening(app, RECEIVER_LOOK_EVERY_MS, async () => {
    await watch.look()
    return { more: false }
  })
  // In the background: a receiver that does not answer must not delay the start.
  app.addHook('onListen', async () => void watch.look())
  return watch
}

const OUTDATED =
  'The renewed certificate could not be read, and the earlier one is served: the log says why'

/** Warnings of certificates; the log has those that end soon when the gateway listens, and each day. */
function watchCertificates(
  app: FastifyInstance,
  { certificates = [], clock, transport: { tls } = {} }: GatewayParts,
): () => readonly string[] {
  const ending = () => certificateWarnings(certificates, clock.now())
  const tell = async () => {
    for (const line of ending()) app.log.error(line)
  }
  app.addHook('onListen', tell)
  whileListening(app, CERTIFICATE_LOOK_EVERY_MS, async () => {
    await tell()
    return { more: false }
  })
  return () => [...ending(), ...(tls?.isOutdated ? [OUTDATED] : [])]
}

/** Repeats some work from the moment the gateway listens until it closes. */
function whileListening(
  app: FastifyInstance,
  everyMs: number,
  work: () => Promise<{ readonly more: boolean }>,
): void {
  let periodicWork: PeriodicWork | undefined
  app.addHook('onListen', async () => {
    periodicWork = startPeriodicWork(everyMs, app.log, work)
  })
  app.addHook('onClose', async () => periodicWork?.stop())
}
