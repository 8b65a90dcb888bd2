import type { Route } from '../../http/route.ts'
import { queryOne } from './query-by-id.ts'
import { type QueryParts, queryList, queryPages } from './query-list.ts'

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
