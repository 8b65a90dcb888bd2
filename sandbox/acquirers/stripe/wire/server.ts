import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { headerOf, LATE_AFTER_MS, type PublishedShapes, sendText } from '../../shared/http.ts'
import { Refusal } from '../../shared/refusal.ts'
import { type LoggedRequest, masked, type RequestLog } from '../../shared/request-log.ts'
import type { EventChange } from '../webhooks.ts'
import { API_VERSION } from '../world.ts'
import { checkVersion, type createKeys, expiredKey } from './access.ts'
import { readSent, type Sent } from './body.ts'
import { ApiError, apiError, invalid } from './errors.ts'
import { expanded } from './expand.ts'
import type { Fault } from './faults.ts'
import { keepUpload } from './files.ts'
import type { Answer, Idempotency } from './idempotency.ts'
import { isPage, type PageParts, servePage } from './pages.ts'
import { routeOf, type Services } from './routes.ts'

export interface ServerParts extends Services, PageParts {
  readonly keys: ReturnType<typeof createKeys>
  readonly idempotency: Idempotency
  readonly shapes: PublishedShapes | undefined
}

interface Exchange {
  readonly request: IncomingMessage
  readonly response: ServerResponse
  readonly method: string
  readonly path: string
  readonly sent: Sent
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
  const requestId = world.newId('req')
  const key = method === 'POST' ? headerOf(request, 'idempotency-key') : undefined
  const sent = await readSent(request, url).catch(unreadable)
  const at = world.nowMs()
  const logged = log.add({ at, id: requestId, method, path, idempotencyKey: key, raw: sent.raw })
  const fault = faults.take({ method, path, params: sent.raw })
  logged.fault = fault?.kind
  if (fault?.kind === 'noConnection') return void request.socket.destroy()
  world.due.run()
  const exchange = { request, response, method, path, sent, logged, key, fault, isFirst: false }
  const answer = begin(parts, exchange)
  logged.status = answer.status
  await finish(parts, exchange, answer)
  parts.runDue()
}

function unreadable(error: unknown): Sent {
  if (!(error instanceof Refusal)) throw error
  return { raw: {}, error }
}

/** Everything before the request is done: none of it is kept under the key. */
function begin(parts: ServerParts, exchange: Exchange): Answer {
  const { keys, idempotency, log, world } = parts
  const { request, method, path, sent, logged, key, fault } = exchange
  let isValid = false
  try {
    if (sent.error !== undefined) throw asApiError(sent.error)
    if (fault?.kind === 'credentialRevoked') throw expiredKey('sk_test_revoked')
    keys.check(request)
    checkVersion(request, API_VERSION)
    if (fault?.kind === 'rateLimited') throw limited('Request rate limit exceeded.', 'rate_limit')
    if (fault?.kind === 'lockTimeout') throw limited(LOCKED, 'lock_timeout')
    if (fault?.kind === 'permissionMissing') throw permissionMissing
    const work = workOf(parts, exchange)
    isValid = true
    if (fault?.kind === 'otherEnvironment') throw otherEnvironment(path, work.id, world.livemode)
    if (fault?.kind === 'error') throw apiError('Something went wrong on our end.', fault.status)
    if (key === undefined) return run(parts, exchange, work)
    if (fault?.kind === 'keyInUse') throw idempotency.conflict(key)
    if (fault?.kind === 'keyExpired') idempotency.forget(key)
    const first = idempotency.begin(key, JSON.stringify([method, path, sorted(sent.raw)]))
    if (first !== undefined) {
      logged.isReplay = true
      return first
    }
    exchange.isFirst = true
    return run(parts, exchange, work)
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    if (!isValid) note(log, logged, error, 'invalid')
    return errorAnswer(error, logged.id)
  }
}

/** Counts a request that was wrong; a missing right and a limit are no mistakes of it. */
function note(log: RequestLog, logged: LoggedRequest, error: ApiError, as: 'invalid' | 'refused') {
  if (error.status !== 400 && error.status !== 404) return
  logged.refused = masked(error.body.message)
  log.counts[as] += 1
}

const asApiError = (refusal: Refusal) =>
  refusal instanceof ApiError ? refusal : invalid(refusal.message, {}, refusal.status)

const limited = (message: string, code: string) => invalid(message, { code }, 429)

const LOCKED =
  'This object cannot be accessed right now because another API request or Stripe process is currently accessing it.'

const permissionMissing = invalid(
  'The provided key does not have the required permissions for this endpoint on this account.',
  {},
  403,
)

const otherEnvironment = (path: string, id: string, isLive: boolean) =>
  invalid(
    `No such ${path.split('/')[2]?.replace(/s$/, '')}: '${id}'; a similar object exists in ${isLive ? 'test' : 'live'} mode, but a ${isLive ? 'live' : 'test'} mode key was used to make this request.`,
    { code: 'resource_missing', param: 'id' },
    404,
  )

/** The same parameters in another order are the same request. */
function sorted(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))
  return entries.map(([name, inner]) => [name, sorted(inner)])
}

/** A request that is valid by itself: what it does, and to which object. */
interface Work {
  readonly handle: () => object
  readonly id: string
  readonly expand: readonly string[]
}

function workOf(parts: ServerParts, { method, path, sent, logged }: Exchange): Work {
  if (path === '/v1/files' && method === 'POST') {
    const { upload } = sent
    if (upload === undefined) throw invalid('Files are sent as multipart/form-data.')
    return { handle: () => keepUpload(parts.world, upload), id: '', expand: [] }
  }
  if (sent.upload !== undefined) throw invalid('Only files are sent as multipart/form-data.')
  const { route, id } = routeOf(method, path)
  const params = route.read(sent.raw)
  if (route.schema !== undefined) {
    const faults = parts.shapes?.request(route.schema, params) ?? []
    logged.schemaFaults.push(...faults)
    if (faults.length > 0) parts.log.counts.outsideSchema += 1
  }
  const expand = (params.expand ?? []) as readonly string[]
  return { handle: () => route.handle(parts, params, id), id, expand }
}

/** Does the request. Whatever comes of it is its answer, also an error. */
function run(parts: ServerParts, exchange: Exchange, { handle, expand }: Work): Answer {
  const { world, log, shapes } = parts
  const { logged, key, fault } = exchange
  if (fault?.kind === 'storedError' && !fault.isDone) return storedError(logged.id)
  Object.assign(world.current, {
    requestId: logged.id,
    idempotencyKey: key ?? null,
    decline: fault?.kind === 'decline' ? fault.code : undefined,
  })
  const before = world.events.count()
  try {
    const object = expanded(world.store, handle(), expand)
    logged.answerFaults.push(...(shapes?.answer(object, '') ?? []))
    if (logged.answerFaults.length > 0) log.counts.wrongAnswers += 1
    if (fault?.kind === 'storedError') return storedError(logged.id)
    return { status: 200, text: JSON.stringify(object, null, 2), requestId: logged.id }
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    note(log, logged, error, 'refused')
    return errorAnswer(error, logged.id)
  } finally {
    Object.assign(world.current, { requestId: null, idempotencyKey: null, decline: undefined })
    changeEvents(parts, fault, before)
  }
}

const storedError = (requestId: string) =>
  errorAnswer(apiError('An unknown error occurred on our end.'), requestId)

const errorAnswer = ({ status, body }: ApiError, requestId: string): Answer => ({
  status,
  text: JSON.stringify({ error: { ...body, message: masked(body.message) } }, null, 2),
  requestId,
})

/** What a fault does to the events of its request. */
function changeEvents(
  { world, webhooks }: ServerParts,
  fault: Fault | undefined,
  before: number,
): void {
  const ids = new Set(world.events.idsAfter(before))
  const isNew = ({ id }: { id: string }) => ids.has(id)
  const change = (how: EventChange) => webhooks.change(isNew, how)
  switch (fault?.kind) {
    case 'eventsLost':
      webhooks.lose(isNew)
      break
    case 'eventsOfOtherVersion':
      change({ version: fault.version })
      break
    case 'eventsOfOtherEnvironment':
      change({ livemode: !world.livemode })
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

function headersOf(answer: Answer, { logged, key, fault }: Exchange) {
  const isLimited = answer.status === 429 && fault?.kind === 'rateLimited'
  const seconds = isLimited ? fault.retryAfterS : undefined
  return {
    'content-type': 'application/json',
    'content-length': String(Buffer.byteLength(answer.text)),
    'request-id': logged.id,
    'stripe-version': API_VERSION,
    ...(key === undefined ? {} : { 'idempotency-key': key }),
    ...(logged.isReplay
      ? { 'idempotent-replayed': 'true', 'original-request': answer.requestId }
      : {}),
    ...(seconds === undefined ? {} : { 'retry-after': String(seconds) }),
  }
}
