import type { FastifyInstance, FastifyRequest } from 'fastify'
import { channelsBelow, MOST_CHANNELS } from '../entities/channels-below.ts'
import { type Answer, bodyOf } from '../http/answer.ts'
import { type CallParts, type MerchantCall, readMerchantCall } from '../http/call.ts'
import { send, sendRefusal } from '../http/errors.ts'
import { shortIdOf } from '../ids.ts'
import type { Operation } from '../parameters/operations.ts'
import { paymentAnswer } from '../payments/answer.ts'
import type { PaymentService } from '../payments/service.ts'
import { isRefusal, type Refusal, refuse, refuseParameters } from '../results/refusal.ts'
import type { PaymentRow, Store } from '../store/port.ts'
import type { Clock } from '../timers/clock.ts'
import { filterOf, find, fits, type Search, searchOf, withLinked } from './search.ts'

export interface QueryParts extends CallParts {
  readonly store: Store
  readonly clock: Clock
  readonly payments: Pick<PaymentService, 'refresh'>
}

interface WithId {
  readonly Params: { readonly id: string }
}

/** The list of the first version of the interface, and of the third. */
type ListName = 'payments' | 'records'

/** `/v1/query`, `/v1/query/{id}` and the same of `/v3` (decisions §2, Query parameters). */
export function queryRoutes(app: FastifyInstance, parts: QueryParts): void {
  const route = (path: string, work: (request: FastifyRequest) => Promise<Answer | Refusal>) =>
    app.get(path, async (request, reply) => {
      const answer = await work(request)
      if (isRefusal(answer)) return sendRefusal(request, reply, answer, parts.clock)
      return send(reply, answer)
    })
  const idOf = (request: FastifyRequest) => (request.params as WithId['Params']).id

  route('/v1/query/:id', (request) => one(request, idOf(request), 'payments', parts))
  route('/v3/query/:id', (request) => one(request, idOf(request), 'records', parts))
  route('/v1/query', (request) => list(request, parts))
  route('/v3/query', (request) => pages(request, parts))
}

/**
 * One payment by its id. The first version answers the payment itself, as existing clients expect,
 * and its linked ones in `payments` where they are asked for; the third answers `records` alone.
 */
async function one(
  request: FastifyRequest,
  id: string,
  name: ListName,
  parts: QueryParts,
): Promise<Answer | Refusal> {
  const call = await readMerchantCall(request, 'query.one', parts)
  if (isRefusal(call)) return call
  const filter = filterOf(call.values)
  const payment = await reached(call, id, parts)
  if (payment === undefined || !fits(payment, filter)) return notFound
  const includesLinked = call.values.get('includeLinkedTransactions') === 'true'
  const found = includesLinked ? await withLinked([payment], filter, parts.store) : [payment]
  const { ndc } = request
  if (name === 'records') return listAnswer(found, 'records', { ndc, ...onePage }, parts)
  const { status, body } = recordOf(payment, ndc)
  return { status, body: includesLinked ? { ...body, payments: shown(found, ndc) } : body }
}

async function reached(
  call: MerchantCall,
  id: string,
  { access, store, payments }: QueryParts,
): Promise<PaymentRow | undefined> {
  const payment = await store.read.payment(id)
  if (payment === undefined) return undefined
  const isReached = await access.reaches(call.token, payment.entityId, call.usable?.entity)
  return isReached ? payments.refresh(payment) : undefined
}

async function list(request: FastifyRequest, parts: QueryParts): Promise<Answer | Refusal> {
  const asked = await readSearch(request, 'query.list', parts)
  if (isRefusal(asked)) return asked
  const found = await search(asked, 0, parts)
  return isRefusal(found) ? found : listAnswer(found, 'payments', { ndc: request.ndc }, parts)
}

async function pages(request: FastifyRequest, parts: QueryParts): Promise<Answer | Refusal> {
  const asked = await readSearch(request, 'query.pages', parts)
  if (isRefusal(asked)) return asked
  const { wanted, values, limit } = asked
  const pageNo = Number(values.get('pageNo'))
  const count =
    wanted.shortId === undefined ? await parts.store.read.countPayments(wanted.query) : 1
  const pageCount = Math.max(1, Math.ceil(count / limit))
  if (pageNo > pageCount) return noSuchPage(pageNo, pageCount)
  const found = await search(asked, (pageNo - 1) * limit, parts)
  if (isRefusal(found)) return found
  return listAnswer(found, 'records', { ndc: request.ndc, pages: pageCount, pageNo }, parts)
}

interface AskedSearch {
  readonly wanted: Search
  readonly values: MerchantCall['values']
  readonly limit: number
}

async function readSearch(
  request: FastifyRequest,
  operation: Extract<Operation, 'query.list' | 'query.pages'>,
  parts: QueryParts,
): Promise<AskedSearch | Refusal> {
  const call = await readMerchantCall(request, operation, parts)
  if (isRefusal(call)) return call
  const { values, usable, token } = call
  const entity = usable?.entity ?? (await parts.store.read.entity(token.entityId))
  if (entity === undefined) throw new Error(`The entity of a token is gone: ${token.entityId}`)
  const entityIds = await channelsBelow(entity, parts.store)
  if (entityIds.length > MOST_CHANNELS) return tooManyChannels
  const wanted = searchOf(values, entityIds)
  if (isRefusal(wanted)) return wanted
  return { wanted, values, limit: Number(values.get('limit')) }
}

/** A reference or short id that leads to nothing is an object that is not there; an empty time frame is empty. */
async function search(
  { wanted, values, limit }: AskedSearch,
  offset: number,
  { store, clock }: QueryParts,
): Promise<readonly PaymentRow[] | Refusal> {
  if (wanted.query.entityIds.length === 0) return notFound
  const found = await find(wanted, { offset, limit, nowMs: clock.now() }, store)
  const isOfFrame = wanted.query.createdFromMs !== undefined && wanted.shortId === undefined
  if (found.length === 0 && !isOfFrame) return notFound
  return wanted.withLinked ? withLinked(found, filterOf(values), store) : found
}

const tooManyChannels: Refusal = refuse('200.300.407', {
  description: `This entity has more than ${MOST_CHANNELS} channels: give the entityId of a merchant or channel below it`,
})

const notFound: Refusal = refuse('700.400.580', { status: 404 })

function noSuchPage(pageNo: number, pageCount: number): Refusal {
  const message = `is past the last page: there are ${pageCount}`
  return refuseParameters([{ name: 'pageNo', value: String(pageNo), message }])
}

const onePage = { pages: 1, pageNo: 1 }

function listAnswer(
  found: readonly PaymentRow[],
  name: ListName,
  { ndc, ...paging }: { readonly ndc: string; readonly pages?: number; readonly pageNo?: number },
  { clock }: QueryParts,
): Answer {
  const after = { [name]: shown(found, ndc), ...paging }
  return { status: 200, body: bodyOf('000.000.100', { ndc, atMs: clock.now() }, { after }) }
}

function shown(payments: readonly PaymentRow[], ndc: string): readonly Answer['body'][] {
  return payments.map((payment) => recordOf(payment, ndc).body)
}

/** A payment with its short id, which statements show where the merchant sent no descriptor. */
function recordOf(payment: PaymentRow, ndc: string): Answer {
  const { status, body } = paymentAnswer(payment, ndc)
  return { status, body: Object.assign({ id: payment.id, shortId: shortIdOf(payment.id) }, body) }
}
