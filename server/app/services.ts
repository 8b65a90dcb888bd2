import { createConnectors, type ReceiverSettings } from '../../acquirers/index.ts'
import { type FeatureCore, joinFeatures, type StartedFeatures, startFeatures } from '../compose.ts'
import { createAccess } from '../entities/access.ts'
import type { EntityClocks } from '../entities/entity-clocks.ts'
import { TOKEN_USES_EVERY_MS, writeTokenUses } from '../entities/token-uses.ts'
import type { Sandbox } from '../features.ts'
import { reapExpired } from '../http/idempotency/expired.ts'
import { createIdempotency } from '../http/idempotency/idempotency.ts'
import { reapExpiredQuotas } from '../http/throttling/expired.ts'
import { createThrottle } from '../http/throttling/throttle.ts'
import type { ThrottlingLimits } from '../kernel/settings/throttling-limits.ts'
import type { ClockGuard } from '../kernel/timers/clock-guard.ts'
import { createTimers, type TimerHandler } from '../kernel/timers/timers.ts'
import {
  createNumberKeyRotation,
  type NumberKeyRotation,
} from '../kernel/vault/number-key-rotation.ts'
import { tellingUnopened } from '../kernel/vault/unopened.ts'
import type { Connector } from '../payments/connectors/index.ts'
import { createInbox } from '../payments/inbox/index.ts'
import { createPayments, type RepeatedWork, type Started } from '../payments/index.ts'
import {
  type BinList,
  createInstrumentReader,
  createRealNumberWarning,
  type InstrumentSources,
  testBinList,
} from '../payments/instruments/index.ts'
import { createGuessRefusal } from '../payments/read/index.ts'
import type { Store, TimerKind } from '../store/port.ts'
import { withAdded, withTold } from '../store/with-commit.ts'

/** How often idempotency keys and counts whose time is over are removed, in milliseconds. */
const REAPING_EVERY_MS = 60_000

/** How often a step is made to give up keys of card numbers, in milliseconds. */
const KEY_STEP_EVERY_MS = 1000

export interface ServiceParts
  extends Omit<
    FeatureCore,
    'store' | 'clock' | 'access' | 'urlFault' | 'binList' | 'acquirerEnvironment'
  > {
  /** That of the test environment; `undefined` in live. */
  readonly sandbox: Sandbox | undefined
  readonly store: Store
  readonly clock: EntityClocks
  /** How often a token may ask for what (decisions §11). */
  readonly throttling: ThrottlingLimits
  /** The other server that `testMode=EXTERNAL`, and live, forward to. */
  readonly receiver?: ReceiverSettings
  /** Servers that payments were forwarded to before: what refers to these payments still goes there. */
  readonly formerReceivers?: readonly ReceiverSettings[]
  /** In test: where emulators of providers listen, by provider. */
  readonly providerUrls?: Readonly<Record<string, string>>
  /** Replaces the connector to that server. */
  readonly external?: Connector
  /** Why an address of a merchant may not be called, as the end of a sentence; absent: all may be. */
  readonly urlFault?: (url: string) => string | undefined
  /** It is a rehearsal of live: its acquirers are test systems. */
  readonly rehearses?: boolean
  /** Of the operator; absent: that of test cards in test, none in live. */
  readonly binList?: BinList | undefined
  /** Absent: the clock is always taken for right. */
  readonly clockGuard?: Pick<ClockGuard, 'doubt'>
}

/** What the gateway does, without the wire: its core, and what each feature adds. */
export type Services = ReturnType<typeof createServices>

/** Creates and connects the services, for the gateway and for its simulation. */
export function createServices(given: ServiceParts) {
  const { core, follow } = coreOf(given)
  const { store, vault, clock, log } = core
  const joined = joinFeatures(core, given.sandbox)
  const { notifications, simulated } = joined
  const connectors = createConnectors({
    ...core,
    simulator: simulated?.simulator.connector,
    authenticationPage: joined.authenticationPage,
  })
  const guesses = createGuessRefusal({ ...core, notifications })
  const preparation = {
    vault,
    clock,
    readInstrument: instrumentReaderOf(core, joined.instruments),
    // In live, a service that knows the countries of real issuers belongs here.
    issuerCountryOf: simulated?.simulator.issuerCountryOf ?? (() => undefined),
    refuseGuess: guesses.refuse,
    extensions: joined.extensions,
    authentication: joined.authentication,
    ...connectors.choice,
  }
  const { payments, recovery } = createPayments({ ...preparation, store, clock, log })
  connectors.onUnsolicitedAnswer(recovery.receive)
  const { reportDispute } = joined
  const base = { ...core, ...preparation, notifications, payments }
  const started = startFeatures(base, joined)
  follow(started)
  const { importReport } = started.services
  const inbox = createInbox({
    ...{ ...core, ...preparation, recovery, reportDispute, importReport },
    environment: core.acquirerEnvironment,
  })
  const handlers: Record<TimerKind, TimerHandler | undefined> = {
    ...recovery.timerHandlers,
    ...started.timers,
    acquirerEvent: inbox.onTimer,
  }
  const { servesRequests } = given
  const isHeld = () => given.clockGuard?.doubt() !== undefined
  const { refresh, isUnderWay } = payments
  const rotation = createNumberKeyRotation({ store, vault, clock, log })
  return {
    ...base,
    ...started.services,
    sandbox: simulated?.services,
    throttle: createThrottle({ store, clock, limits: given.throttling }),
    receiver: connectors.receiver,
    shopperReturns: {
      ...connectors.shopperReturns,
      async returned(paymentId: string, query: URLSearchParams) {
        const payment = await payments.find(paymentId)
        if (payment !== undefined) await recovery.returned(payment, query)
      },
    },
    eventIntake: inbox.intake,
    idempotency: createIdempotency({ store, vault, clock, refresh, isUnderWay }),
    timers: createTimers({ store, clock, log, servesRequests, isHeld, handlers }),
    work: [...workOf(core, rotation), guesses.work, ...inbox.work, ...started.work],
    numberKeyWarnings: () => rotation.warnings(),
    onReady: started.onReady,
    async close() {
      await started.close()
      await guesses.close()
    },
  }
}

/** The gateway before its features, and how its store learns what they do with commits. */
function coreOf(given: ServiceParts) {
  const { environment, clock, log, urlFault = () => undefined } = given
  const additions: NonNullable<Started['withCommit']>[] = []
  const listeners: NonNullable<Started['afterCommit']>[] = []
  const store = withTold(withAdded(given.store, additions), listeners, (error) =>
    log.error({ err: error }, 'What was to follow a commit failed'),
  )
  const isTest = environment === 'test'
  const core = {
    ...given,
    acquirerEnvironment: given.rehearses ? ('test' as const) : environment,
    vault: tellingUnopened(given.vault, log),
    store,
    urlFault,
    binList: given.binList ?? (isTest ? testBinList : undefined),
    access: createAccess(store, clock, (entityId, { clockOffsetMs }) => {
      if (isTest && clockOffsetMs !== undefined) clock.raiseOffset(entityId, clockOffsetMs)
    }),
  }
  /** Features are started with the core, and what they do with commits is known after that. */
  const follow = ({ withCommit, afterCommit }: StartedFeatures) => {
    additions.push(...withCommit)
    listeners.push(...afterCommit)
  }
  return { core, follow }
}

type CoreParts = ReturnType<typeof coreOf>['core']

function instrumentReaderOf(
  { environment, clock, log, binList }: CoreParts,
  sources: InstrumentSources,
) {
  const warnOfRealNumber =
    environment === 'test' ? createRealNumberWarning({ clock, log }) : undefined
  return createInstrumentReader({ ...sources, environment, binList, warnOfRealNumber })
}

/** The regular removal of rows that are no longer needed. */
function workOf(
  { store, vault, clock, access }: Pick<CoreParts, 'store' | 'vault' | 'clock' | 'access'>,
  rotation: NumberKeyRotation,
): readonly RepeatedWork[] {
  return [
    {
      everyMs: KEY_STEP_EVERY_MS,
      needsRightTime: true,
      async run() {
        await rotation.run()
        return false
      },
    },
    {
      everyMs: TOKEN_USES_EVERY_MS,
      async run() {
        await writeTokenUses(store, access)
        return false
      },
    },
    {
      everyMs: REAPING_EVERY_MS,
      needsRightTime: true,
      async run() {
        const quotas = await reapExpiredQuotas(store, clock.now())
        const keys = await reapExpired(store, clock.now())
        await vault.destroyEndedKeys()
        return quotas + keys > 0
      },
    },
  ]
}
