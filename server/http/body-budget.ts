import type { FastifyRequest } from 'fastify'
import type { ConnectionLimits } from '../kernel/settings/connection-limits.ts'
import { type Refusal, refuse } from '../results/refusal.ts'
import { clientOf } from './client-address.ts'
import { LogThrottle } from './log-throttle.ts'
import { PerClientLimit } from './per-client-limit.ts'

type BodyLimits = Pick<ConnectionLimits, 'bodyBytes' | 'bodyBytesPerClient'>

/** How often refused bodies are logged, in milliseconds. */
const LOG_EVERY_MS = 60_000

/**
 * The first bytes of each body are not counted, so that usual payments pass while large bodies are
 * refused. The limit of connections keeps these bytes below 80 MiB.
 */
const UNCOUNTED_BYTES = 8 * 1024

const AGAIN = 'nothing was done: send the request again in a second'

const refusedClient = refuse('800.120.100', {
  status: 429,
  description: `Too many bytes of request bodies are under way from one address; ${AGAIN}`,
  retryAfterSeconds: 1,
})

const refusedAll = refuse('800.120.100', {
  status: 503,
  description: `Too many bytes of request bodies are under way; ${AGAIN}`,
  retryAfterSeconds: 1,
})

/** What one request occupies of the budget. */
interface Held {
  readonly client: string | undefined
  bytes: number
}

/** The bytes of all request bodies in memory, from their arrival to the answer (R-AV-1). */
export class BodyBudget {
  readonly #isProxy: (address: string) => boolean
  readonly #warn: (line: string) => void
  readonly #refused = new LogThrottle(LOG_EVERY_MS)
  readonly #perClient: PerClientLimit
  readonly #held = new Map<FastifyRequest, Held>()
  #freeBytes: number

  constructor(
    limits: BodyLimits,
    {
      isProxy,
      warn,
    }: { readonly isProxy: (address: string) => boolean; readonly warn: (line: string) => void },
  ) {
    this.#isProxy = isProxy
    this.#warn = warn
    this.#freeBytes = limits.bodyBytes
    this.#perClient = new PerClientLimit(limits.bodyBytesPerClient)
  }

  /** Whether the body of a request may take part of the budget, so that `release` has to be called. */
  counts({ headers }: FastifyRequest): boolean {
    const bytes = Number(headers['content-length'] ?? 0)
    return bytes > UNCOUNTED_BYTES || headers['transfer-encoding'] !== undefined
  }

  /** Reserves room for a body that has grown to `bodyBytes`; a refusal where there is none. */
  hold(request: FastifyRequest, bodyBytes: number): Refusal | undefined {
    if (bodyBytes <= UNCOUNTED_BYTES) return undefined
    const held = this.#held.get(request) ?? { client: this.#clientOf(request), bytes: 0 }
    const more = bodyBytes - held.bytes
    if (more > this.#freeBytes) return this.#refuse(refusedAll, request)
    if (held.client !== undefined && !this.#perClient.take(held.client, more)) {
      return this.#refuse(refusedClient, request)
    }
    this.#freeBytes -= more
    held.bytes = bodyBytes
    this.#held.set(request, held)
    return undefined
  }

  /** Call when the request is answered or its client has disconnected. */
  release(request: FastifyRequest): void {
    const held = this.#held.get(request)
    if (held === undefined) return
    this.#held.delete(request)
    this.#freeBytes += held.bytes
    if (held.client !== undefined) this.#perClient.give(held.client, held.bytes)
  }

  #refuse(refusal: Refusal, { ip }: FastifyRequest): Refusal {
    const count = this.#refused.countForLog()
    if (count > 0) {
      this.#warn(
        `bodies of requests are refused, such as one of ${ip}: ${refusal.description}; ${count} since the last such line`,
      )
    }
    return refusal
  }

  /** A proxy that forwards no address has the requests of many clients, so no client's limit applies. */
  #clientOf({ ip }: FastifyRequest): string | undefined {
    return this.#isProxy(ip) ? undefined : clientOf(ip)
  }
}
