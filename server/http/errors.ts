import { validateHeaderValue } from 'node:http'
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { editDistance } from '../../common/edit-distance.ts'
import { newRequestHex } from '../kernel/ids.ts'
import type { Clock } from '../kernel/timers/clock.ts'
import { readTraceparent, type TraceContext } from '../kernel/trace-context.ts'
import { shownText } from '../parameters/masking.ts'
import { type Refusal, refuse } from '../results/refusal.ts'
import type { Trace } from '../results/trace.ts'
import { StoreError, type StoreErrorCode } from '../store/errors.ts'
import { refusalAnswer, SECURITY_HEADERS, send, sendRefusal } from './answer.ts'
import { EncodedBodyError, RefusedBodyError } from './bodies.ts'
import type { AnsweringClock } from './entity-time.ts'
import { failureLog } from './failure-log.ts'
import { asksForPage, missingPathPage } from './pages/missing-path.ts'
import { sendPage } from './pages/page-parts.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Name of this request in answers (interface document: ndc). Of a checkout's calls it is the
     * checkout's id, which is a credential (R-TOK-2): logs use `logId`. */
    ndc: string
    /** Unique name of this request in logs, 32 hex; the last part of `ndc` for most calls. */
    logId: string
    /** Present for a request that asks how its answer comes about. */
    trace: Trace | undefined
    /** The trace that its client has named; lines of the log have it. */
    traceContext: TraceContext | undefined
  }
}

/** All errors outside of routes are answered here, in the common shape. */
export function answerErrors(
  app: FastifyInstance,
  clock: AnsweringClock,
  environment: 'test' | 'live' = 'live',
): void {
  app.decorateRequest('ndc', '')
  app.decorateRequest('logId', '')
  app.decorateRequest('trace', undefined)
  app.decorateRequest('traceContext', undefined)
  app.decorateRequest('entityId', undefined)
  app.addHook('onRequest', (request, _reply, done) => {
    request.logId = newRequestHex()
    request.ndc = request.logId
    request.traceContext = readTraceparent(request.headers.traceparent as string | undefined)
    done()
  })
  const { methodsOf, known } = rememberRoutes(app)
  app.setNotFoundHandler((request, reply) => {
    const path = request.url.split('?', 1)[0] ?? ''
    const allowed = methodsOf(path)
    if (allowed.length > 0) reply.header('allow', allowed.join(', '))
    const refusal =
      allowed.length > 0 ? wrongMethod(request, allowed) : unknownPath(request, path, known)
    reply.header('vary', 'accept')
    if (asksForPage(request)) {
      return sendPage(reply, missingPathPage(refusal, environment))
    }
    return sendRefusal(request, reply, refusal, clock)
  })
  const logFailure = failureLog('request failed')
  app.setErrorHandler<FastifyError>((error, request, reply) => {
    const refusal = refusalOf(error, request)
    resetHeaders(reply)
    // The budget of bodies has already logged the refused bodies.
    if (refusal.status >= 500 && !(error instanceof RefusedBodyError)) logFailure(request, error)
    return sendRefusal(request, reply, refusal, clock)
  })
}

/**
 * Headers that a route has set belong to an answer that is not sent, and one of them may be the cause:
 * with a character that no header may have, this answer could not be written either.
 */
function resetHeaders(reply: FastifyReply): void {
  for (const name of OF_ANOTHER_ANSWER) reply.removeHeader(name)
  for (const [name, value] of Object.entries(reply.getHeaders())) {
    if (!isWritable(name, value)) reply.removeHeader(name)
  }
  reply.headers(SECURITY_HEADERS)
}

const OF_ANOTHER_ANSWER = ['location', 'etag', 'content-encoding', 'content-security-policy']

function isWritable(name: string, value: unknown): boolean {
  try {
    for (const one of [value].flat()) validateHeaderValue(name, `${one}`)
    return true
  } catch {
    return false
  }
}

/** An address that cannot even be routed, such as one with a broken escape. */
export function unroutable(request: FastifyRequest, reply: FastifyReply, clock: Clock): void {
  const refusal = refuse('200.300.404', { description: 'The address of the request is malformed' })
  const meta = { ndc: request.ndc || newRequestHex(), atMs: clock.now() }
  reply.headers(SECURITY_HEADERS)
  send(reply, refusalAnswer(refusal, meta))
}

/**
 * Faults that Fastify finds before a route runs, and bugs. The answer never contains the cause
 * (ASVS 16.5.1).
 */
function refusalOf(error: FastifyError, request: FastifyRequest): Refusal {
  const refused = error instanceof StoreError ? NOTHING_BEGUN[error.code] : undefined
  if (refused !== undefined) return refused
  if (error instanceof RefusedBodyError) return error.refusal
  switch (error.statusCode) {
    case 413:
      return refuse('200.300.404', {
        status: 413,
        description: 'The body is larger than 1 MiB: send fewer or shorter parameters',
      })
    case 415:
      return refuse('200.300.404', {
        status: 415,
        description: unreadType(error, request),
      })
    case 400:
    case 414:
    case 431:
      return refuse('200.300.404', {
        status: error.statusCode,
        description: 'The request could not be read: check its address, headers and body',
      })
    default:
      return refuse('999.999.999', {
        status: 500,
        description: `Something failed inside the gateway; the logs know it as ${request.logId}`,
      })
  }
}

/** Failures of the store before which nothing was begun, so that the request may be sent again. */
const NOTHING_BEGUN: Partial<Record<StoreErrorCode, Refusal>> = {
  // Its queue is full (ASVS 15.2.2).
  overloaded: refuse('800.120.100', {
    status: 503,
    description: 'The gateway is overloaded; nothing was done: send the request again in a second',
    retryAfterSeconds: 1,
  }),
  // It has been waited for already where the outage is short.
  unavailable: refuse('800.800.800', {
    status: 503,
    description:
      'The gateway cannot reach its database; nothing was done: send the request again in a few seconds',
    retryAfterSeconds: 5,
  }),
  // Its disk is full, for example (R-503-1).
  'not-written': refuse('800.800.800', {
    status: 503,
    description:
      'The database takes no changes, perhaps because its disk is full; nothing was done: send the request again in a few seconds',
    retryAfterSeconds: 5,
  }),
}

function unreadType(error: Error, { headers }: FastifyRequest): string {
  if (error instanceof EncodedBodyError) {
    const coding = named(headers['content-encoding'])
    return `Content-Encoding ${coding} is not read here: send the body as it is, without that header`
  }
  const type = named(headers['content-type'])
  return `Content-Type ${type} is not read here: send application/x-www-form-urlencoded; charset=UTF-8, or application/json`
}

function named(header: string | undefined): string {
  return header === undefined ? '(none)' : JSON.stringify(shownText(header))
}

function wrongMethod(request: FastifyRequest, allowed: readonly string[]): Refusal {
  return refuse('200.300.403', {
    status: 405,
    description: `${request.method} is not possible here: use ${allowed.join(' or ')}`,
  })
}

function unknownPath(request: FastifyRequest, path: string, known: readonly KnownRoute[]): Refusal {
  const near = nearRoute(request.method, path, known)
  const meant = near === undefined ? '' : `: was ${near} meant?`
  return refuse('200.300.404', {
    status: 404,
    description: `There is nothing at ${request.method} ${shownText(path)}${meant}`,
  })
}

/** Remembers every route, to answer a wrong method with 405 and a wrong path with 404. */
function rememberRoutes(app: FastifyInstance): {
  readonly methodsOf: (path: string) => string[]
  readonly known: readonly KnownRoute[]
} {
  const routes: (KnownRoute & { readonly path: RegExp })[] = []
  app.addHook('onRoute', ({ method, url }) => {
    const path = new RegExp(
      `^${url
        .replace(/[.]/g, '\\.')
        .replace(/:[^/]+/g, '[^/]+')
        .replace(/\*/g, '.*')}$`,
    )
    for (const one of [method].flat()) {
      if (one !== 'HEAD' && one !== 'OPTIONS') routes.push({ method: one, url, path })
    }
  })
  const methodsOf = (path: string) => [
    ...new Set(routes.filter((route) => route.path.test(path)).map(({ method }) => method)),
  ]
  return { methodsOf, known: routes }
}

/** A route as it was registered: `/v1/payments/:id`. */
interface KnownRoute {
  readonly method: string
  readonly url: string
}

/** Longer paths are no misspelling of a route. */
const MAX_COMPARED = 120
/** How many letters may be wrong, missing or too many. */
const MAX_EDITS = 2

/** What merchants' servers call; pages and their files are no suggestions. */
const API = /^\/(v[0-9]|scheduling|reports|test)\//

/**
 * The route of the API that was probably meant by an unknown path: with another spelling, or without its
 * version. `GET /v1/payments/{id}` for `GET /v1/payment/8ac7a4`.
 */
function nearRoute(method: string, path: string, known: readonly KnownRoute[]): string | undefined {
  if (path.length > MAX_COMPARED) return undefined
  const sent = path
    .toLowerCase()
    .replace(/\/+$/, '')
    .replaceAll(/\/{2,}/g, '/')
  let near: KnownRoute | undefined
  let nearest = MAX_EDITS + 1
  for (const route of known) {
    if (!API.test(route.url)) continue
    // A route of the same method is nearer than any of another one.
    const ofOther = route.method === method ? 0 : 0.5
    const edits = Math.min(editsOf(sent, route.url), editsOf(`/v1${sent}`, route.url)) + ofOther
    if (edits >= nearest) continue
    near = route
    nearest = edits
  }
  return near && `${near.method} ${near.url.replaceAll(/:(\w+)/g, '{$1}')}`
}

/** In each segment of a route; an id may be any text. */
function editsOf(sent: string, url: string): number {
  const segments = sent.split('/')
  const wanted = url.toLowerCase().split('/')
  if (segments.length !== wanted.length) return Number.POSITIVE_INFINITY
  return wanted.reduce((edits, segment, at) => {
    const own = segments[at] ?? ''
    if (segment.startsWith(':')) return own === '' ? Number.POSITIVE_INFINITY : edits
    return edits + editDistance(own, segment, MAX_EDITS + 1)
  }, 0)
}
