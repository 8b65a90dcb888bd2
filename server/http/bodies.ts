import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { CONNECTION_LIMITS } from '../kernel/settings/connection-limits.ts'
import {
  type BodyFault,
  type FlatBody,
  parseFormBody,
  parseJsonBody,
} from '../parameters/flat-body.ts'
import { jsonExcess } from '../parameters/json-text.ts'
import { BodyBudget } from './body-budget.ts'
import { readBody } from './read-body.ts'

/** A parsed body: flat names and values, or why it is neither a form nor JSON. */
export type ParsedBody = FlatBody | BodyFault

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The body of a JSON request is its text, as it was sent. */
    readonly rawBody?: boolean
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
        if (error === null) done(null, read(body, request))
        else done(error)
      })
    })
  app.removeAllContentTypeParsers()
  parse('application/x-www-form-urlencoded', readFormBody)
  parse('application/json', (body, request) => {
    const json = body.toString('utf8')
    return request.routeOptions.config.rawBody === true ? json : parseJsonBody(json)
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
