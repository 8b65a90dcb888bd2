import { followedBy } from '../shared/followed-by.ts'
import { closeServer, listenHere, type PublishedShapes } from '../shared/http.ts'
import type { Ledger } from '../shared/ledger.ts'
import { createRequestLog, type RequestLog } from '../shared/request-log.ts'
import { createHappenings, type Happenings } from './happenings.ts'
import { payoutReport } from './objects/payout-report.ts'
import { METHOD_TYPES } from './parameters/payment-methods.ts'
import { createWebhooks, type SendEvent, type Webhooks } from './webhooks.ts'
import { createKeys } from './wire/access.ts'
import { createStripeFaults, type StripeFaults } from './wire/faults.ts'
import { createIdempotency } from './wire/idempotency.ts'
import { createApiServer } from './wire/server.ts'
import { type AccountOptions, createWorld, type World } from './world.ts'

/** The secret key that an emulator takes unless it is told another. */
export const EMULATED_KEY = 'sk_test_emulated'

export interface EmulatorOptions {
  /** 0, the default: any that is free. */
  readonly port?: number
  /** Its time: nothing in the emulator sleeps. */
  readonly clock: { readonly now: () => number }
  readonly keys?: readonly string[]
  readonly livemode?: boolean
  readonly account?: Partial<AccountOptions>
  /** What ids are made of: no two emulators with different ones share an id. By default the account's id. */
  readonly seed?: string
  /** `atOnce`: after each request. `onDemand`, the default: when `webhooks.deliver` is called. */
  readonly delivery?: 'atOnce' | 'onDemand'
  /** How endpoints are called; by default over HTTP. */
  readonly send?: SendEvent
  /** Published descriptions that requests and answers are compared with as well. */
  readonly shapes?: PublishedShapes | undefined
}

export interface StripeEmulator {
  /** Origin of the API, of files and of the pages: the shopper's, and `/emulator` for people. */
  readonly url: string
  readonly close: () => Promise<void>
  readonly faults: StripeFaults
  /** With delivery `atOnce` their events are sent at once as well. */
  readonly happenings: Happenings
  readonly ledger: Ledger
  readonly requests: RequestLog
  readonly webhooks: Webhooks
  readonly keys: ReturnType<typeof createKeys>
  /** All objects, to be looked at. */
  readonly store: World['store']
  /** Does what is due; called after the clock has moved. Requests do it as well. */
  readonly runDue: () => void
}

const ACCOUNT: AccountOptions = {
  id: 'acct_emulated',
  country: 'DE',
  currency: 'eur',
  methods: METHOD_TYPES,
  chargesEnabled: true,
  rawCards: true,
  multicapture: true,
  incrementalAuthorization: true,
  moto: true,
  otherCards: 'decline',
  payoutDelayDays: 2,
  fee: (amount) => Math.round(amount * 0.015) + 25,
}

/** Members whose values the log never shows. */
const SECRET_NAMES: ReadonlySet<string> = new Set(['cvc', 'cryptogram', 'iban'])

const CALL_ENDS_AFTER_MS = 10_000

const sendOverHttp: SendEvent = async ({ url, headers, body }) => {
  const signal = AbortSignal.timeout(CALL_ENDS_AFTER_MS)
  const answer = await fetch(url, { method: 'POST', headers, body, redirect: 'manual', signal })
  await answer.body?.cancel()
  return answer.status
}

/** Starts an account at an emulated Stripe. Its state is in memory and ends with it. */
export async function startStripeEmulator(options: EmulatorOptions): Promise<StripeEmulator> {
  const { port = 0, clock, livemode = false, delivery = 'onDemand', shapes } = options
  let url = ''
  const now = () => clock.now()
  const account = { ...ACCOUNT, ...options.account }
  const { seed = account.id } = options
  const world = createWorld({ account, livemode, now, url: () => url, seed })
  const webhooks = createWebhooks(world, options.send ?? sendOverHttp, delivery === 'atOnce')
  const faults = createStripeFaults()
  const keys = createKeys(options.keys ?? [EMULATED_KEY])
  const log = createRequestLog(SECRET_NAMES)
  const paidOut = new Map<string, string>()
  const idempotency = createIdempotency(now)
  const deliverAtOnce = () => {
    if (webhooks.isAtOnce) void webhooks.deliver()
  }
  const runDue = () => {
    world.due.run()
    deliverAtOnce()
  }
  const happenings = followedBy(createHappenings(world, paidOut), deliverAtOnce)
  const server = createApiServer({
    world,
    webhooks,
    happenings,
    paidOut,
    keys,
    faults,
    idempotency,
    log,
    shapes,
    runDue,
    ledger: world.ledger,
    report: () => payoutReport(world, paidOut),
  })
  url = await listenHere(server, port)
  return {
    url,
    faults,
    happenings,
    ledger: world.ledger,
    requests: log,
    webhooks,
    keys,
    store: world.store,
    runDue,
    async close() {
      await closeServer(server)
      await webhooks.settled()
    },
  }
}
