import type { FastifyBaseLogger } from 'fastify'
import { simulatedIssuerCountry } from '../../sandbox/simulator/issuers.ts'
import { createSimulator, type Simulator } from '../../sandbox/simulator/simulator.ts'
import type { EntityClocks } from '../../sandbox/test-clock/entity-clocks.ts'
import { createTestClock, type TestClock } from '../../sandbox/test-clock/test-clock.ts'
import { providerOf as simulatedWallets } from '../../sandbox/wallets/loaded-provider.ts'
import { type Access, createAccess } from '../entities/access.ts'
import {
  type CheckoutService,
  checkoutExtension,
  createCheckoutExpiry,
  createCheckoutService,
  resultUrlCalls,
} from '../features/checkouts/index.ts'
import {
  createGiftCards,
  giftCardExtension,
  giftCardPartsExtension,
} from '../features/gift-cards/index.ts'
import {
  createNumberDeletion,
  numberRetentionExtension,
} from '../features/number-retention/index.ts'
import { createLongReads, type LongReads } from '../features/query/index.ts'
import {
  createRegistrationService,
  createRegistrations,
  type RegistrationService,
  type Registrations,
  seriesExtension,
} from '../features/registrations/index.ts'
import {
  cardTestingExtension,
  createRiskService,
  createScreening,
  createSimulatedProvider,
  forgetOldSightings,
  type RiskService,
  riskExtension,
  type Screening,
} from '../features/risk/index.ts'
import {
  createScheduleEnds,
  createScheduleService,
  type ScheduleService,
} from '../features/schedules/index.ts'
import {
  type AuthenticationService,
  createAuthentication,
  pageRedirect,
  type ThreeDsServer,
} from '../features/three-ds/index.ts'
import { createWallets, type LiveWalletKeys } from '../features/wallets/index.ts'
import {
  createManagement,
  createOutbox,
  forgetOldDeliveries,
  type Management,
  type Notifications,
  notificationUrlCalls,
  notificationUrlExtension,
  type OutgoingCalls,
  paymentReports,
  type Sender,
  webhookExtension,
} from '../features/webhooks/index.ts'
import { clientOf } from '../http/client-address.ts'
import { reapExpired } from '../http/idempotency/expired.ts'
import { createIdempotency, type Idempotency } from '../http/idempotency/idempotency.ts'
import { reapExpiredQuotas } from '../http/throttling/expired.ts'
import { createThrottle, type Throttle } from '../http/throttling/throttle.ts'
import type { ThrottlingLimits } from '../kernel/settings/throttling-limits.ts'
import { createTimers, type Timers } from '../kernel/timers/timers.ts'
import type { Vault } from '../kernel/vault/vault.ts'
import {
  absentConnector,
  type BinList,
  type Connector,
  type ConnectorChoice,
  createFindForwarded,
  createGatewayConnector,
  createInstrumentReader,
  createPageConnector,
  createPayments,
  createRealNumberWarning,
  type GatewayConnector,
  type GiftCardIssuer,
  liveConnector,
  type PaymentService,
  type PrepareParts,
  type ReceiverSettings,
  singleUseTokenExtension,
  testBinList,
} from '../payments/index.ts'
import type { Store } from '../store/port.ts'

export interface ServiceParts {
  readonly environment: 'test' | 'live'
  /** Origin under which browsers reach the gateway. */
  readonly baseUrl: string
  readonly nodeName: string
  readonly store: Store
  readonly vault: Vault
  readonly clock: EntityClocks
  readonly log: Pick<FastifyBaseLogger, 'error' | 'warn'>
  /** The integrity value of the script that a checkout will be given: `sha384-…`. */
  readonly scriptIntegrity: (checkoutId: string, storesOnly: boolean) => string
  /** How often a token may ask for what (decisions §11). */
  readonly throttling: ThrottlingLimits
  /** The other server that `testMode=EXTERNAL`, and live, forward to. */
  readonly receiver?: ReceiverSettings
  /** Replaces the connector to that server. */
  readonly external?: Connector
  /** Makes calls to servers of merchants; absent: none is made. */
  readonly calls?: OutgoingCalls | undefined
  /** Why an address of a merchant may not be called, as the end of a sentence; absent: all may be. */
  readonly urlFault?: (url: string) => string | undefined
  /** Absent: no card is authenticated here. */
  readonly threeDsServer?: ThreeDsServer
  /** Of the operator; absent: that of test cards in test, none in live. */
  readonly binList?: BinList | undefined
  /** Of the operator, for tokens in live. */
  readonly walletKeys?: LiveWalletKeys
  /** Whether requests are being served, beside which less due work is done at once. */
  readonly servesRequests?: () => boolean
}

/** What the gateway does, without the wire. */
export interface Services extends PrepareParts {
  readonly store: Store
  readonly clock: EntityClocks
  readonly access: Access
  readonly throttle: Throttle
  /** Of the test environment only. */
  readonly simulator: Simulator | undefined
  /** Where a receiver is configured. */
  readonly receiver: GatewayConnector | undefined
  readonly payments: PaymentService
  readonly authentications: AuthenticationService
  readonly checkouts: CheckoutService
  readonly registrations: RegistrationService
  readonly stored: Registrations
  readonly schedules: ScheduleService
  readonly risk: RiskService
  readonly longReads: LongReads
  readonly idempotency: Idempotency
  readonly webhooks: Management
  readonly urlFault: (url: string) => string | undefined
  readonly sender: Sender
  readonly testClock: TestClock
  readonly timers: Timers
  readonly baseUrl: string
  readonly nodeName: string
  readonly scriptIntegrity: ServiceParts['scriptIntegrity']
  readonly binList: BinList | undefined
  readonly giftCards: GiftCardIssuer
  /** Removes idempotency keys, quotas and deliveries whose time is over; answers whether there may be more. */
  reap(): Promise<boolean>
  /** Removes what risk rules no longer look at. */
  forgetSightings(): Promise<void>
}

/** Creates and connects the services, for the gateway and for its simulation. */
export function createServices(parts: ServiceParts): Services {
  const { environment, vault, clock, log, urlFault = () => undefined } = parts
  const { store, notifications, sender } = createOutbox({
    ...parts,
    furtherKinds: { resultUrl: resultUrlCalls(parts), notificationUrl: notificationUrlCalls },
  })
  const binList = parts.binList ?? (environment === 'test' ? testBinList : undefined)
  const access = createAccess(store, clock, (entityId, { clockOffsetMs }) => {
    if (environment === 'test' && clockOffsetMs !== undefined)
      clock.raiseOffset(entityId, clockOffsetMs)
  })
  const { simulator, receiver, external } = connectorsOf(parts)
  const schedulesEnd = createScheduleEnds({ store, notifications })
  const stored = createRegistrations({
    store,
    vault,
    clock,
    settingsOf: access.settingsOf,
    notifications,
    schedulesEnd,
  })
  const providers = environment === 'test' ? [createSimulatedProvider()] : []
  const screening = createScreening({ store, vault, log, providers })
  const { baseUrl, threeDsServer: server } = parts
  const authentications = createAuthentication({
    store,
    vault,
    clock,
    log,
    access,
    baseUrl,
    server,
    askConnector: (payment, pace) => payments.refresh(payment, pace),
  })
  const giftCards = createGiftCards({ store, vault })
  const features = { stored, screening, authentications, notifications, giftCards, simulator }
  const preparation = preparationOf(
    { ...parts, store, binList },
    features,
    choiceOf(environment, simulator, external),
  )
  const { payments, recovery } = createPayments({ ...preparation, store, clock, log })
  for (const connector of [simulator, external]) connector?.onUnsolicitedAnswer(recovery.receive)
  const shared = {
    ...preparation,
    store,
    clock,
    access,
    payments,
    screening,
    notifications,
    schedulesEnd,
    urlFault,
  }
  const registrations = createRegistrationService(shared)
  const schedules = createScheduleService({ ...shared, log })
  const { nodeName, scriptIntegrity } = parts
  const timers = createTimers({
    store,
    clock,
    log,
    servesRequests: parts.servesRequests,
    handlers: {
      ...recovery.timerHandlers,
      authentication: authentications.onTimer,
      checkoutExpiry: createCheckoutExpiry({ store, clock }),
      registrationExpiry: registrations.onTimer,
      scheduleRun: schedules.onTimer,
      numberRetention: createNumberDeletion({ store, clock, settingsOf: access.settingsOf }),
    },
  })
  return {
    ...preparation,
    store,
    clock,
    access,
    throttle: createThrottle({ store, clock, limits: parts.throttling }),
    simulator,
    receiver,
    payments,
    authentications,
    checkouts: createCheckoutService({ ...shared, nodeName, scriptIntegrity }),
    registrations,
    stored,
    schedules,
    risk: createRiskService(shared),
    longReads: createLongReads(),
    idempotency: createIdempotency({
      store,
      vault,
      clock,
      refresh: payments.refresh,
      isUnderWay: payments.isUnderWay,
    }),
    webhooks: createManagement({
      store,
      vault,
      clock,
    }),
    urlFault,
    sender,
    testClock: createTestClock({ store, clocks: clock, runDue: timers.runDue }),
    timers,
    baseUrl,
    nodeName,
    scriptIntegrity,
    binList,
    giftCards,
    ...cleaningOf({ store, vault, clock }),
  }
}

/** What every first payment and reference is prepared with. */
function preparationOf(
  { environment, store, vault, clock, log, binList, walletKeys }: ServiceParts,
  features: {
    readonly stored: Registrations
    readonly screening: Screening
    readonly authentications: AuthenticationService
    readonly notifications: Notifications
    readonly giftCards: GiftCardIssuer
    readonly simulator: Simulator | undefined
  },
  choice: ConnectorChoice,
): PrepareParts {
  const { stored, screening, authentications, notifications, giftCards, simulator } = features
  const readInstrument = createInstrumentReader({
    wallets: createWallets({
      vault,
      liveKeys: walletKeys,
      simulatedKeys:
        environment === 'test'
          ? async () => (await simulatedWallets(vault)).walletKeys()
          : undefined,
    }),
    stored: stored.stored,
    giftCards,
    environment,
    binList,
    warnOfRealNumber: environment === 'test' ? createRealNumberWarning({ clock, log }) : undefined,
  })
  return {
    vault,
    clock,
    readInstrument,
    // In live, a service that knows the countries of real issuers belongs here.
    issuerCountryOf: environment === 'test' ? simulatedIssuerCountry : () => undefined,
    extensions: [
      cardTestingExtension({ environment, store, clock, vault, notifications, clientOf }),
      riskExtension(screening, store),
      stored.extension,
      seriesExtension({ store, clock }),
      giftCardExtension,
      giftCardPartsExtension({
        store,
        clock,
        // The simulated issuer takes the parts: live has none.
        connector: simulator,
        reportOf: paymentReports(notifications),
      }),
      singleUseTokenExtension,
      numberRetentionExtension(store),
      checkoutExtension(store),
      webhookExtension(notifications),
      notificationUrlExtension(clock),
    ],
    authentication: authentications.step,
    ...choice,
  }
}

/** The regular removal of rows that are no longer needed. */
function cleaningOf({
  store,
  vault,
  clock,
}: Pick<ServiceParts, 'store' | 'vault' | 'clock'>): Pick<Services, 'reap' | 'forgetSightings'> {
  return {
    async reap() {
      const quotas = await reapExpiredQuotas(store, clock.now())
      const keys = await reapExpired(store, clock.now())
      const hasMore = await forgetOldDeliveries(store, clock.now())
      await vault.destroyEndedKeys()
      return quotas + keys > 0 || hasMore
    },
    forgetSightings: () => forgetOldSightings(store, clock.now()),
  }
}

/** `external`: the connector of `testMode=EXTERNAL` and of live; the receiver unless it was replaced. */
function connectorsOf(parts: ServiceParts) {
  const { environment, baseUrl, vault, log } = parts
  const sign = (text: string) => vault.keyedHash(`page ${text}`)
  const simulator = environment === 'test' ? createSimulator({ baseUrl, sign }) : undefined
  const receiver = parts.receiver && receiverOf(parts.receiver, parts)
  const found = parts.external ?? receiver
  const acquirer =
    found && createPageConnector(found, (id) => pageRedirect({ id }, { vault, baseUrl }))
  const external =
    environment === 'live' && acquirer !== undefined ? liveConnector(acquirer, log) : acquirer
  return { simulator, receiver, external }
}

function receiverOf(
  receiver: ReceiverSettings,
  { environment, baseUrl, store, vault, log }: ServiceParts,
): GatewayConnector {
  const sign = (text: string) => vault.keyedHash(`gateway ${text}`)
  const find = createFindForwarded(store)
  return createGatewayConnector({ receiver, environment, baseUrl, find, sign, log })
}

/** The simulator serves testMode INTERNAL, a receiver EXTERNAL or live: one process, one environment. */
function choiceOf(
  environment: 'test' | 'live',
  internal: Connector | undefined,
  external: Connector | undefined,
): ConnectorChoice {
  const byMode =
    environment === 'live'
      ? { INTERNAL: undefined, EXTERNAL: undefined, LIVE: external }
      : { INTERNAL: internal, EXTERNAL: external, LIVE: undefined }
  return {
    environment,
    connectorFor: (mode) => byMode[mode],
    connectorOf: (name) =>
      Object.values(byMode).find((one) => one?.name === name) ?? absentConnector(name),
  }
}
