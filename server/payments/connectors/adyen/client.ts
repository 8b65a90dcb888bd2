import { withKeys } from '../../../http/outgoing/bearer-tokens.ts'
import type { Exchange, OutgoingClient } from '../../../http/outgoing/client.ts'
import { isObject, type JsonObject, parsedJson, textAt } from '../json.ts'

/** What came of a request. */
export type Answer =
  | { readonly kind: 'object'; readonly object: JsonObject }
  /** Adyen refuses it; `errorCode` is of docs.adyen.com/development-resources/error-codes. */
  | { readonly kind: 'error'; readonly errorCode: string }
  /** Not a byte has left, or Adyen says that it has done nothing. */
  | { readonly kind: 'notSent'; readonly reason: string }
  | { readonly kind: 'lost'; readonly reason: string }

/** Sends requests to Adyen. Nothing is repeated, and nothing rejects. */
export interface AdyenClient {
  /** `body`: JSON. `key`: of the step, so that a request that arrives twice is one. */
  post(path: string, body: string, key: string): Promise<Answer>
  /** The same without a key: each request is one of its own. */
  ask(path: string, body: string): Promise<Answer>
}

interface ClientParts {
  /** Of the API with its version; `undefined`: the account does not say where it is. */
  readonly url: string | undefined
  /** The key, and the one that replaces it: that is used as soon as Adyen refuses the first one. */
  readonly keys: readonly string[]
  readonly exchange: OutgoingClient
}

export function createAdyenClient({ url, keys, exchange }: ClientParts): AdyenClient {
  const authorized = withKeys(keys, (key) => ({ 'x-api-key': key }), exchange)
  const send = async (path: string, body: string, more: Readonly<Record<string, string>>) => {
    if (url === undefined) {
      return { kind: 'notSent', reason: 'the account has no livePrefix: set it' } as const
    }
    const headers = { 'content-type': 'application/json', ...more }
    return answerOf(await authorized({ method: 'POST', url: url + path, headers, body }))
  }
  return {
    post: (path, body, key) => send(path, body, { 'idempotency-key': key }),
    ask: (path, body) => send(path, body, {}),
  }
}

/** "The request was already processed, or is in progress": a key in use, or used for another request. */
const ALREADY_PROCESSED = '704'

/**
 * A refused key and a limit on requests have done nothing. A failure inside Adyen may have done all, also one that
 * calls itself transient, and an answer without its end too.
 */
function answerOf(exchange: Exchange): Answer {
  if (exchange.kind !== 'answered') return exchange
  const { status, body } = exchange
  if (status === 401) return { kind: 'notSent', reason: 'the API key is refused' }
  if (status === 403) {
    return {
      kind: 'notSent',
      reason: 'the API key lacks a role, or is of another merchant account',
    }
  }
  if (status === 429) return { kind: 'notSent', reason: 'too many requests' }
  const object = parsedJson(body)
  if (!isObject(object) || status >= 500) {
    return { kind: 'lost', reason: `answers ${status} without a result` }
  }
  if (status >= 200 && status < 300) return { kind: 'object', object }
  const errorCode = textAt(object, 'errorCode')
  return errorCode === undefined || status === 409 || errorCode === ALREADY_PROCESSED
    ? { kind: 'lost', reason: `answers ${status}, ${errorCode ?? 'without an error'}` }
    : { kind: 'error', errorCode }
}
