import type { Route } from '../../server/http/route.ts'
import { paymentAnswer, requestAnswer } from '../../server/payments/index.ts'
import {
  exportPart,
  overviewAnswer,
  overviewGroups,
  paymentDetails,
  paymentList,
  requestList,
  storedList,
} from './answer.ts'
import type { AdministrationParts } from './call-parts.ts'
import { choicesAnswer, choicesRequest, readChoices } from './choice-routes.ts'
import { exportPayments, listPayments } from './list-payments.ts'
import { listStored, storedSearch } from './list-stored.ts'
import {
  decideRequest,
  decisionRequest,
  listRequests,
  operate,
  operationRequest,
} from './operate.ts'
import { overviewRequest, readOverview } from './overview.ts'
import { groupsRequest, readGroups } from './overview-groups.ts'
import { exportSearch, paymentSearch } from './payment-search.ts'
import { readPayment } from './read-payment.ts'
import { streamPayments } from './stream-payments.ts'

const common = { access: 'token' } as const
const tag = 'Administration'

/** `/admin/v1`: payments as people of the back office find them and move their money. */
export const administrationRoutes: readonly Route<AdministrationParts>[] = [
  {
    ...common,
    method: 'get',
    path: '/admin/v1/payments',
    right: 'payments.read',
    operation: paymentSearch,
    throttle: 'query',
    docs: {
      id: 'findPayments',
      tag,
      summary: 'Find payments',
      description:
        'Newest first, of the entity and all below it. `lookFor` is an id, a short id, the merchant’s reference, or words that all have to fit: the last four digits of a card, an amount, a currency, a day, a holder, an e-mail address. A request looks at 4,000 payments; with `cursor` the next one goes on. Without `paymentType`: what shoppers have paid, not what refers to it.',
      label: 'Payment search',
      answers: [paymentList],
    },
    handle: listPayments,
  },
  {
    ...common,
    method: 'get',
    path: '/admin/v1/payments/stream',
    right: 'payments.read',
    operation: 'status',
    throttle: 'status',
    docs: {
      leftOut: 'it answers server-sent events, which OpenAPI cannot describe: docs/back-office.md',
    },
    stream: streamPayments,
  },
  {
    ...common,
    method: 'get',
    path: '/admin/v1/payments/export',
    right: 'payments.export',
    audited: true,
    operation: exportSearch,
    throttle: 'query',
    docs: {
      id: 'exportPayments',
      tag,
      summary: 'Export payments as lines of a CSV file',
      description:
        'The payments that the same parameters find, up to 1,000 in one answer; with `cursor` the next ones. Texts of others that a program for tables would take for a formula have an apostrophe before them.',
      label: 'Payment export',
      answers: [exportPart],
    },
    handle: exportPayments,
  },
  {
    ...common,
    method: 'get',
    path: '/admin/v1/payments/choices',
    right: 'payments.read',
    operation: choicesRequest,
    throttle: 'query',
    docs: {
      id: 'listPaymentChoices',
      tag,
      summary: 'List the brands, currencies, types and result codes of payments',
      description:
        'Of the newest 4,000 payments of a time, of the entity and all below it: what filters of `findPayments` can find there.',
      label: 'Payment choices',
      answers: [choicesAnswer],
    },
    handle: readChoices,
  },
  {
    ...common,
    method: 'get',
    path: '/admin/v1/payments/{id}',
    right: 'payments.read',
    operation: 'status',
    throttle: 'status',
    docs: {
      id: 'readPaymentDetails',
      tag,
      summary: 'Read all that is known of a payment',
      description:
        'The payment, its family, what happened to them in order, the postings, and what may be done with it now.',
      label: 'Status',
      subject: 'payment',
      answers: [paymentDetails],
      further: { 404: 'RefusalAnswer' },
    },
    handle: readPayment,
  },
  {
    ...common,
    method: 'post',
    path: '/admin/v1/payments/{id}/operations',
    scopes: 'ofPaymentType',
    right: 'payments.move',
    operation: operationRequest,
    throttle: 'payments',
    once: true,
    docs: {
      id: 'operateOnPayment',
      tag,
      summary: 'Capture, reverse, refund or rebill by hand',
      description:
        'As POST /v1/payments/{id}, with who asks for it and why. Above `secondPersonAbove` of the merchant it waits for a second person (202).',
      body: 'AdminOperation',
      label: 'Operation by hand',
      subject: 'payment',
      examples: [
        {
          name: 'refund',
          summary: 'A part is given back',
          parameters: { paymentType: 'RF', amount: '30.00', currency: 'EUR', reason: 'Sent back' },
        },
      ],
      answers: ['PaymentAnswer'],
      failures: ['PaymentAnswer'],
      further: { 202: requestAnswer, 404: 'RefusalAnswer' },
    },
    answerOf: paymentAnswer,
    handle: operate,
  },
  {
    ...common,
    method: 'get',
    path: '/admin/v1/requests',
    right: 'payments.read',
    operation: 'status',
    throttle: 'status',
    docs: {
      id: 'listRequests',
      tag,
      summary: 'List what waits for a second person',
      description: 'Oldest first, up to 200, of the entity and all below it.',
      label: 'Status',
      answers: [requestList],
    },
    handle: listRequests,
  },
  {
    ...common,
    method: 'post',
    path: '/admin/v1/requests/{id}/decision',
    right: 'payments.approve',
    operation: decisionRequest,
    throttle: 'payments',
    once: true,
    docs: {
      id: 'decideRequest',
      tag,
      summary: 'Decide as the second person',
      description:
        'Makes what was asked for, or rejects it, with a `reason`. Who has asked for it cannot decide. For seven days.',
      body: 'AdminDecision',
      label: 'Decision of the second person',
      subject: 'request',
      examples: [
        {
          name: 'accept',
          summary: 'The second person agrees',
          parameters: { decision: 'accept' },
        },
      ],
      answers: ['PaymentAnswer', requestAnswer],
      failures: ['PaymentAnswer'],
      further: { 404: 'RefusalAnswer', 409: 'RefusalAnswer' },
    },
    answerOf: paymentAnswer,
    handle: decideRequest,
  },
  {
    ...common,
    method: 'get',
    path: '/admin/v1/stored-details',
    right: 'customers.read',
    operation: storedSearch,
    throttle: 'query',
    docs: {
      id: 'listStoredDetails',
      tag,
      summary: 'List stored payment details',
      description: 'Newest first, of the entity and all below it, deleted and expired ones too.',
      label: 'Stored details',
      answers: [storedList],
    },
    handle: listStored,
  },
  {
    ...common,
    method: 'get',
    path: '/admin/v1/overview',
    right: 'payments.read',
    operation: overviewRequest,
    throttle: 'query',
    docs: {
      id: 'readOverview',
      tag,
      summary: 'Read how the payments of a time went',
      description:
        'Sums by hour (up to two days), day (62), week (184) or month in the time zone of the entity (setting `timeZone`), declines by code, brands, 3-D Secure, disputes; in one currency. Hours that are over are summed beforehand; late outcomes are in them within a minute. Of what is not summed yet, the newest 300,000 payments are looked at.',
      label: 'Overview',
      answers: [overviewAnswer],
    },
    handle: readOverview,
  },
  {
    ...common,
    method: 'get',
    path: '/admin/v1/overview/groups',
    right: 'payments.read',
    operation: groupsRequest,
    throttle: 'query',
    docs: {
      id: 'readOverviewGroups',
      tag,
      summary: 'Read approval rates by brand, country or issuer',
      description:
        'Of each part of a time and of the time before, in one currency, and the groups whose rate has clearly fallen. Of an hour or a day, the 50 most frequent countries and issuers of a channel are kept. Of what is not summed yet, the cards of the newest 50,000 payments are looked at.',
      label: 'Overview by group',
      answers: [overviewGroups],
    },
    handle: readGroups,
  },
]
