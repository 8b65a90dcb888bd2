import type { FastifyInstance, FastifyRequest } from 'fastify'
import {
  type BodyFault,
  type FlatBody,
  parseFormBody,
  parseJsonBody,
} from '../parameters/flat-body.ts'
import { LARGEST_BODY_BYTES } from '../parameters/limits.ts'

/** A body after its content type was read: flat names and values, or why it is neither form nor JSON. */
export type ReadBody = FlatBody | BodyFault

/**
 * Teaches the server the two content types of the interface: forms, and JSON objects of the same
 * names. Every other type is answered with 415 by Fastify's own check, and so is what is compressed.
 */
export function readBodies(app: FastifyInstance): void {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'buffer', bodyLimit: LARGEST_BODY_BYTES },
    parserOf((body: Buffer) => readFormBody(body)),
  )
  app.addContentTypeParser(
    'application/json',
    { parseAs: 'string', bodyLimit: LARGEST_BODY_BYTES },
    parserOf((body: string) => parseJsonBody(body)),
  )
}

/** A body in another coding than its own, such as gzip. */
export class CodedBodyError extends Error {
  readonly statusCode = 415
}

/**
 * A body with a Content-Encoding is not looked at: read as it stands, it would say something else here
 * than to whatever stands in front and undoes the coding.
 */
function parserOf<Sent>(read: (body: Sent) => ReadBody) {
  return (
    { headers }: FastifyRequest,
    body: unknown,
    done: (error: Error | null, read?: ReadBody) => void,
  ) => {
    const coding = headers['content-encoding']?.trim().toLowerCase() ?? 'identity'
    if (coding === 'identity' || coding === '') done(null, read(body as Sent))
    else done(new CodedBodyError(coding))
  }
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
