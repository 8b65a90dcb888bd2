import type { FastifyRequest } from 'fastify'
import type { ConnectionLimits } from '../../engine/settings/connection-limits.ts'
import { type Refusal, refuse } from '../results/refusal.ts'
import { clientOf } from './client-address.ts'
import { ClientShares } from './client-shares.ts'
import { RareEvent } from './rare-event.ts'

type BodyLimits = Pick<ConnectionLimits, 'bodyBytes' | 'bodyBytesPerClient'>

/** How often a line of the log says that bodies are refused, in milliseconds. */
const TELL_EVERY_MS = 60_000

/**
 * So much of each body is not counted, so that usual payments go through while large bodies are
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

/** What a request holds of the budget. */
interface Held {
  readonly client: string | undefined
  bytes: number
}

/** The bytes of all request bodies in memory, from their arrival to the answer (R-AV-1). */
export class BodyBudget {
  readonly #isProxy: (address: string) => boolean
  readonly #warn: (line: string) => void
  readonly #refused = new RareEvent(TELL_EVERY_MS)
  readonly #perClient: ClientShares
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
    this.#perClient = new ClientShares(limits.bodyBytesPerClient)
  }

  /** Whether the body of a request may be held: it is then to be released. */
  counts({ headers }: FastifyRequest): boolean {
    const bytes = Number(headers['content-length'] ?? 0)
    return bytes > UNCOUNTED_BYTES || headers['transfer-encoding'] !== undefined
  }

  /** Makes room for a body that has so many bytes by now; a refusal where there is none. */
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

  /** The request is answered, or its client gone. */
  release(request: FastifyRequest): void {
    const held = this.#held.get(request)
    if (held === undefined) return
    this.#held.delete(request)
    this.#freeBytes += held.bytes
    if (held.client !== undefined) this.#perClient.give(held.client, held.bytes)
  }

  #refuse(refusal: Refusal, { ip }: FastifyRequest): Refusal {
    const count = this.#refused.happened()
    if (count > 0) {
      this.#warn(
        `bodies of requests are refused, such as one of ${ip}: ${refusal.description}; ${count} since the last such line`,
      )
    }
    return refusal
  }

  /** A proxy that forwards no address is no client of its own. */
  #clientOf({ ip }: FastifyRequest): string | undefined {
    return this.#isProxy(ip) ? undefined : clientOf(ip)
  }
}
