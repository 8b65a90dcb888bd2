import { randomBytes } from 'node:crypto'
import type { AddressInfo } from 'node:net'
import type { ReceiverSettings } from '../../acquirers/gateway/receiver-client.ts'
import { type DemoCredentials, demoCredentials } from '../../sandbox/demo/credentials.ts'
import { openMemoryStore } from '../../simulation/memory-store/open-memory-store.ts'
import { createGateway } from '../app/app.ts'
import type { WatchedCertificate } from '../app/certificates.ts'
import type { FeatureSettings, Replaced } from '../compose.ts'
import type { Transport } from '../http/transport.ts'
import type { ConnectionLimits } from '../kernel/settings/connection-limits.ts'
import { defaultThrottling, type ThrottlingLimits } from '../kernel/settings/throttling-limits.ts'
import type { Clock } from '../kernel/timers/clock.ts'
import { openClockGuard } from '../kernel/timers/clock-guard.ts'
import { openVault } from '../kernel/vault/vault.ts'
import type { Connector } from '../payments/connectors/connector.ts'
import type { Store } from '../store/port.ts'
import { featureSettings, sandbox } from './all-features.fixture.ts'

export interface WireAnswer {
  readonly status: number
  readonly headers: Headers
  /** biome-ignore: the wire is read as a client reads it */
  readonly body: Record<string, never> & {
    readonly id: string
    readonly ndc: string
    readonly result: {
      readonly code: string
      readonly description: string
      readonly parameterErrors?: readonly {
        readonly name: string
        readonly value: string
        readonly message: string
      }[]
    }
    readonly [member: string]: unknown
  }
}

/** A gateway on a real socket, with a clock that only the test moves. */
export interface TestGateway {
  readonly url: string
  readonly store: Store
  readonly demo: DemoCredentials
  readonly clock: Clock & { advance(milliseconds: number): void }
  /** Sends a request with the demo token; `undefined` in `form` leaves a field out. */
  post(path: string, form: Form, headers?: Record<string, string>): Promise<WireAnswer>
  get(path: string, headers?: Record<string, string>): Promise<WireAnswer>
  close(): Promise<void>
}

export type Form = Readonly<Record<string, string | undefined>>

/** One for all, so that a gateway can continue where another one ended. */
const MASTER_KEY = randomBytes(32)

/** Afternoon of 20 November 2026, UTC. */
const START_MS = Date.UTC(2026, 10, 20, 15)

/** No test waits for calls that it does not look at. */
const CALM = { callsMerchants: false }

/** With what features are given besides; no calls to servers of merchants are made unless a test says so. */
export interface TestGatewayOptions extends Partial<FeatureSettings & Replaced> {
  readonly servesOperations?: boolean
  readonly store?: Store
  readonly environment?: 'test' | 'live'
  /** A rehearsal of live. */
  readonly rehearses?: boolean
  readonly throttling?: ThrottlingLimits
  /** When absent, live trusts a proxy on loopback and test trusts no proxy. */
  readonly transport?: Transport
  /** Of connections, where they are others than usual. */
  readonly limits?: Partial<ConnectionLimits>
  /** Lines of the log as JSON; nothing is logged when absent. */
  readonly onLogLine?: (line: string) => void
  /** Replaces the connector to where payments are forwarded. */
  readonly external?: Connector
  /** Where payments are forwarded to. */
  readonly receiver?: ReceiverSettings
  /** Where they were forwarded to before. */
  readonly formerReceivers?: readonly ReceiverSettings[]
  /** Where emulators of providers listen. */
  readonly providerUrls?: Readonly<Record<string, string>>
  /** With it /metrics may be read from anywhere. */
  readonly metricsToken?: string
  /** Whose end is told; none when absent. */
  readonly certificates?: readonly WatchedCertificate[]
  /** How often due work is searched, in milliseconds; 10 when absent. */
  readonly dueWorkEveryMs?: number
  /** Its clock is watched as that of a process is: `advance` sets it, and does not let time go by. */
  readonly watchesClock?: true
  /** Of a database that another test run has made. */
  readonly masterKey?: Buffer
}

export async function startTestGateway(options: TestGatewayOptions = {}): Promise<TestGateway> {
  const { environment: asked, ...given } = options
  const live = asked === 'live'
  const store = options.store ?? openMemoryStore()
  let nowMs = START_MS
  const clock = {
    now: () => nowMs,
    advance: (milliseconds: number) => {
      nowMs += milliseconds
    },
  }
  const said = (message: string) => options.onLogLine?.(JSON.stringify({ msg: message }))
  const clockGuard = options.watchesClock && {
    clockGuard: await openClockGuard({
      store,
      clock: { ...clock, monotonic: () => performance.now() },
      log: { error: said, warn: said },
    }),
  }
  const vault = await openVault({ store, masterKey: options.masterKey ?? MASTER_KEY, clock })
  const demo = await demoCredentials({ store, vault, clock, fixed: {} })
  const app = createGateway({
    ...featureSettings,
    sandbox: live ? undefined : sandbox,
    ...CALM,
    ...given,
    ...clockGuard,
    environment: live ? 'live' : 'test',
    baseUrl: live ? 'https://gateway.example' : 'http://gateway.example',
    nodeName: 'uat01-vm-tx01',
    store,
    vault,
    clock,
    browserCode: {
      widget: 'void __TILLGATE_BOOT__',
      frames: {
        both: 'void 0',
        code: 'void 1',
        borrowing: 'void 2',
        details: 'void 3',
        font: 'void 4',
      },
      authenticationPage: 'void 0',
      fetched: { main: 'void 1' },
      backOffice: new Map([
        ['index.html', Buffer.from('<!doctype html>')],
        ['assets/main-1a2b.js', Buffer.from('void 2')],
      ]),
    },
    log:
      options.onLogLine === undefined
        ? false
        : { level: 'warn', stream: { write: options.onLogLine } },
    limits: options.limits ?? {},
    throttling: options.throttling ?? defaultThrottling,
    transport: options.transport ?? (live ? { trustedProxies: ['loopback'] } : {}),
    dueWorkEveryMs: options.dueWorkEveryMs ?? 10,
    outgoingSubnets: live ? [] : ['loopback'],
  })
  await app.listen({ host: '127.0.0.1', port: 0 })
  const url = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`
  const authorization = `Bearer ${demo.accessToken}`
  // The tests act as the proxy that ends TLS.
  const proxied: Record<string, string> = live ? { 'x-forwarded-proto': 'https' } : {}

  async function call(path: string, init: RequestInit): Promise<WireAnswer> {
    const response = await fetch(url + path, init)
    return { status: response.status, headers: response.headers, body: await response.json() }
  }

  return {
    url,
    store,
    demo,
    clock,
    post: (path, form, headers = {}) =>
      call(path, {
        method: 'POST',
        body: formOf(form),
        headers: { authorization, ...proxied, ...headers },
      }),
    get: (path, headers = {}) => call(path, { headers: { authorization, ...proxied, ...headers } }),
    async close() {
      await app.close()
      await store.close()
    },
  }
}

function formOf(form: Form): URLSearchParams {
  const sent = Object.entries(form).filter(
    (entry): entry is [string, string] => entry[1] !== undefined,
  )
  return new URLSearchParams(sent)
}

/** What a shopper types: a card that is approved. */
export const shopperCard: Form = {
  paymentBrand: 'VISA',
  'card.number': '4200000000000000',
  'card.holder': 'Jane Jones',
  'card.expiryMonth': '05',
  'card.expiryYear': '2034',
  'card.cvv': '123',
}

/** A debit of 92.00 EUR with a card that is approved. */
export function cardPayment(entityId: string, more: Form = {}): Form {
  return {
    entityId,
    amount: '92.00',
    currency: 'EUR',
    paymentType: 'DB',
    ...shopperCard,
    ...more,
  }
}
