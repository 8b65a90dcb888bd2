import type { FastifyInstance, FastifyRequest } from 'fastify'
import {
  type BodyFault,
  type FlatBody,
  flattenJson,
  isBodyFault,
  parseFormBody,
} from '../parameters/flat-body.ts'
import { LARGEST_BODY_BYTES } from '../parameters/limits.ts'
import { shownText } from '../parameters/masking.ts'
import { repeatedMember } from '../parameters/repeated-members.ts'

/** A body after its content type was read: flat names and values, or why it is neither form nor JSON. */
export type ReadBody = FlatBody | BodyFault

/**
 * Teaches the server the two content types of the interface: forms, and JSON objects of the same
 * names. Every other type is answered with 415 by Fastify's own check.
 */
export function readBodies(app: FastifyInstance): void {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'buffer', bodyLimit: LARGEST_BODY_BYTES },
    (_request, body, done) => done(null, readFormBody(body as Buffer)),
  )
  app.addContentTypeParser(
    'application/json',
    { parseAs: 'string', bodyLimit: LARGEST_BODY_BYTES },
    (_request, body, done) => done(null, parseJsonBody(body as string)),
  )
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

function parseJsonBody(text: string): ReadBody {
  if (text.trim() === '') return []
  const value = parsed(text)
  if (value === undefined) {
    return { fault: 'The body is not JSON: check quotes, commas and brackets' }
  }
  const flat = flattenJson(value)
  // Looked for last: what nests too deep is not looked through.
  const repeated = isBodyFault(flat) ? undefined : repeatedMember(text)
  return repeated === undefined ? flat : { fault: `${shownText(repeated)} is sent more than once` }
}

/** Nothing when it is not JSON. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
