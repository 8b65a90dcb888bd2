import type { FastifyInstance, FastifyRequest } from 'fastify'
import { CONNECTION_LIMITS } from '../../engine/settings/connection-limits.ts'
import {
  type BodyFault,
  type FlatBody,
  parseFormBody,
  parseJsonBody,
} from '../parameters/flat-body.ts'
import { BodyBudget } from './body-budget.ts'
import { readBody } from './read-body.ts'

/** A body after its content type was read: flat names and values, or why it is neither form nor JSON. */
export type ReadBody = FlatBody | BodyFault

/**
 * Teaches the server the two content types of the interface: forms, and JSON objects of the same
 * names. Every other type is answered with 415 by Fastify's own check, and so is what is compressed.
 */
export function readBodies(
  app: FastifyInstance,
  budget = new BodyBudget(CONNECTION_LIMITS, { isProxy: () => false, warn: () => {} }),
): void {
  const parse = (type: string, read: (body: Buffer) => ReadBody) =>
    app.addContentTypeParser(type, (request, payload, done) => {
      if (isCoded(request)) return done(new CodedBodyError())
      readBody(request, payload, budget, (error, body) => {
        if (error === null) done(null, read(body))
        else done(error)
      })
    })
  app.removeAllContentTypeParsers()
  parse('application/x-www-form-urlencoded', readFormBody)
  parse('application/json', (body) => parseJsonBody(body.toString('utf8')))
  app.addHook('onRequest', (request, reply, done) => {
    // Not `onResponse`: it does not come when the client is gone.
    if (budget.counts(request)) reply.raw.once('close', () => budget.release(request))
    done()
  })
}

/** A body in another coding than its own, such as gzip. */
export class CodedBodyError extends Error {
  readonly statusCode = 415
}

/**
 * A body with a Content-Encoding is not looked at: read as it stands, it would say something else here
 * than to whatever stands in front and undoes the coding.
 */
function isCoded({ headers }: FastifyRequest): boolean {
  const coding = headers['content-encoding']?.trim().toLowerCase() ?? 'identity'
  return coding !== 'identity' && coding !== ''
}

/** The flat body of a request; a request without one has an empty one. */
export function bodyOfRequest(request: FastifyRequest): ReadBody {
  return (request.body as ReadBody | undefined | null) ?? []
}

/** The query of a request, read by the same rules as a form body. */
export function queryOfRequest(request: FastifyRequest): ReadBody {
  const start = request.url.indexOf('?')
  return start === -1 ? [] : parseFormBody(request.url.slice(start + 1))
}

/** `{`: no name of a parameter begins with it. */
const OPENING_BRACE = 0x7b

/** JSON with the content type that curl sends of its own accord would be one long unknown name. */
function readFormBody(body: Buffer): ReadBody {
  if (body[0] !== OPENING_BRACE) return parseFormBody(body)
  return { fault: JSON_AS_FORM }
}

const JSON_AS_FORM =
  'The body looks like JSON but was sent as a form: send it with the header Content-Type: application/json'
