import type { FastifyRequest } from 'fastify'
import { unknownId } from '../../entities/named-object.ts'
import type { Answer } from '../../http/answer.ts'
import type { MerchantCall } from '../../http/call.ts'
import type { Asked, Route } from '../../http/route.ts'
import type { Refusal } from '../../results/refusal.ts'
import type { Transaction } from '../../store/port.ts'
import { addLinked, matchesFilter, recordsOf } from './linked.ts'
import { type ListName, listAnswer, recordOf, shown } from './list-answer.ts'
import { runQueryInTurn } from './long-reads.ts'
import { notFound, type QueryParts, queryList, queryPages } from './query-list.ts'
import { filterOf } from './search.ts'

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
        'The object itself and, on request, those linked to it. A deleted registration is answered as its deletion.',
      label: 'Query by id',
      subject: 'payment',
      answers: ['QueriedPayment', 'QueriedRegistration'],
      failures: ['QueriedPayment', 'QueriedRegistration'],
      further: { 404: 'RefusalAnswer' },
    },
    handle: (asked, parts) => queryOne(asked, 'payments', parts),
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
    handle: queryList,
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
    handle: (asked, parts) => queryOne(asked, 'records', parts),
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
    handle: queryPages,
  },
]

/**
 * A payment, risk check or registration by its id; for a deleted registration, the deletion. The
 * first version returns the object itself, as existing clients expect, and its linked ones in
 * `payments` if they are requested; the third returns only `records`. With linked ones, types and
 * methods filter all of them: the object itself may be of another type.
 */
async function queryOne(
  { request, id, call }: Asked<MerchantCall>,
  name: ListName,
  parts: QueryParts,
): Promise<Answer | Refusal> {
  const filter = filterOf(call.values)
  const records = await accessibleRecords(call, id, parts)
  const fitting = records.find((one) => matchesFilter(one, filter))
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

async function accessibleRecords(
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

const QUERIED = ['payment', 'authentication', 'risk check', 'registration'] as const

const onePage = { pages: 1, pageNo: 1 }
