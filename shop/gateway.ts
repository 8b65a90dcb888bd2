import type { FastifyBaseLogger } from 'fastify'
import { Tillgate, TillgateError } from '../clients/tillgate.mjs'

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
  /** `POST` with parameters; the entity id is added. */
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

/** The gateway as a merchant's server sees it: what the client throws is sorted for the page. */
export function gatewayClient(access: GatewayAccess): Gateway {
  const { log, timeoutMs = 10_000, ...credentials } = access
  // The shopper waits: a fault is told at once, and the page has a button to try again.
  const client = new Tillgate({ ...credentials, timeoutMs, retryForMs: 0 })

  async function call(
    method: 'GET' | 'POST',
    path: string,
    parameters = {},
  ): Promise<GatewayReply> {
    try {
      return { status: 200, answer: await client.request(method, path, parameters) }
    } catch (error) {
      if (!(error instanceof TillgateError)) throw error
      const reply = readError(error)
      if (reply.fault !== undefined)
        log.error({ fault: reply.fault, err: error }, 'gateway refused')
      return reply
    }
  }

  return {
    post: (path, parameters) => call('POST', path, parameters),
    get: (path) => call('GET', path),
  }
}

/**
 * A refusal is no fault: `result.code` says what happened. Anything else is something that shopper or shop can do
 * something about.
 */
export function readError({ status, answer, cause }: TillgateError): GatewayReply {
  if (status === 401 || status === 403) return { fault: 'accessRefused' }
  if (status === 429) return { fault: 'gatewayBusy' }
  if (status === undefined || (status >= 300 && status < 400)) return { fault: unanswered(cause) }
  if (status >= 500 || answer?.result === undefined) return { fault: 'gatewayFailed' }
  return { status, answer: { ...answer, result: answer.result } }
}

function unanswered(cause: unknown): GatewayFault {
  const isTimeout = cause instanceof DOMException && cause.name === 'TimeoutError'
  return isTimeout ? 'gatewayTimeout' : 'gatewayUnreachable'
}
