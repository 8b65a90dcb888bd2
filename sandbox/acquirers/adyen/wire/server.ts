import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import {
  headerOf,
  LATE_AFTER_MS,
  type PublishedShapes,
  readBytes,
  sendText,
} from '../../shared/http.ts'
import { Refusal } from '../../shared/refusal.ts'
import { type LoggedRequest, masked, type RequestLog } from '../../shared/request-log.ts'
import type { NotificationChange } from '../webhook-body.ts'
import type { World } from '../world.ts'
import type { Keys } from './access.ts'
import {
  ApiError,
  alreadyProcessed,
  forbidden,
  internalError,
  invalid,
  misbuilt,
  unauthorised,
} from './errors.ts'
import type { Fault } from './faults.ts'
import type { Answer, Idempotency } from './idempotency.ts'
import { isPage, type PageParts, servePage } from './pages.ts'
import { type Route, routeOf } from './routes.ts'

export interface ServerParts extends PageParts {
  readonly keys: Keys
  readonly idempotency: Idempotency
  readonly shapes: PublishedShapes | undefined
}

/** A document of a defence may have ten megabytes, in base64. */
const MAX_BODY_BYTES = 16 * 1024 * 1024

interface Exchange {
  readonly request: IncomingMessage
  readonly response: ServerResponse
  readonly method: string
  readonly url: URL
  /** `undefined`: there is none. */
  readonly body: unknown
  /** Why the body could not be read. */
  readonly unreadable: Refusal | undefined
  readonly logged: LoggedRequest
  readonly key: string | undefined
  readonly fault: Fault | undefined
  /** It is the first one with its key, and its answer is to be kept under it. */
  isFirst: boolean
}

export function createApiServer(parts: ServerParts) {
  return createServer((request, response) => {
    serve(parts, request, response).catch((error: unknown) => {
      // A mistake of the emulator: the test that meets it must see it.
      const text = error instanceof Error ? (error.stack ?? error.message) : String(error)
      sendText(response, { status: 599, text: masked(text) })
    })
  })
}

async function serve(parts: ServerParts, request: IncomingMessage, response: ServerResponse) {
  const url = new URL(request.url ?? '/', 'http://emulator')
  if (isPage(url.pathname)) return servePage(parts, request, response, url)
  const { world, log, faults } = parts
  const method = request.method ?? 'GET'
  const path = url.pathname
  const key = method === 'POST' ? headerOf(request, 'idempotency-key') : undefined
  const read = await readBody(request)
  const body = read instanceof Refusal ? undefined : read.body
  const id = String(log.counts.seen + 1)
  const logged = log.add({ at: world.nowMs(), id, method, path, idempotencyKey: key, raw: body })
  const fault = faults.take({ method, path, params: body })
  logged.fault = fault?.kind
  if (fault?.kind === 'noConnection') return void request.socket.destroy()
  world.due.run()
  const unreadable = read instanceof Refusal ? read : undefined
  const exchange: Exchange = {
    request,
    response,
    method,
    url,
    body,
    unreadable,
    logged,
    key,
    fault,
    isFirst: false,
  }
  const answer = begin(parts, exchange)
  logged.status = answer.status
  await finish(parts, exchange, answer)
  parts.runDue()
}

/** The JSON of a request, or why it is none. */
async function readBody(request: IncomingMessage): Promise<{ readonly body: unknown } | Refusal> {
  try {
    const text = (await readBytes(request, MAX_BODY_BYTES)).toString('utf8')
    if (text === '') return { body: undefined }
    if (!(headerOf(request, 'content-type') ?? '').startsWith('application/json')) {
      return invalid('702', 'Unsupported media type', 415)
    }
    return { body: JSON.parse(text) }
  } catch (error) {
    return error instanceof Refusal ? error : invalid('702', 'Unable to parse message.', 400)
  }
}

/** Who calls, and faults that come before anything is read. */
function checkAccess({ keys }: ServerParts, { request, fault }: Exchange): void {
  switch (fault?.kind) {
    case 'credentialRevoked':
    case 'otherEnvironment':
      throw unauthorised()
    case 'permissionMissing':
      throw forbidden('010', 'Not allowed')
    case 'foreignAccount':
      throw forbidden('901', 'Invalid Merchant Account')
    case 'rateLimited':
      throw new ApiError(429, 'Too Many Requests', RATE_LIMITED)
    case 'error':
      throw internalError(fault.status, true)
  }
  keys.check(headerOf(request, 'x-api-key'))
}

const RATE_LIMITED = { errorCode: '000', errorType: 'internal', isTransient: true } as const

/** Everything before the request is done. */
function begin(parts: ServerParts, exchange: Exchange): Answer {
  const { idempotency, world } = parts
  const { method, url, body, key, fault, logged } = exchange
  try {
    checkAccess(parts, exchange)
  } catch (error) {
    return errorAnswer(world, error)
  }
  try {
    if (key === undefined) return run(parts, exchange)
    if (fault?.kind === 'keyInUse') throw alreadyProcessed(409, true)
    if (fault?.kind === 'keyExpired') idempotency.forget(key)
    const first = idempotency.begin(key, JSON.stringify([method, url.pathname, sorted(body)]))
    if (first === undefined) exchange.isFirst = true
    else logged.isReplay = true
    return first ?? run(parts, exchange)
  } catch (error) {
    return errorAnswer(world, error)
  }
}

/** The same members in another order are the same request. */
function sorted(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map(sorted)
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))
  return entries.map(([name, inner]) => [name, sorted(inner)])
}

/** Does the request. Whatever comes of it is its answer, also an error. */
function run(parts: ServerParts, exchange: Exchange): Answer {
  const { world, log } = parts
  const { logged, fault } = exchange
  let isValid = false
  const before = world.notifications.count()
  try {
    const { route, handle } = workOf(parts, exchange)
    isValid = true
    if (fault?.kind === 'storedError' && !fault.isDone) throw internalError()
    const object = handled(world, fault, handle)
    if (fault?.kind === 'storedError') throw internalError()
    note(parts, logged, object, route.answer)
    const text = object === undefined ? '' : JSON.stringify(object)
    const { pspReference = '' } = (object ?? {}) as { pspReference?: string }
    return { status: route.status, text, pspReference, isTransient: false }
  } catch (error) {
    if (error instanceof ApiError) noteRefusal(log, logged, error, isValid ? 'refused' : 'invalid')
    const answer = errorAnswer(world, error)
    note(parts, logged, JSON.parse(answer.text), 'ServiceError')
    return answer
  } finally {
    changeEvents(parts, fault, before)
  }
}

interface Work {
  readonly route: Route
  readonly handle: () => object | undefined
}

/** A request that is valid by itself, and what does it. */
function workOf({ world, shapes, log }: ServerParts, exchange: Exchange): Work {
  const { method, url, body, unreadable, logged } = exchange
  if (unreadable !== undefined) throw unreadable
  const { route, id } = routeOf(method, url.pathname)
  if (route.method === 'POST' && body === undefined) throw misbuilt('Unexpected input: body')
  if (route.request !== undefined) {
    const faults = shapes?.request(route.request, body) ?? []
    logged.schemaFaults.push(...faults)
    if (faults.length > 0) log.counts.outsideSchema += 1
  }
  return { route, handle: route.read(world, { body, query: url.searchParams }, id) }
}

function handled(world: World, fault: Fault | undefined, handle: Work['handle']) {
  Object.assign(world.current, {
    refusal: fault?.kind === 'decline' ? fault.code : undefined,
    lessApproved: fault?.kind === 'lessApproved' ? fault.amount : undefined,
    modificationFails: fault?.kind === 'modificationFails' ? fault.reason : undefined,
  })
  try {
    const object = handle()
    // Modifications and debits that take no time are done before their answer is sent.
    world.due.run()
    return object
  } finally {
    const none = { refusal: undefined, lessApproved: undefined, modificationFails: undefined }
    Object.assign(world.current, none)
  }
}

function note(
  { shapes, log }: ServerParts,
  logged: LoggedRequest,
  object: unknown,
  name: string | undefined,
): void {
  if (name === undefined) return
  logged.answerFaults.push(...(shapes?.answer(object, name) ?? []))
  if (logged.answerFaults.length > 0) log.counts.wrongAnswers += 1
}

/** Counts a request that was wrong; a missing right and an error of Adyen are no mistakes of it. */
function noteRefusal(
  log: RequestLog,
  logged: LoggedRequest,
  error: ApiError,
  as: 'invalid' | 'refused',
): void {
  if (error.errorType === 'internal' || error.status === 401 || error.status === 409) return
  logged.refused = masked(error.message)
  log.counts[as] += 1
}

function errorAnswer(world: World, error: unknown): Answer {
  if (!(error instanceof Refusal)) throw error
  const known = error instanceof ApiError ? error : invalid('702', error.message, error.status)
  const { status, errorCode, message, errorType, isTransient } = known
  const pspReference = world.newReference()
  const body = { status, errorCode, message: masked(message), errorType, pspReference }
  return { status, text: JSON.stringify(body), pspReference, isTransient }
}

/** What a fault does to the events of its request. */
function changeEvents(
  { world, webhooks }: ServerParts,
  fault: Fault | undefined,
  before: number,
): void {
  const isNew = ({ number }: { number: number }) => number > before
  const change = (how: NotificationChange) => webhooks.change(isNew, how)
  switch (fault?.kind) {
    case 'eventsLost':
      webhooks.lose(isNew)
      break
    case 'eventsBadlySigned':
      change({ isBadlySigned: true })
      break
    case 'eventsOfOtherAccount':
      change({ merchantAccountCode: 'AnotherMerchant' })
      break
    case 'eventsOfOtherEnvironment':
      change({ live: world.isLive ? 'false' : 'true' })
      break
    case 'eventsTwice':
      void webhooks.deliver({ which: isNew, times: 2 })
      break
    case 'eventsReversed':
      void webhooks.deliver({ which: isNew, isReversed: true })
  }
}

/** Sends the answer, or what its fault leaves of it. */
async function finish(parts: ServerParts, exchange: Exchange, answer: Answer): Promise<void> {
  const { faults, world, webhooks, idempotency } = parts
  const { request, response, fault, key, logged } = exchange
  const keep = () => {
    if (exchange.isFirst && key !== undefined) idempotency.keep(key, answer)
  }
  if (fault?.kind !== 'lateAnswer') keep()
  switch (fault?.kind) {
    case 'acceptedWithoutAnswer':
      logged.status = undefined
      return void request.socket.destroy()
    case 'halfAnswer':
      response.writeHead(200, headersOf(answer, exchange))
      response.write(answer.text.slice(0, answer.text.length / 2), () => request.socket.destroy())
      return
    case 'lateAnswer': {
      const sendOnce = () => {
        if (!faults.waiting.delete(sendOnce)) return
        keep()
        sendText(response, answer, headersOf(answer, exchange))
      }
      faults.waiting.add(sendOnce)
      world.due.at(world.nowMs() + LATE_AFTER_MS, sendOnce)
      return
    }
    case 'eventsBeforeAnswer':
      await webhooks.deliver()
  }
  sendText(response, answer, headersOf(answer, exchange))
}

function headersOf(answer: Answer, { key, fault }: Exchange) {
  const isLimited = answer.status === 429 && fault?.kind === 'rateLimited'
  const seconds = isLimited ? fault.retryAfterS : undefined
  return {
    'content-type': 'application/json;charset=utf-8',
    'content-length': String(Buffer.byteLength(answer.text)),
    ...(answer.pspReference === '' ? {} : { pspreference: answer.pspReference }),
    ...(key === undefined ? {} : { 'idempotency-key': key }),
    ...(answer.isTransient ? { 'transient-error': 'true' } : {}),
    ...(seconds === undefined ? {} : { 'retry-after': String(seconds) }),
  }
}
