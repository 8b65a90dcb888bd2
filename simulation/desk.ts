import type { FastifyRequest } from 'fastify'
import { answerTextOf } from '../server/http/answer.ts'
import { type FindAnswer, outcomeOf, type RegistrarParts } from '../server/http/register-routes.ts'
import type { Route } from '../server/http/route.ts'
import type { EntityClock } from '../server/kernel/timers/clock.ts'
import type { FlatBody } from '../server/parameters/table.ts'

/** A request as the routes see it once its bytes have been read. */
export interface DeskRequest {
  readonly method: 'GET' | 'POST' | 'DELETE'
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: FlatBody
  /** Names the request in answers: 32 hex. */
  readonly logId: string
}

export interface DeskAnswer {
  readonly status: number
  readonly text: string
  /** The answer was stored under the request's key before. */
  readonly isReplayed: boolean
}

interface DeskRoute {
  readonly method: string
  readonly pattern: RegExp
  readonly find: FindAnswer
}

/** Answers requests by the gateway's own routes, without sockets and without the server's framework. */
export class Desk {
  readonly #routes: readonly DeskRoute[]
  readonly #clock: EntityClock
  readonly #log: object

  constructor(routes: readonly DeskRoute[], clock: EntityClock, log: object) {
    this.#routes = routes
    this.#clock = clock
    this.#log = log
  }

  /** Rejects with what the route throws: a broken store, or a bug. */
  async answer(asked: DeskRequest): Promise<DeskAnswer> {
    for (const { method, pattern, find } of this.#routes) {
      const found = method === asked.method ? pattern.exec(asked.path) : null
      if (found === null) continue
      const request = this.#requestOf(asked, { ...found.groups })
      const { status, text, headers = {} } = answerTextOf(request, await find(request), this.#clock)
      return { status, text, isReplayed: headers['idempotent-replayed'] === 'true' }
    }
    throw new Error(`No route for ${asked.method} ${asked.path}`)
  }

  #requestOf(asked: DeskRequest, params: object): FastifyRequest {
    const { method, path, headers, body, logId } = asked
    const request = {
      method,
      url: path,
      headers,
      body,
      params,
      logId,
      ndc: logId,
      ip: '192.0.2.1',
      routeOptions: { config: {} },
      log: this.#log,
    }
    return request as unknown as FastifyRequest
  }
}

/** The routes of a feature, for direct calls. */
export function deskRoutes<Parts extends RegistrarParts>(
  routes: readonly Route<Parts>[],
  parts: Parts,
): DeskRoute[] {
  return routes.flatMap((route) => {
    if ('serve' in route || 'stream' in route) return []
    const pattern = new RegExp(`^${route.path.replace(/\{(\w+)\}/g, '(?<$1>[^/]+)')}$`)
    return [{ method: route.method.toUpperCase(), pattern, find: outcomeOf(route, parts) }]
  })
}
