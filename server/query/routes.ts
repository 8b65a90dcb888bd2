import type { FastifyInstance, FastifyRequest } from 'fastify'
import { channelsBelow, MOST_CHANNELS } from '../entities/channels-below.ts'
import { unknownId } from '../entities/named-object.ts'
import { type Answer, bodyOf } from '../http/answer.ts'
import { type CallParts, type MerchantCall, readMerchantCall } from '../http/call.ts'
import { timeOf } from '../http/entity-time.ts'
import { send, sendRefusal } from '../http/errors.ts'
import type { Operation } from '../parameters/operations.ts'
import type { PaymentService } from '../payments/service.ts'
import { isRefusal, type Refusal, refuse, refuseParameters } from '../results/refusal.ts'
import type { Store, Transaction } from '../store/port.ts'
import { fits, recordsOf, withLinked } from './linked.ts'
import { recordOf } from './record-answer.ts'
import { count, filterOf, find, type Search, searchOf } from './search.ts'

export interface QueryParts extends CallParts {
  readonly store: Store
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
 * A payment, risk check or registration by its id; of one that was deleted the deletion. The first
 * version answers the object itself, as existing clients expect, and its linked ones in `payments`
 * where they are asked for; the third answers `records` alone. Asked for with linked ones, types and
 * methods choose among all of them: the object itself may be of another type.
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
  const records = await reached(call, id, parts)
  const fitting = records.find((one) => fits(one, filter))
  const includesLinked = call.values.get('includeLinkedTransactions') === 'true'
  const found = includesLinked
    ? await withLinked(records, filter, parts.store)
    : records.filter((one) => one === fitting)
  const record = fitting ?? records[0]
  if (record === undefined || found.length === 0) {
    return unknownId(notFound, { id, caller: call, as: QUERIED }, parts)
  }
  const { ndc } = request
  if (name === 'records') return listAnswer(request, found, name, { ...parts, ...onePage })
  const { status, body } = recordOf(record, ndc)
  return { status, body: includesLinked ? { ...body, payments: shown(found, ndc) } : body }
}

async function reached(
  call: MerchantCall,
  id: string,
  { access, store, payments }: QueryParts,
): Promise<readonly Transaction[]> {
  const mayReach = (entityId: string) => access.reaches(call, entityId, call.usable?.entity)
  const payment = await store.read.payment(id)
  if (payment !== undefined) {
    if (!(await mayReach(payment.entityId))) return []
    return [{ kind: 'payment', row: await payments.refresh(payment) }]
  }
  const registration = await store.read.registration(id)
  if (registration === undefined || !(await mayReach(registration.entityId))) return []
  return recordsOf(registration)
}

async function list(request: FastifyRequest, parts: QueryParts): Promise<Answer | Refusal> {
  const asked = await readSearch(request, 'query.list', parts)
  if (isRefusal(asked)) return asked
  const found = await search(asked, 0, parts)
  return isRefusal(found) ? found : listAnswer(request, found, 'payments', parts)
}

async function pages(request: FastifyRequest, parts: QueryParts): Promise<Answer | Refusal> {
  const asked = await readSearch(request, 'query.pages', parts)
  if (isRefusal(asked)) return asked
  const { wanted, values, limit } = asked
  const pageNo = Number(values.get('pageNo'))
  const rows = wanted.shortId === undefined ? await count(wanted, parts.store) : 1
  const pageCount = Math.max(1, Math.ceil(rows / limit))
  if (pageNo > pageCount) return noSuchPage(pageNo, pageCount)
  const found = await search(asked, (pageNo - 1) * limit, parts)
  if (isRefusal(found)) return found
  return listAnswer(request, found, 'records', { ...parts, pages: pageCount, pageNo })
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
): Promise<readonly Transaction[] | Refusal> {
  if (wanted.query.entityIds.length === 0) return notFound
  const found = await find(wanted, { offset, limit, nowMs: clock.now() }, store)
  const isOfFrame = wanted.query.createdFromMs !== undefined && wanted.shortId === undefined
  if (found.length === 0 && !isOfFrame) return notFound
  if (!wanted.withLinked) return found
  const all = await withLinked(found, filterOf(values), store)
  return all.length === 0 && !isOfFrame ? notFound : all
}

const tooManyChannels: Refusal = refuse('200.300.407', {
  description: `This entity has more than ${MOST_CHANNELS} channels: give the entityId of a merchant or channel below it`,
})

const QUERIED = ['payment', 'risk check', 'registration'] as const

const notFound: Refusal = refuse('700.400.580', { status: 404 })

function noSuchPage(pageNo: number, pageCount: number): Refusal {
  const message = `is past the last page: there are ${pageCount}`
  return refuseParameters([{ name: 'pageNo', value: String(pageNo), message }])
}

const onePage = { pages: 1, pageNo: 1 }

function listAnswer(
  request: FastifyRequest,
  found: readonly Transaction[],
  name: ListName,
  { clock, pages, pageNo }: Pick<QueryParts, 'clock'> & Partial<typeof onePage>,
): Answer {
  const { ndc } = request
  const paging = pages === undefined ? {} : { pages, pageNo }
  const meta = { ndc, atMs: timeOf(request, clock) }
  const after = { [name]: shown(found, ndc), ...paging }
  return { status: 200, body: bodyOf('000.000.100', meta, { after }) }
}

function shown(found: readonly Transaction[], ndc: string): readonly Answer['body'][] {
  return found.map((one) => recordOf(one, ndc).body)
}
