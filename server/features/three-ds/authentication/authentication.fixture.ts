import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll } from 'vitest'
import type { BrowserStep } from '../../../../common/authentication-wire.ts'
import type { ThreeDSecureSettings } from '../../../entities/settings.ts'
import {
  cardPayment,
  type Form,
  startTestGateway,
  type TestGateway,
  type WireAnswer,
} from '../../../testing/gateway.fixture.ts'
import type { Authenticated, AuthenticationInput, ThreeDsServer } from '../server/contract.ts'

/** Cards of the scripted directory: one with a method call, one without. */
export const ENROLLED = '4200000000000018'
export const WITH_METHOD = '4200000000000042'
const NOT_ENROLLED = '4200000000000000'

export const METHOD_URL = 'https://issuer.example/method'
export const ACS_URL = 'https://issuer.example/challenge'

/** A browser that the merchant's server describes. */
export const browser: Form = {
  // Required when any other customer parameter is sent.
  'customer.givenName': 'Jane',
  'customer.surname': 'Jones',
  'customer.browser.acceptHeader': 'text/html',
  'customer.browser.language': 'de-DE',
  'customer.browser.screenHeight': '1080',
  'customer.browser.screenWidth': '1920',
  'customer.browser.timezone': '-60',
  'customer.browser.userAgent': 'Mozilla/5.0',
  'customer.browser.javaEnabled': 'false',
}

/** A directory whose answers the test sets, and which remembers its requests. */
export class ScriptedDirectory implements ThreeDsServer {
  readonly asked: AuthenticationInput[] = []
  /** Whether it has sent its list of card ranges. */
  hasRanges = true
  #answers: (() => Authenticated | Promise<Authenticated>)[] = []

  serves(connector: string): boolean {
    return connector === 'simulator'
  }

  rangeOf(number: string) {
    if (!this.hasRanges) return 'unknown' as const
    if (number === ENROLLED) return { version: '2.2.0' as const }
    if (number === WITH_METHOD) return { version: '2.2.0' as const, methodUrl: METHOD_URL }
    return undefined
  }

  async refreshRanges(): Promise<void> {}

  /** It is outside this process, so it has to be asked. */
  decide(): undefined {}

  async authenticate(input: AuthenticationInput): Promise<Authenticated> {
    this.asked.push(input)
    const answer = this.#answers.shift()
    if (answer === undefined) throw new Error('The test has scripted no answer')
    return answer()
  }

  answer(...answers: (Authenticated | (() => Promise<Authenticated>))[]): void {
    this.#answers = answers.map((each) => (typeof each === 'function' ? each : () => each))
    this.asked.length = 0
  }
}

export const proof = {
  eci: '05',
  authenticationValue: 'AAABBZEEBgAAAAAAAAQGAAAAAAA=',
}

/** What the issuer says at once. */
export function said(
  transStatus: 'Y' | 'A' | 'N' | 'U' | 'R' | 'I',
  more: Readonly<Record<string, string>> = {},
): Authenticated {
  const result = {
    transStatus,
    version: '2.2.0',
    acsTransId: randomUUID(),
    dsTransId: randomUUID(),
    ...(transStatus === 'Y' || transStatus === 'A' ? proof : {}),
    ...more,
  }
  return { kind: 'result', result }
}

export const acsTransId = 'd7c1ee99-9478-44a6-b1f2-391e29c6b340'
export const dsTransId = 'f25084f0-5b16-4c0a-ae5d-b24808a95e4b'
export const challenge: Authenticated = {
  kind: 'challenge',
  acsUrl: ACS_URL,
  acsTransId,
  dsTransId,
}

export interface Redirect {
  readonly url: string
  readonly parameters: readonly { readonly name: string; readonly value: string }[]
  readonly preconditions?: readonly { readonly url: string }[]
}

/** A gateway with a scripted directory, and what tests do with it. */
export function useAuthentications() {
  const directory = new ScriptedDirectory()
  let gateway: TestGateway | undefined
  beforeAll(async () => {
    gateway = await startTestGateway({ threeDsServer: directory })
  })
  afterAll(() => gateway?.close())
  const running = () => {
    if (gateway === undefined) throw new Error('The gateway has not started')
    return gateway
  }

  const json = (path: string, body: unknown) => sendJson(running(), path, body)

  return {
    directory,
    gateway: running,
    notEnrolled: NOT_ENROLLED,

    /** A debit of a server with an enrolled card, whose shopper has a browser. */
    pay(more: Form = {}, headers: Record<string, string> = {}): Promise<WireAnswer> {
      const { entityId } = running().demo
      const form = { 'card.number': ENROLLED, shopperResultUrl: 'https://shop.example/result' }
      return running().post(
        '/v1/payments',
        cardPayment(entityId, { ...form, ...browser, ...more }),
        headers,
      )
    },

    read: async (id: string) => (await running().get(`/v1/payments/${id}`)).body,

    /** What the authentication page is told to do next. */
    async next(redirect: Redirect, seen: Readonly<Record<string, unknown>> = {}) {
      const credentials = Object.fromEntries(
        redirect.parameters.map(({ name, value }) => [name, value]),
      )
      const { body } = await json('/v1/threeDSecure/next', { ...credentials, ...seen })
      return body as BrowserStep
    },

    async cancel({ parameters }: Redirect) {
      const credentials = Object.fromEntries(parameters.map(({ name, value }) => [name, value]))
      return (await json('/v1/threeDSecure/cancel', credentials)).body as BrowserStep
    },

    /** The directory's message after a challenge, to the address that it was given. */
    result: (input: AuthenticationInput, more: Readonly<Record<string, string>> = {}) =>
      sendResult(running(), input, more),

    /** Changes what the channel says about 3-D Secure. */
    setting: (threeDSecure: ThreeDSecureSettings) =>
      setThreeDSecure(running(), running().demo.entityId, threeDSecure),
  }
}

async function sendJson(
  { url }: TestGateway,
  path: string,
  body: unknown,
): Promise<{ status: number; body: never }> {
  const response = await fetch(url + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  return { status: response.status, body: (await response.json()) as never }
}

/** The directory's message after a challenge, to a gateway. */
export async function sendResult(
  gateway: TestGateway,
  { serverUrl, transactionId }: AuthenticationInput,
  more: Readonly<Record<string, string>> = {},
): Promise<Readonly<Record<string, string>>> {
  const sent = await sendJson(gateway, new URL(serverUrl).pathname, {
    messageType: 'RReq',
    messageVersion: '2.2.0',
    threeDSServerTransID: transactionId,
    acsTransID: acsTransId,
    dsTransID: dsTransId,
    messageCategory: '01',
    transStatus: 'Y',
    authenticationType: '02',
    interactionCounter: '01',
    ...((more.transStatus ?? 'Y') === 'Y' ? proof : { transStatusReason: '01' }),
    ...more,
  })
  return sent.body
}

/** Changes what an entity says about 3-D Secure. */
export async function setThreeDSecure(
  { store, clock }: TestGateway,
  entityId: string,
  threeDSecure: ThreeDSecureSettings,
): Promise<void> {
  const entity = await store.read.entity(entityId)
  if (entity === undefined) throw new Error(`No entity ${entityId}`)
  const settings = JSON.stringify({ ...JSON.parse(entity.settings), threeDSecure })
  const expectedVersion = entity.version
  await store.commit([{ kind: 'stepEntity', id: entityId, expectedVersion, set: { settings } }])
  // What is known of an entity is believed for a second.
  clock.advance(2_000)
}
