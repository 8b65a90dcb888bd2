import type { FastifyRequest } from 'fastify'
import { channelsBelow, MAX_CHANNELS, tooManyChannels } from '../../entities/channels-below.ts'
import type { Answer } from '../../http/answer.ts'
import type { CallParts, MerchantCall } from '../../http/call.ts'
import { entityOfCall } from '../../http/call.ts'
import type { Asked } from '../../http/route.ts'
import type { PaymentService } from '../../payments/index.ts'
import { isRefusal, type Refusal, refuse, refuseParameters } from '../../results/refusal.ts'
import {
  FARTHEST_ROW,
  type Store,
  type Transaction,
  type TransactionPage,
} from '../../store/port.ts'
import { addLinked } from './linked.ts'
import { cursorOf, type ListName, listAnswer, placeOfCursor } from './list-answer.ts'
import { type Found, type LongReads, runQueryInTurn } from './long-reads.ts'
import { filterOf, find, type Search, searchOf } from './search.ts'

export interface QueryParts extends CallParts {
  readonly store: Store
  readonly longReads: LongReads
  readonly payments: Pick<PaymentService, 'refresh'>
}

export const notFound: Refusal = refuse('700.400.580', { status: 404 })

export async function queryList(
  { request, call }: Asked<MerchantCall>,
  parts: QueryParts,
): Promise<Answer | Refusal> {
  const asked = await readSearch(call, parts)
  if (isRefusal(asked)) return asked
  return runQueryInTurn(call.token, parts, () => part(request, asked, 'payments', parts))
}

export async function queryPages(
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

/**
 * The transactions after the cursor; without a cursor the beginning of the list, which has to be
 * complete.
 */
async function part(
  request: FastifyRequest,
  asked: AskedSearch,
  name: ListName,
  parts: QueryParts,
): Promise<Found<Answer | Refusal>> {
  const cursor = asked.values.get('cursor')
  const after = cursor === undefined ? undefined : placeOfCursor(cursor)
  const wanted = { offset: 0, limit: asked.limit, counts: false, ...(after && { after }) }
  const { transactions, rowsRead, end } = await search(asked, wanted, parts)
  const isWhole = end === undefined || transactions.length === asked.limit
  if (cursor === undefined && !isWhole) return { result: tooManyRows, answered: 0, rowsRead }
  const found = await withWanted(asked, transactions, parts)
  if (found.length === 0 && !asked.isOfFrame && after === undefined && end === undefined) {
    return { result: notFound, answered: 0, rowsRead }
  }
  const next = end === undefined ? {} : { cursor: cursorOf(end) }
  const result = await listAnswer(request, found, name, { clock: parts.clock, ...next })
  return { result, answered: found.length, rowsRead }
}

/**
 * A page by its number. Transactions beyond the search limit count as one more page, which is
 * refused with a message.
 */
async function page(
  request: FastifyRequest,
  asked: AskedSearch,
  parts: QueryParts,
): Promise<Found<Answer | Refusal>> {
  const { values, limit } = asked
  const pageNo = Number(values.get('pageNo'))
  const offset = Math.min((pageNo - 1) * limit, FARTHEST_ROW)
  const look = await search(asked, { offset, limit, counts: true }, parts)
  const { transactions, rowsRead, count = 0, end } = look
  const counted = Math.max(1, Math.ceil(count / limit))
  const pageCount = end === undefined ? counted : counted + 1
  if (pageNo > pageCount) return { result: noSuchPage(pageNo, pageCount), answered: 0, rowsRead }
  if (pageNo > counted) return { result: beyondPages(pageNo), answered: 0, rowsRead }
  const found = await withWanted(asked, transactions, parts)
  if (found.length === 0 && !asked.isOfFrame && end === undefined) {
    return { result: notFound, answered: 0, rowsRead }
  }
  const paging = { pages: pageCount, pageNo }
  const result = await listAnswer(request, found, 'records', { clock: parts.clock, ...paging })
  return { result, answered: found.length, rowsRead }
}

interface AskedSearch {
  readonly wanted: Search
  readonly values: MerchantCall['values']
  readonly limit: number
  /** A time frame may have no transactions; a reference or short id without any is not found. */
  readonly isOfFrame: boolean
}

async function readSearch(call: MerchantCall, parts: QueryParts): Promise<AskedSearch | Refusal> {
  const { values } = call
  const entity = await entityOfCall(call, parts.store)
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
  if (wanted.query.entityIds.length === 0) return { transactions: [], rowsRead: 0 }
  return find(wanted, part, { store, nowMs: clock.now() })
}

async function withWanted(
  { wanted, values }: AskedSearch,
  found: readonly Transaction[],
  { store }: QueryParts,
): Promise<readonly Transaction[]> {
  return wanted.withLinked ? addLinked(found, filterOf(values), store) : found
}

function noSuchPage(pageNo: number, pageCount: number): Refusal {
  const message = `is past the last page: there are ${pageCount}`
  return refuseParameters([{ name: 'pageNo', value: String(pageNo), message }])
}

/**
 * No transaction may be missing silently: a list without a cursor has the requested length, or is
 * complete.
 */
const tooManyRows: Refusal = refuseParameters([
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
