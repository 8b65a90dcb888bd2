import type { FastifyInstance, FastifyRequest } from 'fastify'
import { type Refusal, refuse } from '../results/refusal.ts'
import { sendRefusal } from './answer.ts'
import type { AnsweringClock } from './entity-time.ts'
import { asksForPage, missingPathPage } from './pages/missing-path.ts'
import { sendPage } from './pages/page-parts.ts'

export interface OfficeOriginParts {
  readonly environment: 'test' | 'live'
  /** Origin of frames, widget and API. */
  readonly baseUrl: string
  /** Origin of docs and back office; `null`: they have none of their own. */
  readonly officeUrl: string | null
  readonly clock: AnsweringClock
}

/**
 * Keeps the pages for merchants and operators away from the origin whose frames take card numbers: a fault in
 * one of them, or what a browser lets pages of one origin do to each other, must not reach a frame. With an
 * origin of their own they are served there alone, and nothing else is. Live without one has no docs, unless
 * `officeUrl` is the base URL.
 */
export function separateOffice(app: FastifyInstance, parts: OfficeOriginParts): void {
  const { baseUrl, officeUrl, environment } = parts
  if (officeUrl === baseUrl) return
  if (officeUrl === null) {
    if (environment === 'live') refuseWhere(app, parts, { isRefused: isOfDocs, refusal: noDocs })
    return
  }
  const { host } = new URL(officeUrl)
  const isOfOffice = (request: FastifyRequest) => hostOf(request) === host
  refuseWhere(app, parts, {
    isRefused: (request, path) => isOfOffice(request) && !OF_OFFICE.test(path),
    refusal: notHere(
      `docs and back office alone; the API, the widget and its frames are at ${baseUrl}`,
    ),
  })
  app.addHook('onRequest', (request, reply, done) => {
    if (isOfOffice(request) || !isMoved(request)) return done()
    // A script with a token asks where it always did; a browser, which has none, goes to the other origin.
    if (!asksForPage(request)) return sendRefusal(request, reply, moved(officeUrl), parts.clock)
    return reply.redirect(officeUrl + request.url, 307)
  })
}

/** Paths that the office's origin has; `/admin/v1` is what the back office asks. */
const OF_OFFICE =
  /^\/(?:$|docs(?:\/|$)|backoffice(?:\/|$)|admin\/v1\/|healthz$|readyz$|v1\/openapi\.json$|v1\/resultcodes$)/
const DOCS = /^\/docs(?:\/|$)/
const PAGES = /^\/(?:docs|backoffice)(?:\/|$)/

function isOfDocs(_request: FastifyRequest, path: string): boolean {
  return DOCS.test(path)
}

/** The pages, and what they ask with the cookie of a session, or to get one. */
function isMoved(request: FastifyRequest): boolean {
  const path = pathOf(request)
  if (PAGES.test(path)) return true
  return path.startsWith('/admin/v1/') && request.headers.authorization === undefined
}

interface Refusing {
  readonly isRefused: (request: FastifyRequest, path: string) => boolean
  readonly refusal: Refusal
}

function refuseWhere(
  app: FastifyInstance,
  { environment, clock }: OfficeOriginParts,
  { isRefused, refusal }: Refusing,
): void {
  app.addHook('onRequest', (request, reply, done) => {
    if (!isRefused(request, pathOf(request))) return done()
    if (asksForPage(request)) return sendPage(reply, missingPathPage(refusal, environment))
    return sendRefusal(request, reply, refusal, clock)
  })
}

/** With one slash where several were sent, as routes are found. */
function pathOf({ url }: FastifyRequest): string {
  return (url.split('?', 1)[0] ?? '').replaceAll(/\/{2,}/g, '/')
}

/** Name and port that the client has asked for, as an address has them: without the port of the protocol. */
function hostOf({ host, protocol }: FastifyRequest): string {
  return URL.canParse(`${protocol}://${host}`) ? new URL(`${protocol}://${host}`).host : ''
}

const noDocs = refuse('200.300.404', {
  status: 404,
  description:
    'The docs are not served beside the frames of a live gateway: TILLGATE_OFFICE_URL gives them an origin of their own',
})

function notHere(what: string): Refusal {
  return refuse('200.300.404', { status: 404, description: `Here are ${what}` })
}

function moved(officeUrl: string): Refusal {
  return refuse('200.300.404', { status: 404, description: `This is served at ${officeUrl}` })
}
