import { withKeys } from '../../server/http/outgoing/bearer-tokens.ts'
import type { Exchange, OutgoingClient } from '../../server/http/outgoing/client.ts'
import { textAt } from '../shared/json.ts'
import { type ProviderAnswer, providerAnswer } from '../shared/provider-answer.ts'

/** What came of a request. */
export type Answer =
  | Exclude<ProviderAnswer, { readonly kind: 'refused' }>
  /** Adyen refuses it; `errorCode` is of docs.adyen.com/development-resources/error-codes. */
  | { readonly kind: 'error'; readonly errorCode: string }

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

/** A failure that calls itself transient may have done all, too. */
function answerOf(exchange: Exchange): Answer {
  const answer = providerAnswer(exchange, {
    unknown: 'the API key is refused',
    notAllowed: 'the API key lacks a role, or is of another merchant account',
  })
  if (answer.kind !== 'refused') return answer
  const { status, object } = answer
  const errorCode = textAt(object, 'errorCode')
  return errorCode === undefined || status === 409 || errorCode === ALREADY_PROCESSED
    ? { kind: 'lost', reason: `answers ${status}, ${errorCode ?? 'without an error'}` }
    : { kind: 'error', errorCode }
}
