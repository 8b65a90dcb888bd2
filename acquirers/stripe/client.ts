import { withBearerTokens } from '../../server/http/outgoing/bearer-tokens.ts'
import type { Exchange, OutgoingClient } from '../../server/http/outgoing/client.ts'
import { isObject, type JsonObject, memberOf } from '../shared/json.ts'
import { type ProviderAnswer, providerAnswer } from '../shared/provider-answer.ts'
import { type Body, encodedBody } from './form.ts'
import { multipartOf, type Upload } from './multipart.ts'

/** The version of the API that requests and answers are written for. */
export const API_VERSION = '2026-10-28.endive'

/** What came of a request: an object, an error of Stripe, or nothing that can be read. */
export type Answer =
  | Exclude<ProviderAnswer, { readonly kind: 'refused' }>
  | { readonly kind: 'error'; readonly status: number; readonly error: JsonObject }

/** Sends requests to Stripe. Nothing is repeated, and nothing rejects. */
export interface StripeClient {
  /** `key`: of the step, so that a request that arrives twice is one. */
  post(path: string, body: Body, key: string): Promise<Answer>
  get(path: string, query?: Body): Promise<Answer>
  /** Sends a document; the answer is its file there. */
  upload(file: Upload, key: string): Promise<Answer>
}

export interface StripeClientParts {
  /** The origin of the API. */
  readonly url: string
  /** The origin of its files. */
  readonly filesUrl: string
  /** The key, and the one that replaces it: that is used as soon as Stripe refuses the first one. */
  readonly keys: readonly string[]
  readonly exchange: OutgoingClient
}

export function createStripeClient({
  url,
  filesUrl,
  keys,
  exchange,
}: StripeClientParts): StripeClient {
  const authorized = withBearerTokens(keys, exchange)
  const ask = async (request: Parameters<OutgoingClient>[0]) => {
    const headers = { ...request.headers, 'stripe-version': API_VERSION }
    return answerOf(await authorized({ ...request, headers }))
  }

  return {
    post: (path, body, key) =>
      ask({
        method: 'POST',
        url: url + path,
        headers: {
          'content-type': 'application/x-www-form-urlencoded',
          'idempotency-key': key,
        },
        body: encodedBody(body),
      }),
    get: (path, query = {}) => {
      const asked = encodedBody(query)
      return ask({ method: 'GET', url: `${url}${path}${asked === '' ? '' : `?${asked}`}` })
    },
    upload(file, key) {
      const { contentType, body } = multipartOf(file)
      const headers = { 'content-type': contentType, 'idempotency-key': key }
      return ask({ method: 'POST', url: `${filesUrl}/v1/files`, headers, body })
    },
  }
}

/** docs.stripe.com/error-low-level */
function answerOf(exchange: Exchange): Answer {
  const refusedKey = 'the secret key is refused'
  const answer = providerAnswer(exchange, { unknown: refusedKey, notAllowed: refusedKey })
  if (answer.kind !== 'refused') return answer
  const { status, object } = answer
  const error = memberOf(object, 'error')
  return isObject(error)
    ? { kind: 'error', status, error }
    : { kind: 'lost', reason: `answers ${status} without an error` }
}
