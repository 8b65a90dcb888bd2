import type { FastifyRequest } from 'fastify'
import {
  FARTHEST_ROW,
  type Store,
  type Transaction,
  type TransactionPage,
} from '../../engine/store/port.ts'
import { channelsBelow, MAX_CHANNELS } from '../../wire/entities/channels-below.ts'
import { unknownId } from '../../wire/entities/named-object.ts'
import type { Answer } from '../../wire/http/answer.ts'
import type { CallParts, MerchantCall } from '../../wire/http/call.ts'
import type { Asked, Route } from '../../wire/http/route.ts'
import { isRefusal, type Refusal, refuse, refuseParameters } from '../../wire/results/refusal.ts'
import type { PaymentService } from '../payments/service.ts'
import { addLinked, fits, recordsOf } from './linked.ts'
import {
  cursorOf,
  type ListName,
  listAnswer,
  placeOfCursor,
  recordOf,
  shown,
} from './list-answer.ts'
import { type Found, type LongReads, runQueryInTurn } from './long-reads.ts'
import { filterOf, find, type Search, searchOf } from './search.ts'

export interface QueryParts extends CallParts {
  readonly store: Store
  readonly longReads: LongReads
  readonly payments: Pick<PaymentService, 'refresh'>
}

/** `/v1/query`, `/v1/query/{id}` and the same of `/v3` (decisions §2, Query parameters). */
export const queryRoutes: readonly Route<QueryParts>[] = [
  {
    method: 'get',
    path: '/v1/query/{id}',
    access: 'token',
    operation: 'query.one',
    throttle: 'query',
    docs: {
      id: 'queryPayment',
      tag: 'Queries',
      summary: 'Look a payment, risk check or registration up',
      description:
        'The object itself, and where it is asked for also those linked to it. A deleted registration is answered as its deletion.',
      label: 'Query by id',
      subject: 'payment',
      answers: ['QueriedPayment', 'QueriedRegistration'],
      failures: ['QueriedPayment', 'QueriedRegistration'],
      further: { 404: 'RefusalAnswer' },
    },
    handle: (asked, parts) => one(asked, 'payments', parts),
  },
  {
    method: 'get',
    path: '/v1/query',
    access: 'token',
    operation: 'query.list',
    throttle: 'query',
    docs: {
      id: 'queryPayments',
      tag: 'Queries',
      summary: 'Look payments, risk checks and registrations up',
      description:
        'By your reference, by the short id, or by the time they were made at; newest first. Linked ones where they are asked for.',
      label: 'Query',
      answers: ['QueryAnswer'],
      further: { 404: 'RefusalAnswer' },
    },
    handle: list,
  },
  {
    method: 'get',
    path: '/v3/query/{id}',
    access: 'token',
    operation: 'query.one',
    throttle: 'query',
    docs: {
      id: 'queryPaymentRecord',
      tag: 'Queries',
      summary: 'Look a payment, risk check or registration up, as a list',
      description: 'Like `/v1/query/{id}`, with the object as the first of `records`.',
      label: 'Query by id',
      subject: 'payment',
      answers: ['QueryPageAnswer'],
      further: { 404: 'RefusalAnswer' },
    },
    handle: (asked, parts) => one(asked, 'records', parts),
  },
  {
    method: 'get',
    path: '/v3/query',
    access: 'token',
    operation: 'query.pages',
    throttle: 'query',
    docs: {
      id: 'queryPaymentRecords',
      tag: 'Queries',
      summary: 'Look payments, risk checks and registrations up, by pages',
      description: 'Like `/v1/query`, with pages of `limit` records each.',
      label: 'Query by pages',
      answers: ['QueryPageAnswer'],
      further: { 404: 'RefusalAnswer' },
    },
    handle: pages,
  },
]

/**
 * A payment, risk check or registration by its id; of one that was deleted the deletion. The first
 * version answers the object itself, as existing clients expect, and its linked ones in `payments`
 * where they are asked for; the third answers `records` alone. Asked for with linked ones, types and
 * methods choose among all of them: the object itself may be of another type.
 */
async function one(
  { request, id, call }: Asked<MerchantCall>,
  name: ListName,
  parts: QueryParts,
): Promise<Answer | Refusal> {
  const filter = filterOf(call.values)
  const records = await reached(call, id, parts)
  const fitting = records.find((one) => fits(one, filter))
  const unknown = () => unknownId(notFound, { id, caller: call, as: QUERIED }, parts)
  if (call.values.get('includeLinkedTransactions') !== 'true') {
    if (fitting === undefined) return unknown()
    const { ndc } = request
    if (name === 'payments') return recordOf(fitting, ndc)
    return listAnswer(request, [fitting], name, { clock: parts.clock, ...onePage })
  }
  const named = fitting ?? records[0]
  if (named === undefined) return unknown()
  return runQueryInTurn<Answer | Refusal>(call.token, parts, async () => {
    const found = await addLinked(records, filter, parts.store)
    const answered = found.length
    if (answered === 0) return { result: await unknown(), answered }
    return { result: await linkedAnswer(request, named, found, { name, ...parts }), answered }
  })
}

async function linkedAnswer(
  request: FastifyRequest,
  named: Transaction,
  found: readonly Transaction[],
  { name, clock }: { readonly name: ListName } & Pick<QueryParts, 'clock'>,
): Promise<Answer> {
  if (name === 'records') return listAnswer(request, found, name, { clock, ...onePage })
  const { status, body } = recordOf(named, request.ndc)
  return { status, body: { ...body, payments: await shown(found, request.ndc) } }
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

async function list(
  { request, call }: Asked<MerchantCall>,
  parts: QueryParts,
): Promise<Answer | Refusal> {
  const asked = await readSearch(call, parts)
  if (isRefusal(asked)) return asked
  return runQueryInTurn(call.token, parts, () => part(request, asked, 'payments', parts))
}

async function pages(
  { request, call }: Asked<MerchantCall>,
  parts: QueryParts,
): Promise<Answer | Refusal> {
  const asked = await readSearch(call, parts)
  if (isRefusal(asked)) return asked
  const isInParts = asked.values.get('cursor') !== undefined
  return runQueryInTurn(call.token, parts, () =>
    isInParts ? part(request, asked, 'records', parts) : page(request, asked, parts),
  )
}

/** What follows the cursor; without one the beginning, which has to be complete. */
async function part(
  request: FastifyRequest,
  asked: AskedSearch,
  name: ListName,
  parts: QueryParts,
): Promise<Found<Answer | Refusal>> {
  const cursor = asked.values.get('cursor')
  const after = cursor === undefined ? undefined : placeOfCursor(cursor)
  const wanted = { offset: 0, limit: asked.limit, counts: false, ...(after && { after }) }
  const { transactions, lookedAt, end } = await search(asked, wanted, parts)
  const isWhole = end === undefined || transactions.length === asked.limit
  if (cursor === undefined && !isWhole) return { result: tooMuchToLookAt, answered: 0, lookedAt }
  const found = await withWanted(asked, transactions, parts)
  if (found.length === 0 && !asked.isOfFrame && after === undefined && end === undefined) {
    return { result: notFound, answered: 0, lookedAt }
  }
  const next = end === undefined ? {} : { cursor: cursorOf(end) }
  const result = await listAnswer(request, found, name, { clock: parts.clock, ...next })
  return { result, answered: found.length, lookedAt }
}

/** A page by its number. What lies beyond all that was looked at is one page more, which says so. */
async function page(
  request: FastifyRequest,
  asked: AskedSearch,
  parts: QueryParts,
): Promise<Found<Answer | Refusal>> {
  const { values, limit } = asked
  const pageNo = Number(values.get('pageNo'))
  const offset = Math.min((pageNo - 1) * limit, FARTHEST_ROW)
  const look = await search(asked, { offset, limit, counts: true }, parts)
  const { transactions, lookedAt, count = 0, end } = look
  const counted = Math.max(1, Math.ceil(count / limit))
  const pageCount = end === undefined ? counted : counted + 1
  if (pageNo > pageCount) return { result: noSuchPage(pageNo, pageCount), answered: 0, lookedAt }
  if (pageNo > counted) return { result: beyondPages(pageNo), answered: 0, lookedAt }
  const found = await withWanted(asked, transactions, parts)
  if (found.length === 0 && !asked.isOfFrame && end === undefined) {
    return { result: notFound, answered: 0, lookedAt }
  }
  const paging = { pages: pageCount, pageNo }
  const result = await listAnswer(request, found, 'records', { clock: parts.clock, ...paging })
  return { result, answered: found.length, lookedAt }
}

interface AskedSearch {
  readonly wanted: Search
  readonly values: MerchantCall['values']
  readonly limit: number
  /** An empty time frame is empty; a reference or short id that leads to nothing is not there. */
  readonly isOfFrame: boolean
}

async function readSearch(
  { values, usable, token }: MerchantCall,
  parts: QueryParts,
): Promise<AskedSearch | Refusal> {
  const entity = usable?.entity ?? (await parts.store.read.entity(token.entityId))
  if (entity === undefined) throw new Error(`The entity of a token is gone: ${token.entityId}`)
  const entityIds = await channelsBelow(entity, parts.store)
  if (entityIds.length > MAX_CHANNELS) return tooManyChannels
  const wanted = searchOf(values, entityIds)
  if (isRefusal(wanted)) return wanted
  const { createdFromMs } = wanted.query
  const isOfFrame = createdFromMs !== undefined && wanted.shortId === undefined
  return { wanted, values, limit: Number(values.get('limit')), isOfFrame }
}

async function search(
  { wanted }: AskedSearch,
  part: Parameters<typeof find>[1],
  { store, clock }: QueryParts,
): Promise<TransactionPage> {
  if (wanted.query.entityIds.length === 0) return { transactions: [], lookedAt: 0 }
  return find(wanted, part, { store, nowMs: clock.now() })
}

async function withWanted(
  { wanted, values }: AskedSearch,
  found: readonly Transaction[],
  { store }: QueryParts,
): Promise<readonly Transaction[]> {
  return wanted.withLinked ? addLinked(found, filterOf(values), store) : found
}

const tooManyChannels: Refusal = refuse('200.300.407', {
  description: `This entity has more than ${MAX_CHANNELS} channels: give the entityId of a merchant or channel below it`,
})

const QUERIED = ['payment', 'authentication', 'risk check', 'registration'] as const

const notFound: Refusal = refuse('700.400.580', { status: 404 })

function noSuchPage(pageNo: number, pageCount: number): Refusal {
  const message = `is past the last page: there are ${pageCount}`
  return refuseParameters([{ name: 'pageNo', value: String(pageNo), message }])
}

/** Nothing may be missing silently: a list without a cursor is as long as it was asked for, or whole. */
const tooMuchToLookAt: Refusal = refuseParameters([
  {
    name: 'cursor',
    value: '',
    message: `is required: of more than ${FARTHEST_ROW} transactions to look at, the newest ${FARTHEST_ROW} do not fill this list. Send cursor=start to read it in parts, or a shorter time frame`,
  },
])

function beyondPages(pageNo: number): Refusal {
  const message = `lies beyond the newest ${FARTHEST_ROW} transactions, which the pages before it show. Send cursor=start in its place to read the whole list in parts, or a shorter time frame`
  return refuseParameters([{ name: 'pageNo', value: String(pageNo), message }])
}

const onePage = { pages: 1, pageNo: 1 }
