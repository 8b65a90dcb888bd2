import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { CONNECTION_LIMITS, type ConnectionLimits } from '../kernel/settings/connection-limits.ts'
import { type BodyFault, parseFormBody, parseJsonBody } from '../parameters/flat-body.ts'
import { jsonExcess } from '../parameters/json-text.ts'
import { MAX_BODY_BYTES } from '../parameters/limits.ts'
import type { FlatBody } from '../parameters/table.ts'
import { type Refusal, refuse } from '../results/refusal.ts'
import { clientOf, PerClientLimit } from './client-address.ts'
import { LogThrottle } from './log-throttle.ts'

/** A parsed body: flat names and values, or why it is neither a form nor JSON. */
export type ParsedBody = FlatBody | BodyFault

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The body of a JSON request is its text, as it was sent. */
    readonly rawBody?: boolean
    /** The body of a request is its bytes, as they were sent. */
    readonly bytesBody?: true | undefined
    /** The body of a request is a file of this type, which its handler reads. */
    readonly fileBody?: string | undefined
  }
}

/**
 * Registers parsers for the two content types of the interface: forms, and JSON objects of the same
 * names. Fastify itself answers 415 to every other type; compressed bodies are refused here.
 */
export function registerBodyParsers(
  app: FastifyInstance,
  budget = new BodyBudget(CONNECTION_LIMITS, { isProxy: () => false, warn: () => {} }),
): void {
  const parse = (
    type: string,
    read: (body: Buffer, request: FastifyRequest) => ParsedBody | string,
  ) =>
    app.addContentTypeParser(type, (request, payload, done) => {
      if (hasContentEncoding(request)) return done(new EncodedBodyError())
      readBody(request, payload, budget, (error, body) => {
        if (error !== null) done(error)
        else done(null, takesBytes(request) ? body : read(withoutByteOrderMark(body), request))
      })
    })
  app.removeAllContentTypeParsers()
  parse('application/x-www-form-urlencoded', readFormBody)
  parse('application/json', (body, request) => {
    const json = body.toString('utf8')
    return request.routeOptions.config.rawBody === true ? json : parseJsonBody(json)
  })
  app.addContentTypeParser('text/plain', (request, payload, done) => {
    if (hasContentEncoding(request)) return done(new EncodedBodyError())
    if (!takesBytes(request)) return done(new OtherBodyError())
    readBody(request, payload, budget, done)
  })
  // Unread: whoever may not import a file must not send it either.
  app.addContentTypeParser('text/csv', (request, payload, done) => {
    if (hasContentEncoding(request)) done(new EncodedBodyError())
    else if (request.routeOptions.config.fileBody === 'text/csv') done(null, payload)
    else done(new OtherBodyError())
  })
  app.addHook('onRequest', (request, reply, done) => {
    // `onResponse` would not fire when the client has disconnected, and the bytes would stay counted.
    if (budget.counts(request)) reply.raw.once('close', () => budget.release(request))
    done()
  })
}

/**
 * Without the mark that programs in .NET and on Windows write before UTF-8: it is no character of the first name, and
 * readers of JSON may ignore it (RFC 8259, section 8.1).
 */
function withoutByteOrderMark(body: Buffer): Buffer {
  return body.subarray(0, BYTE_ORDER_MARK.length).equals(BYTE_ORDER_MARK)
    ? body.subarray(BYTE_ORDER_MARK.length)
    : body
}

const BYTE_ORDER_MARK = Buffer.from('\ufeff')

/** A type of body that only other routes take. */
class OtherBodyError extends Error {
  readonly statusCode = 415
}

/** A body with a Content-Encoding, such as gzip. */
export class EncodedBodyError extends Error {
  readonly statusCode = 415
}

/**
 * Such a body is refused: a proxy that decodes it would read other parameters than the gateway, which
 * does not.
 */
function hasContentEncoding({ headers }: FastifyRequest): boolean {
  const coding = headers['content-encoding']?.trim().toLowerCase() ?? 'identity'
  return coding !== 'identity' && coding !== ''
}

/** The flat body of a request; a request without one has an empty one. */
export function bodyOfRequest(request: FastifyRequest): ParsedBody {
  return (request.body as ParsedBody | undefined | null) ?? []
}

/**
 * The value of a JSON body with its types, for routes with `rawBody`. Nothing if the body is no
 * JSON or exceeds the limits of bodies, which are checked first, because anyone may send 1 MiB.
 */
export function jsonOfRawBody({ body }: FastifyRequest): unknown {
  if (typeof body !== 'string' || jsonExcess(body) !== undefined) return undefined
  try {
    return JSON.parse(body)
  } catch {
    return undefined
  }
}

function takesBytes({ routeOptions }: FastifyRequest): boolean {
  return routeOptions.config.bytesBody === true
}

/** The body of a request of a route with `bytesBody`; empty where it has none. */
export function bytesOfBody({ body }: FastifyRequest): Buffer {
  return Buffer.isBuffer(body) ? body : EMPTY
}

/** The file that a request of a route with `fileBody` sends; nothing where its body is of another type. */
export function fileOf({ body }: FastifyRequest): Readable | undefined {
  return body instanceof Readable ? body : undefined
}

/** The query of a request, read by the same rules as a form body. */
export function queryOfRequest(request: FastifyRequest): ParsedBody {
  const start = request.url.indexOf('?')
  return start === -1 ? [] : parseFormBody(request.url.slice(start + 1))
}

/** `{`: no name of a parameter begins with it. */
const OPENING_BRACE = 0x7b

/** curl labels JSON as a form by default; parsed as a form it would be one unknown name. */
function readFormBody(body: Buffer): ParsedBody {
  if (body[0] !== OPENING_BRACE) return parseFormBody(body)
  return { fault: JSON_AS_FORM }
}

const JSON_AS_FORM =
  'The body looks like JSON but was sent as a form: send it with the header Content-Type: application/json'

/** A body that is not read to its end. */
export class RefusedBodyError extends Error {
  readonly refusal: Refusal

  constructor(refusal: Refusal) {
    super(refusal.description)
    this.refusal = refusal
  }
}

/** One error for each refusal: in a flood, new stack traces would cost more than the answers. */
const refusedBodies = new Map<Refusal, RefusedBodyError>()

function refusedBody(refusal: Refusal): RefusedBodyError {
  const known = refusedBodies.get(refusal) ?? new RefusedBodyError(refusal)
  refusedBodies.set(refusal, known)
  return known
}

/** A body above the limit of a single body. */
class LargeBodyError extends Error {
  readonly statusCode = 413
}

/** The request was cut off by its client. */
class BrokenBodyError extends Error {
  readonly statusCode = 400
}

/** Reads a body whole, within the limit of one body and the budget of all. */
export function readBody(
  request: FastifyRequest,
  payload: Readable,
  budget: BodyBudget,
  done: (error: Error | null, body: Buffer) => void,
): void {
  const body = new GrowingBuffer()
  const ended = (error: Error | null) => {
    payload.off('data', onData).off('end', onEnd).off('error', onError)
    // The rest of a refused body is not read: the connection ends with the answer.
    if (error !== null) payload.pause()
    done(error, body.bytes())
  }
  const onEnd = () => ended(null)
  const onError = (cause: Error) => ended(new BrokenBodyError(cause.message, { cause }))
  const onData = (chunk: Buffer) => {
    const length = body.length + chunk.length
    if (length > MAX_BODY_BYTES) return ended(new LargeBodyError())
    const refusal = budget.hold(request, length)
    if (refusal !== undefined) return ended(refusedBody(refusal))
    body.append(chunk)
  }
  const announced = Number(request.headers['content-length'])
  if (announced > MAX_BODY_BYTES) ended(new LargeBodyError())
  else payload.on('data', onData).on('end', onEnd).on('error', onError)
}

const EMPTY = Buffer.alloc(0)

/** Capacity after a second chunk, at least. */
const MIN_CAPACITY = 16 * 1024

/**
 * Bytes that arrive in chunks. A list of chunks would need a million objects of some 200 bytes for a
 * body of 1 MiB that arrives byte by byte; this needs twice the bytes of the body at most.
 */
class GrowingBuffer {
  #buffer: Buffer = EMPTY
  #length = 0

  get length(): number {
    return this.#length
  }

  append(chunk: Buffer): void {
    const length = this.#length + chunk.length
    if (this.#length === 0) {
      // Most bodies are one chunk: it is not copied.
      this.#buffer = chunk
    } else {
      if (length > this.#buffer.length) this.#grow(length)
      chunk.copy(this.#buffer, this.#length)
    }
    this.#length = length
  }

  bytes(): Buffer {
    return this.#buffer.subarray(0, this.#length)
  }

  #grow(length: number): void {
    const grown = Buffer.allocUnsafeSlow(Math.max(MIN_CAPACITY, 2 * length))
    this.#buffer.copy(grown, 0, 0, this.#length)
    this.#buffer = grown
  }
}

type BodyLimits = Pick<ConnectionLimits, 'bodyBytes' | 'bodyBytesPerClient'>

/** How often refused bodies are logged, in milliseconds. */
const LOG_EVERY_MS = 60_000

/**
 * The first bytes of each body are not counted, so that usual payments pass while large bodies are
 * refused. The limit of connections keeps these bytes below 80 MiB.
 */
const UNCOUNTED_BYTES = 8 * 1024

/** Of the bodies of one address for one connector account that are under way. */
const BYTES_PER_ACCOUNT = 4 * 1024 * 1024

const AGAIN = 'nothing was done: send the request again in a second'

const refusedClient = refuse('800.120.100', {
  status: 429,
  description: `Too many bytes of request bodies are under way from one address; ${AGAIN}`,
  retryAfterSeconds: 1,
})

const refusedAccount = refuse('800.120.100', {
  status: 429,
  description: `Too many bytes of request bodies are under way for one account; ${AGAIN}`,
  retryAfterSeconds: 1,
})

const refusedAll = refuse('800.120.100', {
  status: 503,
  description: `Too many bytes of request bodies are under way; ${AGAIN}`,
  retryAfterSeconds: 1,
})

/** The account that a body is for, of a route with `bytesBody`. */
function accountOf(request: FastifyRequest): string | undefined {
  if (!takesBytes(request)) return undefined
  return (request.params as { readonly accountId?: string }).accountId
}

/** What one request occupies of the budget. */
interface Held {
  readonly client: string | undefined
  readonly account: string | undefined
  bytes: number
}

/** The bytes of all request bodies in memory, from their arrival to the answer (R-AV-1). */
export class BodyBudget {
  readonly #isProxy: (address: string) => boolean
  readonly #warn: (line: string) => void
  readonly #refused = new LogThrottle(LOG_EVERY_MS)
  readonly #perClient: PerClientLimit
  /** Of one address: providers send for all merchants from few, and one account must not use up what it may. */
  readonly #perAccount = new PerClientLimit(BYTES_PER_ACCOUNT)
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
    const held = this.#held.get(request) ?? this.#newHeld(request)
    const more = bodyBytes - held.bytes
    if (more > this.#freeBytes) return this.#refuse(refusedAll, request)
    const { client, account } = held
    if (account !== undefined && !this.#perAccount.take(account, more)) {
      return this.#refuse(refusedAccount, request)
    }
    if (client !== undefined && !this.#perClient.take(client, more)) {
      if (account !== undefined) this.#perAccount.give(account, more)
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
    if (held.account !== undefined) this.#perAccount.give(held.account, held.bytes)
  }

  #newHeld(request: FastifyRequest): Held {
    const client = this.#clientOf(request)
    const accountId = accountOf(request)
    const account = accountId === undefined ? undefined : `${accountId} ${client}`
    return { client, account, bytes: 0 }
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
