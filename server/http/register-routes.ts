import { Readable } from 'node:stream'
import type {
  FastifyInstance,
  FastifyRequest,
  onRequestAsyncHookHandler,
  RouteHandlerMethod,
} from 'fastify'
import { MINUTE_MS } from '../../common/durations.ts'
import type { AuditLog } from '../entities/audit-log.ts'
import type { RefusedRequests } from '../entities/refused-requests.ts'
import { hasRight, type NeededRight, SCOPES_OF_RIGHTS } from '../entities/rights.ts'
import { isLimited, lackedScope, type NeededScopes } from '../entities/token-limits.ts'
import { withTrace } from '../kernel/trace-context.ts'
import { meantParameters } from '../parameters/meant-parameters.ts'
import type { PartlyAccepted } from '../parameters/values.ts'
import { isRefusal, type Refusal, refuse } from '../results/refusal.ts'
import type { Store } from '../store/port.ts'
import { answerTextOf, sendText } from './answer.ts'
import { audited, auditRefused } from './audited.ts'
import {
  type Caller,
  type CallParts,
  idOfPath,
  type MerchantCall,
  readCaller,
  sendsCredentials,
  validateCall,
} from './call.ts'
import type { AnsweringClock } from './entity-time.ts'
import {
  answerOnce,
  type KeyEntry,
  type OnceParts,
  unkeyed,
  type Worked,
} from './idempotency/idempotency.ts'
import { refusedAsLacking } from './lacking.ts'
import { isNavigation } from './pages/navigation.ts'
import { sendPage } from './pages/page-parts.ts'
import { noteRefused } from './refused-requests.ts'
import type {
  AnsweredRoute,
  CallerRoute,
  OpenRoute,
  Route,
  RouteAnswer,
  RouteFacts,
  StreamRoute,
  TokenRoute,
} from './route.ts'
import { ClientWindow } from './throttling/client-window.ts'

/** What routes with access tokens need. */
export interface RegistrarParts extends CallParts, OnceParts {
  readonly store: Pick<Store, 'read'>
  /** Where requests of routes with a right are written down; `undefined`: nowhere. */
  readonly audit: AuditLog | undefined
  /** `undefined`: what is refused is kept nowhere. */
  readonly refusedRequests: RefusedRequests | undefined
}

/** Requests of one caller that are refused for want of a right: so many are written down in a minute. */
const MAX_AUDITED_REFUSALS = 60

interface TimeParts {
  readonly clock: AnsweringClock
}

/** Finds the outcome of a request. */
export type FindAnswer = (request: FastifyRequest) => RouteAnswer | Promise<RouteAnswer>

/** Registers routes. What can be decided without a request is decided here, once. */
export function registerRoutes<Parts extends RegistrarParts>(
  app: FastifyInstance,
  routes: readonly Route<Parts>[],
  parts: Parts,
): void {
  for (const route of inOrder(routes)) {
    const onRequest = pageFor(route, parts)
    if ('serve' in route || 'answer' in route) registerOpen(app, route, parts, onRequest)
    else if ('stream' in route) register(app, route, streaming(route, parts))
    else register(app, route, sending(outcomeOf(route, parts), parts), onRequest)
  }
}

/** Registers routes that need no access token. */
export function registerOpenRoutes<Parts extends TimeParts>(
  app: FastifyInstance,
  routes: readonly OpenRoute<Parts>[],
  parts: Parts,
): void {
  for (const route of routes) registerOpen(app, route, parts)
}

/** A 405 names the methods of a path in the order of registration: what its shopper may send first. */
function inOrder<Ordered extends RouteFacts>(routes: readonly Ordered[]): readonly Ordered[] {
  const isShoppers = ({ access }: Ordered) => access === 'checkout'
  return [...routes.filter(isShoppers), ...routes.filter((route) => !isShoppers(route))]
}

function registerOpen<Parts extends TimeParts>(
  app: FastifyInstance,
  route: OpenRoute<Parts>,
  parts: Parts,
  onRequest: Early = [],
): void {
  if ('serve' in route) {
    register(app, route, route.serve(parts))
    return
  }
  const find: FindAnswer = (request) => route.answer(request, parts)
  register(app, route, sending(find, parts, route.anyOrigin), onRequest)
}

/** What a route does before a body is read. */
type Early = readonly onRequestAsyncHookHandler[]

/** A page in words for a browser that asks for one, before anything of its request is read. */
function pageFor({ page }: Pick<RouteFacts, 'page'>, parts: Pick<RegistrarParts, 'store'>): Early {
  if (page === undefined) return []
  return [
    async (request, reply) =>
      isNavigation(request) ? sendPage(reply, await page(request, parts)) : undefined,
  ]
}

function register(
  app: FastifyInstance,
  { method, path, plainHttp = false, rawBody = false, bytesBody, fileBody }: RouteFacts,
  handler: RouteHandlerMethod,
  onRequest: Early = [],
): void {
  const config = { plainHttp, rawBody, bytesBody, fileBody }
  const url = path.replaceAll(/\{(\w+)\}/g, ':$1')
  app.route({
    method: method.toUpperCase() as Uppercase<typeof method>,
    url,
    config,
    onRequest: [...onRequest],
    // Must be here: what runs before it, such as the reading of a body, would leave the trace again.
    handler(request, reply) {
      return withTrace(request.traceContext, () => handler.call(this, request, reply))
    },
  })
}

function sending(find: FindAnswer, { clock }: TimeParts, anyOrigin = false): RouteHandlerMethod {
  return async (request, reply) => {
    // Must come first: an error answer of the route needs the header as well.
    if (anyOrigin) reply.header('access-control-allow-origin', '*')
    return sendText(reply, answerTextOf(request, await find(request), clock))
  }
}

function streaming<Parts extends RegistrarParts>(
  route: StreamRoute<Parts>,
  parts: Parts,
): RouteHandlerMethod {
  const { operation } = route
  const callerOf = callerFinder(route, parts)
  return async (request, reply) => {
    const caller = await callerOf(request)
    const call = isRefusal(caller) ? caller : validateCall(caller, operation, parts)
    const gone = new AbortController()
    reply.raw.once('close', () => gone.abort())
    const asked = (of: MerchantCall) => ({
      request,
      id: idOfPath(request),
      call: of,
      entry: undefined,
    })
    const texts = isRefusal(call) ? call : await route.stream(asked(call), parts, gone.signal)
    if (isRefusal(texts)) return sendText(reply, answerTextOf(request, texts, parts.clock))
    return reply
      .header('content-type', 'text/event-stream; charset=utf-8')
      .send(Readable.from(texts))
  }
}

type AskedRoute = Pick<
  StreamRoute<unknown>,
  'method' | 'path' | 'operation' | 'throttle' | 'right' | 'scopes'
>

/** The scopes that an access token needs for a route. Throws for a route that does not say it. */
export function scopesOfRoute({ method, path, right, scopes }: AskedRoute): NeededScopes {
  if (scopes !== undefined) return scopes
  if (method === 'get') return ['read']
  // Only people have what it is about.
  if (right === 'signedIn') return []
  if (right === undefined) throw new Error(`${method} ${path} names no scope`)
  return SCOPES_OF_RIGHTS[right]
}

/** Finds who asks, where the route may be asked by them. That a right or scope is missing is written down. */
function callerFinder<Parts extends RegistrarParts>(
  route: AskedRoute,
  parts: Parts,
): (request: FastifyRequest) => Promise<Caller | Refusal> {
  const { throttle, right } = route
  const scopes = scopesOfRoute(route)
  const isUnattended = 'stream' in route
  const { audit, clock } = parts
  const group = throttle === 'unlimited' ? undefined : throttle
  if (right === undefined) {
    return async (request) => {
      const caller = await readCaller(request, { group }, parts)
      if (isRefusal(caller)) return caller
      const refusal = lackedScope(caller, scopes)
      if (refusal === undefined) return caller
      noteRefused(parts.refusedRequests, route, { request, caller, refusal })
      return refusal
    }
  }
  const counted = new ClientWindow(clock, { max: MAX_AUDITED_REFUSALS, periodMs: MINUTE_MS })
  return async (request) => {
    const caller = await readCaller(request, { group, right, isUnattended }, parts)
    if (isRefusal(caller)) return caller
    const refusal = hasRight(caller, right)
      ? lackedScope(caller, scopes)
      : lacksRight(caller, right)
    if (refusal === undefined) return caller
    if (audit !== undefined) {
      await auditRefused({ route, caller, request }, { audit, counted }, refusal.code)
    }
    return refusal
  }
}

/** What answers the requests of a route, without the server around it. */
export function outcomeOf<Parts extends RegistrarParts>(
  route: TokenRoute<Parts> | CallerRoute<Parts> | AnsweredRoute<Parts>,
  parts: Parts,
): FindAnswer {
  if ('answer' in route) return (request) => route.answer(request, parts)
  const { once = false, answerOf, operation } = route
  const operationOf = 'operationOf' in route ? route.operationOf : undefined
  const callerOf = callerFinder(route, parts)
  const work = notedWork(route, parts)
  const withoutToken = 'handleWithoutToken' in route ? route.handleWithoutToken : undefined
  const answer = async (request: FastifyRequest, caller: Caller): Promise<RouteAnswer> => {
    if (!once) return unkeyed(await work(request, caller, undefined))
    const keyed = {
      owner: ownerOf(caller),
      parameters: caller.flat,
      meant: () =>
        meantParameters(caller.flat, operationOf?.(caller.flat) ?? operation, caller.profile),
      work: (entry: KeyEntry | undefined) => work(request, caller, entry),
      answerOf,
    }
    return answerOnce(request, keyed, parts)
  }
  return async (request) => {
    if (withoutToken !== undefined && !sendsCredentials(request)) {
      return withoutToken(request, parts)
    }
    const caller = await callerOf(request)
    return isRefusal(caller) ? caller : answer(request, caller)
  }
}

/** Whose idempotency keys those of a request are. */
function ownerOf({ token, person, usable }: Caller): readonly string[] {
  const entityId = usable?.entity.id ?? token.entityId
  return person === undefined ? ['token', token.hash, entityId] : ['person', person.id, entityId]
}

function lacksRight({ person, token }: Caller, right: NeededRight): Refusal {
  if (right === 'signedIn') return onlyForPeople
  const lacking = refusedAsLacking(person)
  if (lacking !== undefined) return lacking
  if (person === undefined && token.administers && isLimited(token)) return onlyForUnlimited
  const description =
    person === undefined
      ? 'This access token may not administer: make one with tillgate token create --role administrator'
      : `The role ${person.role} has not the right ${right}: ask an owner for another role`
  return refuse('800.900.301', { status: 403, description })
}

const onlyForUnlimited = refuse('800.900.301', {
  status: 403,
  description:
    'An access token with fewer scopes, an end or allowed addresses has not the rights of owners: users, and tokens of administrators',
})

const onlyForPeople = refuse('800.900.301', {
  status: 403,
  description:
    'Only a person who is signed in has this: an access token has no session and no profile',
})

/** The work of a route; what it refuses to a merchant's server is kept. A repeat under the same key is not work. */
function notedWork<Parts extends RegistrarParts>(
  route: TokenRoute<Parts> | CallerRoute<Parts>,
  parts: Parts,
): Work {
  const work = auditedWork(route, parts)
  return async (request, caller, entry) => {
    const worked = await work(request, caller, entry)
    if (isRefusal(worked)) {
      noteRefused(parts.refusedRequests, route, { request, caller, refusal: worked })
    }
    return worked
  }
}

/** The work of a route, which is in the audit log where the route has a right and changes something. */
function auditedWork<Parts extends RegistrarParts>(
  route: TokenRoute<Parts> | CallerRoute<Parts>,
  parts: Parts,
): Work {
  const work = workOf(route, parts)
  const { audit } = route.right === undefined ? {} : parts
  const isAudited = route.method !== 'get' || route.audited === true
  if (audit === undefined || !isAudited) return work
  const { auditFacts } = route
  return async (request, caller, entry) => {
    const further = await auditFacts?.(idOfPath(request), caller, parts)
    return audited({ route, caller, request, further }, audit, () => work(request, caller, entry))
  }
}

type Work = (
  request: FastifyRequest,
  caller: Caller,
  entry: KeyEntry | undefined,
) => Worked | Promise<Worked>

function workOf<Parts extends RegistrarParts>(
  route: TokenRoute<Parts> | CallerRoute<Parts>,
  parts: Parts,
): Work {
  if ('handleCaller' in route) {
    return (request, call, entry) =>
      route.handleCaller({ request, id: idOfPath(request), call, entry }, parts)
  }
  const { operation, operationOf = () => operation, furtherErrors, handle } = route
  return (request, caller, entry) => {
    const further =
      furtherErrors && ((accepted: PartlyAccepted) => furtherErrors(accepted, caller, parts))
    const call = validateCall(caller, operationOf(caller.flat), parts, further)
    if (isRefusal(call)) return call
    return handle({ request, id: idOfPath(request), call, entry }, parts)
  }
}
