import type { Route } from '../../server/http/route.ts'
import { type ReportParts, reportDetail, reportPages, reportSummary } from './reports.ts'

/** Settlement reports (decisions §2; interface document, Reporting parameters). */
export const reportRoutes: readonly Route<ReportParts>[] = [
  {
    method: 'get',
    path: '/reports/v1/reconciliations/aggregations',
    access: 'token',
    operation: 'reports.summary',
    throttle: 'reports',
    docs: {
      id: 'reportSettlements',
      tag: 'Reports',
      summary: 'List what was settled',
      description:
        'An aggregation for each payout, and for what waits for one, that was settled in a time frame: the date of the payout, or the last settlement date of its records.',
      label: 'Summary',
      answers: ['AggregationsAnswer'],
    },
    handle: reportSummary,
  },
  {
    method: 'get',
    path: '/reports/v1/reconciliations/aggregations/{id}',
    access: 'token',
    operation: 'reports.records',
    throttle: 'reports',
    docs: {
      id: 'reportSettlement',
      tag: 'Reports',
      summary: 'Read the records of an aggregation',
      description: 'All of them at once, up to 1,000.',
      label: 'Detail',
      subject: 'aggregation',
      answers: ['AggregationAnswer'],
      further: { 404: 'RefusalAnswer' },
    },
    handle: reportDetail,
  },
  {
    method: 'get',
    path: '/reports/v2/reconciliations/aggregations/{id}',
    access: 'token',
    operation: 'reports.detail',
    throttle: 'reports',
    docs: {
      id: 'reportSettlementPage',
      tag: 'Reports',
      summary: 'Read the records of an aggregation, by pages',
      description:
        'Pages of 100 lines of the settlement file. Payouts and reserves among them are no records.',
      label: 'Detail by pages',
      subject: 'aggregation',
      answers: ['AggregationAnswer'],
      further: { 404: 'RefusalAnswer' },
    },
    handle: reportPages,
  },
]
