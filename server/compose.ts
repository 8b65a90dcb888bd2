import { joinOperations, readingOfOperations, startOperations } from '../operations/features.ts'
import type { Post } from '../operations/mail/index.ts'
import { checkouts } from './features/checkouts/feature.ts'
import { giftCards } from './features/gift-cards/feature.ts'
import { holds } from './features/holds/feature.ts'
import { numberRetention } from './features/number-retention/feature.ts'
import { query } from './features/query/feature.ts'
import { registrations } from './features/registrations/feature.ts'
import { risk } from './features/risk/feature.ts'
import { schedules } from './features/schedules/feature.ts'
import { threeDs } from './features/three-ds/feature.ts'
import type { ThreeDsServer } from './features/three-ds/index.ts'
import { wallets } from './features/wallets/feature.ts'
import { webhooks } from './features/webhooks/feature.ts'
import type { OutgoingCalls } from './features/webhooks/index.ts'
import type { Sandbox } from './features.ts'
import type { Config } from './kernel/settings/config.ts'
import {
  type CallKinds,
  type Core,
  inPhases,
  type Joined,
  noNotifications,
  type PaymentService,
  type PrepareParts,
  startedTogether,
} from './payments/index.ts'
import type { InstrumentSources } from './payments/instruments/index.ts'
import { singleUseTokenExtension } from './payments/screen/index.ts'

/** What features take of the settings of the process, with the files that they name. Each rejects with one line. */
function readingOf(config: Config) {
  return {
    directory: threeDs.readSettings.directory(config),
    walletKeys: wallets.readSettings.walletKeys(config),
    askMerchantSession: wallets.readSettings.askMerchantSession(config),
    ...readingOfOperations(config),
  }
}

type Reading = ReturnType<typeof readingOf>

/** What a process, or a test in its place, gives to features. */
export type FeatureSettings = {
  readonly [Name in keyof Reading]: Awaited<Reading[Name]>
} & Pick<Config, 'officeUrl' | 'issuerUrl' | 'outgoingSubnets'>

/** What features take of the settings of the process. Rejects with the first fault, one line. */
export async function readFeatureSettings(config: Config): Promise<FeatureSettings> {
  const { officeUrl, issuerUrl, outgoingSubnets } = config
  return { ...(await allOf(readingOf(config))), officeUrl, issuerUrl, outgoingSubnets }
}

/** Why features cannot read their settings, one line for each. */
export async function featureSettingsFaults(config: Config): Promise<readonly string[]> {
  const read = await Promise.allSettled(Object.values(readingOf(config)))
  return read.flatMap((one) => (one.status === 'rejected' ? [messageOf(one.reason)] : []))
}

function messageOf(reason: unknown): string {
  return reason instanceof Error ? reason.message : String(reason)
}

type Each<Named> = { readonly [Name in keyof Named]: Awaited<Named[Name]> }

async function allOf<Named extends object>(named: Named): Promise<Each<Named>> {
  const read = await Promise.allSettled(Object.values(named))
  for (const one of read) if (one.status === 'rejected') throw one.reason
  const entries = Object.entries(named).map(async ([name, value]) => [name, await value] as const)
  return Object.fromEntries(await Promise.all(entries)) as Each<Named>
}

/** What tests and commands replace. */
export interface Replaced {
  /** `false`: no call to a server of a merchant is made. */
  readonly callsMerchants?: boolean | undefined
  /** Replaces the calls to servers of merchants. */
  readonly calls?: OutgoingCalls | undefined
  /** Authenticates cardholders, in place of the one that is configured. */
  readonly threeDsServer?: ThreeDsServer | undefined
  /** Replaces the mail server. */
  readonly postMail?: Post | undefined
  /** See `createPasswords`. */
  readonly passwordCost?: number | undefined
}

/** The gateway before its features, with what a process gives to them. */
export interface FeatureCore extends Omit<Core, 'notifications'>, FeatureSettings, Replaced {
  /** The integrity value of the script that a checkout will be given: `sha384-…`. */
  readonly scriptIntegrity: (checkoutId: string, storesOnly: boolean) => string
  /** Whether requests are being served, beside which less due work is done at once. */
  readonly servesRequests: () => boolean
  /** Which share of the time the event loop was busy lately. */
  readonly loopLoad: () => number
}

/** Makes what features have before there are payments. Live has no sandbox. */
export function joinFeatures(core: FeatureCore, sandbox: Sandbox | undefined) {
  const ofWebhooks = webhooks.join(core)
  const notifications = ofWebhooks.notifications ?? noNotifications
  const given = { ...core, notifications }
  const operations = joinOperations(given)
  const simulated = sandbox?.joinSandbox({ ...core, disputes: operations.disputes.service })
  const ofSchedules = schedules.join(given)
  const schedulesEnd = ofSchedules.schedulesEnd
  const ofRegistrations = registrations.join({ ...given, schedulesEnd })
  const joined = {
    webhooks: ofWebhooks,
    schedules: ofSchedules,
    registrations: ofRegistrations,
    checkouts: checkouts.join(given),
    threeDs: threeDs.join({
      ...given,
      threeDsServer: core.threeDsServer,
      storedCardOf: ofRegistrations.storedCardOf,
      simulatedDirectory: simulated?.directory.issuer.directory,
    }),
    risk: risk.join(given),
    giftCards: giftCards.join({ ...given, simulator: simulated?.simulator.connector }),
    wallets: wallets.join({
      ...given,
      simulatedWalletKeys: simulated?.simulatedWallets.walletKeys,
    }),
    numberRetention: numberRetention.join(given),
  }
  const instruments: InstrumentSources = {
    stored: ofRegistrations.stored,
    giftCards: joined.giftCards.issuer,
    wallets: joined.wallets.wallets,
  }
  const callKinds: CallKinds = {
    notificationUrl: ofWebhooks.notificationUrlCalls,
    resultUrl: joined.checkouts.resultUrlCalls,
  }
  const parts = [
    ...Object.values(joined),
    ...Object.values(operations),
    simulated?.simulatedDisputes,
    OF_PAYMENTS,
  ]
  return {
    notifications,
    schedulesEnd,
    simulated,
    ...joined,
    operations,
    reportDispute: operations.disputes.service.reportTold,
    instruments,
    callKinds,
    extensions: inPhases(parts),
    authentication: joined.threeDs.authenticateStage,
    authenticationPage: joined.threeDs.page,
  }
}

type JoinedFeatures = ReturnType<typeof joinFeatures>

const OF_PAYMENTS: Joined = { extensions: { spend: [singleUseTokenExtension] } }

/** What features are given when there are payments. */
interface StartGiven extends Core, Omit<FeatureCore, 'clock' | 'log'>, PrepareParts {
  readonly clock: Core['clock']
  readonly payments: PaymentService
}

/** Makes what features have when there are payments, and what they do beside requests. */
export function startFeatures(given: StartGiven, joined: JoinedFeatures) {
  const { simulated, schedulesEnd, callKinds } = joined
  const started = {
    webhooks: webhooks.start({ ...given, callKinds }),
    schedules: schedules.start(given),
    registrations: registrations.start({ ...given, schedulesEnd }),
    checkouts: checkouts.start(given),
    threeDs: threeDs.start({
      ...given,
      storedCardOf: joined.registrations.storedCardOf,
      authenticationServer: joined.threeDs.server,
      issuer: simulated?.directory.issuer,
    }),
    risk: risk.start({ ...given, screening: joined.risk.screening, blocks: joined.risk.blocks }),
    holds: holds.start(given),
    numberRetention: numberRetention.start(given),
    query: query.start(),
  }
  const operations = startOperations(given, joined.operations)
  return {
    services: {
      audit: joined.operations.audit.log,
      authentications: started.threeDs.service,
      checkouts: started.checkouts.service,
      connectorAccounts: operations.connectorAccounts.accounts,
      decideAskedFile: operations.settlement.decideAskedFile,
      disputes: joined.operations.disputes.service,
      enterAskedDispute: joined.operations.disputes.service.enterAsked,
      giftCards: joined.giftCards.issuer,
      importReport: operations.settlement.importReport,
      livePayments: operations.administration.livePayments,
      liveWallets: joined.wallets.liveWallets,
      longReads: started.query.longReads,
      mailIsSetUp: operations.mail.isSetUp,
      mailOutbox: operations.mail.outbox,
      officeReads: operations.administration.officeReads,
      people: operations.people.service,
      registrations: started.registrations.service,
      refusedRequests: operations.refusedRequests.log,
      resolutions: operations.resolutions.service,
      resolveAsked: operations.resolutions.service.resolveAsked,
      risk: started.risk.service,
      schedules: started.schedules.service,
      sendBack: started.threeDs.sendBack,
      sessions: operations.people.service.sessions,
      settlementIntake: operations.settlement.intake,
      webhooks: started.webhooks.management,
    },
    timers: {
      authentication: started.threeDs.service.onTimer,
      checkoutExpiry: started.checkouts.onTimer,
      disputeDeadline: joined.operations.disputes.service.onTimer,
      disputeEvidence: operations.disputes.onEvidenceTimer,
      filedChargebacks: operations.settlement.onReportTimer,
      holdExpiry: started.holds.onTimer,
      mail: operations.mail.onTimer,
      numberRetention: started.numberRetention.onTimer,
      reconciliationDelivery: operations.settlement.onDeliveryTimer,
      registrationExpiry: started.registrations.service.onTimer,
      scheduleRun: started.schedules.service.onTimer,
    },
    ...startedTogether([...Object.values(started), ...Object.values(operations)]),
  }
}

export type StartedFeatures = ReturnType<typeof startFeatures>
