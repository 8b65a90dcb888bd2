import { createHmac } from 'node:crypto'
import type { MessageOf } from '../../server/features/three-ds/messages/messages.ts'
import { sampleAreq } from '../../server/features/three-ds/messages/samples.fixture.ts'
import type { OutgoingClient } from '../../server/http/outgoing/client.ts'
import { createSimulatedIssuer, type SimulatedIssuer } from './issuer.ts'

/** A UUID that ends with `count`. */
export function transactionId(count: number): string {
  return `8a880dc0-d2d2-4067-bcb1-${String(count).padStart(12, '0')}`
}

export const BASE_URL = 'http://gateway.example'
export const ISSUER_URL = 'http://issuer.example'

/** Address of this gateway for the result of a transaction. */
export const resultUrlOf = (id: string) =>
  `${BASE_URL}/v1/threeDSecure/results/${id}.token-of-${id}`

/** A request that the sample gateway sends. */
export function areqOf(id: string, more: Partial<MessageOf<'AReq'>> = {}): MessageOf<'AReq'> {
  return { ...sampleAreq, threeDSServerTransID: id, threeDSServerURL: resultUrlOf(id), ...more }
}

/** The answer of a gateway that accepts a result. */
export function rresOf(rreq: MessageOf<'RReq'>): MessageOf<'RRes'> {
  const { messageVersion, threeDSServerTransID, acsTransID, dsTransID } = rreq
  const ids = { threeDSServerTransID, acsTransID, dsTransID }
  return { messageType: 'RRes', messageVersion, ...ids, resultsStatus: '01' }
}

/** An issuer with a fixed clock, whose delayed work runs only when the test calls it. */
export interface IssuerFixture {
  readonly issuer: SimulatedIssuer
  readonly clock: { nowMs: number }
  /** The results that the gateway was sent, with the token of their URL. */
  readonly results: { readonly token: string; readonly body: MessageOf<'RReq'> }[]
  readonly warnings: object[]
  /** Delayed work, in the order in which it was planned. */
  readonly planned: { readonly milliseconds: number; readonly work: () => void }[]
}

export function createIssuerFixture(
  answerResult: (rreq: MessageOf<'RReq'>) => unknown = rresOf,
  send?: OutgoingClient,
): IssuerFixture {
  const clock = { nowMs: Date.UTC(2026, 10, 22, 15) }
  const results: { token: string; body: MessageOf<'RReq'> }[] = []
  const warnings: object[] = []
  const planned: { milliseconds: number; work: () => void }[] = []
  const issuer = createSimulatedIssuer({
    baseUrl: BASE_URL,
    issuerUrl: ISSUER_URL,
    sign: (text) => createHmac('sha256', 'a key').update(text).digest('hex'),
    now: () => clock.nowMs,
    log: { warn: (about) => void warnings.push(about) },
    later: (milliseconds, work) => void planned.push({ milliseconds, work }),
    ...(send !== undefined && { send }),
  })
  issuer.onResult(async (_id, token, body) => {
    results.push({ token, body: body as MessageOf<'RReq'> })
    return answerResult(body as MessageOf<'RReq'>)
  })
  return { issuer, clock, results, warnings, planned }
}
