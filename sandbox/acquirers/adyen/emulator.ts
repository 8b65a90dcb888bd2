import { followedBy } from '../shared/followed-by.ts'
import { closeServer, listenHere, type PublishedShapes } from '../shared/http.ts'
import type { Ledger } from '../shared/ledger.ts'
import { createRequestLog, type RequestLog } from '../shared/request-log.ts'
import { createHappenings, type Happenings } from './happenings.ts'
import type { Notifications } from './notifications.ts'
import type { Payment } from './payments/types.ts'
import { METHOD_TYPES } from './requests/payments.ts'
import { settlementReport } from './settlement.ts'
import {
  createWebhooks,
  type EndpointOptions,
  type SendNotification,
  type Webhooks,
} from './webhooks.ts'
import { createKeys, type Keys } from './wire/access.ts'
import { type AdyenFaults, createAdyenFaults } from './wire/faults.ts'
import { createIdempotency } from './wire/idempotency.ts'
import { createApiServer } from './wire/server.ts'
import { type AccountOptions, createWorld } from './world.ts'

/** The API key that an emulator takes unless it is told another. */
export const EMULATED_API_KEY = 'AQEemulated'

/** The merchant account that an emulator has unless it is told another. */
export const EMULATED_MERCHANT = 'EmulatedECOM'

export interface EmulatorOptions {
  /** 0, the default: any that is free. */
  readonly port?: number
  /** Its time: nothing in the emulator sleeps. */
  readonly clock: { readonly now: () => number }
  readonly apiKeys?: readonly string[]
  readonly isLive?: boolean
  /** Of its references: those of two runs with one seed are the same. */
  readonly seed?: string
  readonly account?: Partial<AccountOptions>
  /** Endpoints of the standard webhook; `webhooks.add` adds others. */
  readonly endpoints?: readonly EndpointOptions[]
  /** `atOnce`: after each request. `onDemand`, the default: when `webhooks.deliver` is called. */
  readonly delivery?: 'atOnce' | 'onDemand'
  /** How endpoints are called; by default over HTTP. */
  readonly send?: SendNotification
  /** Published descriptions that requests, answers and events are compared with as well. */
  readonly shapes?: PublishedShapes | undefined
}

export interface AdyenEmulator {
  /** Origin of the API (`/v71/…`) and of the pages: the shopper's, and `/emulator` for people. */
  readonly url: string
  readonly close: () => Promise<void>
  readonly faults: AdyenFaults
  /** With delivery `atOnce` their events are sent at once as well. */
  readonly happenings: Happenings
  /** By Adyen's reference of the payment. */
  readonly ledger: Ledger
  readonly requests: RequestLog
  readonly notifications: Notifications
  readonly webhooks: Webhooks
  readonly keys: Keys
  /** Payments that carry the merchant's reference, the oldest first. */
  readonly paymentsOf: (reference: string) => readonly Readonly<Payment>[]
  /** Does what is due; called after the clock has moved. Requests do it as well. */
  readonly runDue: () => void
}

const ACCOUNT: AccountOptions = {
  merchantAccount: EMULATED_MERCHANT,
  methods: METHOD_TYPES,
  rawCards: true,
  capture: 'immediate',
  multicapture: true,
  preAuthorisation: false,
  tellsAutomaticCaptures: false,
  rawResponses: true,
  tellsStoredMethods: false,
  modificationsTellReferenceOf: 'modification',
  disputesNamePayment: false,
  generalDefence: true,
  holdDays: 28,
  commission: (amount) => Math.round(amount * 0.006) + 11,
  modificationsTakeMs: 0,
  otherCards: 'decline',
}

/** Members whose values the log never shows. */
const SECRET_NAMES: ReadonlySet<string> = new Set([
  'cvc',
  'cavv',
  'iban',
  'tokenAuthenticationVerificationValue',
  'content',
])

const CALL_ENDS_AFTER_MS = 10_000
const MAX_TAKEN_TEXT = 100

const sendOverHttp: SendNotification = async ({ url, headers, body }) => {
  const signal = AbortSignal.timeout(CALL_ENDS_AFTER_MS)
  const answer = await fetch(url, { method: 'POST', headers, body, redirect: 'manual', signal })
  return { status: answer.status, text: (await answer.text()).slice(0, MAX_TAKEN_TEXT) }
}

/** Starts a merchant account at an emulated Adyen. Its state is in memory and ends with it. */
export async function startAdyenEmulator(options: EmulatorOptions): Promise<AdyenEmulator> {
  const { port = 0, clock, isLive = false, seed = '', delivery = 'onDemand', shapes } = options
  let url = ''
  const now = () => clock.now()
  const account = { ...ACCOUNT, ...options.account }
  const world = createWorld({ account, isLive, now, url: () => url, seed })
  const log = createRequestLog(SECRET_NAMES)
  const { notifications, due, ledger } = world
  const send = options.send ?? sendOverHttp
  const isAtOnce = delivery === 'atOnce'
  const webhooks = createWebhooks({ notifications, due, now, send, isAtOnce, shapes, log })
  for (const endpoint of options.endpoints ?? []) webhooks.add(endpoint)
  const faults = createAdyenFaults()
  const keys = createKeys(options.apiKeys ?? [EMULATED_API_KEY])
  const idempotency = createIdempotency(now)
  const runDue = () => {
    due.run()
    webhooks.deliverNew()
  }
  const happenings = followedBy(createHappenings(world), webhooks.deliverNew)
  const parts = {
    ...{ world, webhooks, happenings, keys, faults, idempotency, log, shapes, runDue, ledger },
    report: () => settlementReport(world),
  }
  const server = createApiServer(parts)
  url = await listenHere(server, port)
  return {
    url,
    faults,
    happenings,
    ledger,
    requests: log,
    notifications,
    webhooks,
    keys,
    paymentsOf: (reference) =>
      [...world.payments.values()].filter((payment) => payment.reference === reference),
    runDue,
    async close() {
      await closeServer(server)
      await webhooks.settled()
    },
  }
}
