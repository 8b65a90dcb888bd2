import type { Exchange } from '../../server/http/outgoing/client.ts'
import { isObject, type JsonObject, parsedJson } from './json.ts'

/** What came of a request to a provider that answers in JSON. */
export type ProviderAnswer =
  | { readonly kind: 'object'; readonly object: JsonObject }
  /** The provider says what it does not do; what that means is the connector's to say. */
  | { readonly kind: 'refused'; readonly status: number; readonly object: JsonObject }
  /** Not a byte has left, or the provider says that it has done nothing. */
  | { readonly kind: 'notSent'; readonly reason: string }
  | { readonly kind: 'lost'; readonly reason: string }

/** What a refused credential means, for the log. */
interface RefusedCredential {
  readonly unknown: string
  readonly notAllowed: string
}

/**
 * A refused credential and a limit on requests have done nothing. A failure inside the provider may have done all, and
 * an answer without its end too.
 */
export function providerAnswer(exchange: Exchange, credential: RefusedCredential): ProviderAnswer {
  if (exchange.kind !== 'answered') return exchange
  const { status, body } = exchange
  if (status === 401) return { kind: 'notSent', reason: credential.unknown }
  if (status === 403) return { kind: 'notSent', reason: credential.notAllowed }
  if (status === 429) return { kind: 'notSent', reason: 'too many requests' }
  const object = parsedJson(body)
  if (!isObject(object) || status >= 500) {
    return { kind: 'lost', reason: `answers ${status} without a result` }
  }
  return status >= 200 && status < 300
    ? { kind: 'object', object }
    : { kind: 'refused', status, object }
}
