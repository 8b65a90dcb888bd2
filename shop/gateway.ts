import type { FastifyBaseLogger } from 'fastify'

/** What can go wrong between shop and gateway; the page has a sentence for each. */
export type GatewayFault =
  | 'gatewayUnreachable'
  | 'gatewayTimeout'
  | 'gatewayBusy'
  | 'gatewayFailed'
  /** Token or entity id are wrong: the shop's configuration is at fault, never the shopper. */
  | 'accessRefused'

/** The members of an answer that this shop reads. New ones may come at any time and are ignored. */
export interface GatewayAnswer {
  readonly id?: string
  readonly integrity?: string
  readonly paymentBrand?: string
  readonly amount?: string
  readonly currency?: string
  readonly merchantTransactionId?: string
  readonly timestamp?: string
  readonly card?: { readonly last4Digits?: string }
  readonly result: {
    readonly code: string
    readonly description?: string
    readonly parameterErrors?: readonly { readonly name: string; readonly message: string }[]
  }
}

export type GatewayReply =
  | { readonly fault: GatewayFault }
  | { readonly fault?: never; readonly status: number; readonly answer: GatewayAnswer }

export interface Gateway {
  /** `POST` with form-encoded parameters; the entity id is added. */
  post(path: string, parameters: Readonly<Record<string, string>>): Promise<GatewayReply>
  /** `GET` of a path with the entity id in the query. */
  get(path: string): Promise<GatewayReply>
}

interface GatewayAccess {
  readonly baseUrl: string
  readonly entityId: string
  readonly accessToken: string
  readonly log: FastifyBaseLogger
  /** How long an answer may take. 10 seconds when absent. */
  readonly timeoutMs?: number
}

/** The gateway as a merchant's server sees it: an address, an entity id and a bearer token. */
export function gatewayClient(access: GatewayAccess): Gateway {
  const { baseUrl, entityId, accessToken, log, timeoutMs = 10_000 } = access

  async function call(method: 'GET' | 'POST', path: string, body?: string): Promise<GatewayReply> {
    const headers: Record<string, string> = { Authorization: `Bearer ${accessToken}` }
    if (body !== undefined) headers['Content-Type'] = 'application/x-www-form-urlencoded'
    try {
      const response = await fetch(baseUrl.replace(/\/$/, '') + path, {
        method,
        headers,
        body: body ?? null,
        // A redirect could carry the token to another host.
        redirect: 'error',
        signal: AbortSignal.timeout(timeoutMs),
      })
      const reply = readReply(response.status, await response.text())
      if (reply.fault !== undefined) {
        log.error({ fault: reply.fault, status: response.status, method, path }, 'gateway refused')
      }
      return reply
    } catch (error) {
      const timedOut = error instanceof DOMException && error.name === 'TimeoutError'
      const fault = timedOut ? 'gatewayTimeout' : 'gatewayUnreachable'
      log.error({ fault, err: error, method, path }, 'gateway did not answer')
      return { fault }
    }
  }

  return {
    post: (path, parameters) =>
      call('POST', path, new URLSearchParams({ entityId, ...parameters }).toString()),
    get: (path) => call('GET', `${path}?${new URLSearchParams({ entityId })}`),
  }
}

/**
 * Sorts an answer by its HTTP status. 400 is no fault here: a declined payment is answered so, and
 * `result.code` says what happened.
 */
export function readReply(status: number, text: string): GatewayReply {
  if (status === 401 || status === 403) return { fault: 'accessRefused' }
  if (status === 429) return { fault: 'gatewayBusy' }
  if (status >= 500) return { fault: 'gatewayFailed' }
  const answer = parseAnswer(text)
  return answer === undefined ? { fault: 'gatewayFailed' } : { status, answer }
}

function parseAnswer(text: string): GatewayAnswer | undefined {
  try {
    const answer = JSON.parse(text) as GatewayAnswer | null
    return typeof answer?.result?.code === 'string' ? answer : undefined
  } catch {
    return undefined
  }
}
