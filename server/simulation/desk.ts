import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { FlatBody } from '../wire/parameters/flat-body.ts'

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

type Handler = (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>

interface Route {
  readonly method: string
  readonly pattern: RegExp
  readonly handler: Handler
}

/**
 * Takes routes as the server's framework does and calls them without sockets: the real routes run,
 * one turn of the scheduler after the other.
 */
export class Desk {
  readonly #routes: Route[] = []
  readonly #log: object

  constructor(log: object) {
    this.#log = log
  }

  /** What `paymentRoutes` and its like are given. */
  get app(): FastifyInstance {
    const take = (method: string) => (path: string, handler: Handler) => {
      const pattern = new RegExp(`^${path.replace(/:(\w+)/g, '(?<$1>[^/]+)')}$`)
      this.#routes.push({ method, pattern, handler })
    }
    const app = { get: take('GET'), post: take('POST'), delete: take('DELETE') }
    return app as unknown as FastifyInstance
  }

  /** Rejects with what the route throws: a broken store, or a bug. */
  async answer(asked: DeskRequest): Promise<DeskAnswer> {
    for (const { method, pattern, handler } of this.#routes) {
      const found = method === asked.method ? pattern.exec(asked.path) : null
      if (found === null) continue
      const reply = new Reply()
      const request = this.#requestOf(asked, { ...found.groups })
      await handler(request, reply as unknown as FastifyReply)
      return reply.answer
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
      log: this.#log,
      routeOptions: {},
    }
    return request as unknown as FastifyRequest
  }
}

/** As much of a reply as the routes use. */
class Reply {
  /** What an answer looks at to know whether it has to explain itself. */
  readonly request = { trace: undefined }
  readonly #headers = new Map<string, string>()
  #status = 200
  #text = ''

  get answer(): DeskAnswer {
    const isReplayed = this.#headers.get('idempotent-replayed') === 'true'
    return { status: this.#status, text: this.#text, isReplayed }
  }

  code(status: number): this {
    this.#status = status
    return this
  }

  header(name: string, value: string): this {
    this.#headers.set(name, value)
    return this
  }

  headers(given: Readonly<Record<string, string>>): this {
    for (const [name, value] of Object.entries(given)) this.header(name, value)
    return this
  }

  send(text: string): this {
    this.#text = text
    return this
  }
}
