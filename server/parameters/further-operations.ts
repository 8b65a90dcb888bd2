import { disputeCursor, disputeOutcomes } from './disputes.ts'
import { instrumentTables } from './instrument-tables.ts'
import { belongsToOtherRequest as elsewhere } from './operation-hints.ts'
import type { OperationParameters } from './operation-parameters.ts'
import { cardRows, details, externalAuthentication, newPaymentPractice } from './structures.ts'
import { tables } from './tables.ts'
import { choice, integer, timestamp } from './value-types.ts'
import { deliveryCursor } from './webhooks.ts'

const { access, basicPayment, card, standingInstruction } = tables
/** Deliveries in one answer. */
const MAX_DELIVERIES = 500
/** To the second, where the rows of reports have days. */
const timeFrame = { 'date.from': timestamp, 'date.to': timestamp }
const notOfOneStep = ['integrity', 'overridePaymentType[key]'] as const

/** Operations beside payments, checkouts and registrations (decisions §2). */
export const furtherOperations = {
  /** POST /v1/threeDSecure. */
  'threeDSecure.create': {
    tables: [
      access,
      basicPayment,
      card,
      ...details,
      tables.authentication,
      ...externalAuthentication,
      standingInstruction,
    ],
    without: [...notOfOneStep, 'createRegistration', 'overrideHolder', 'referenceUuid'],
    required: ['entityId', ...cardRows],
    notRequired: ['paymentType'],
    types: { paymentType: choice(['3D', 'PA', 'DB', 'CD']) },
    elsewhere,
  },
  /** POST /v1/risk. Without an instrument it is about the shopper alone. */
  'risk.create': {
    tables: [access, basicPayment, ...instrumentTables, ...details, tables.risk],
    rows: ['registrationId'],
    without: [...notOfOneStep, 'createRegistration', 'overrideHolder', 'referenceUuid'],
    required: ['entityId'],
    notRequired: ['paymentType'],
    types: { paymentType: choice(['RI', 'PA', 'DB', 'CD']) },
    elsewhere,
  },
  /** POST /scheduling/v1/schedules. */
  'schedules.create': {
    tables: [access, tables.job, tables.scheduling, standingInstruction, tables.customParameters],
    without: ['afterId'],
    rows: [
      'registrationId',
      'amount',
      'currency',
      'paymentType',
      'descriptor',
      'merchantTransactionId',
      'testMode',
    ],
    required: ['entityId', 'registrationId'],
    types: {
      paymentType: choice(['SD', 'DB', 'PA', 'CD']),
      'standingInstruction.industryPractice': newPaymentPractice,
    },
    elsewhere,
  },
  /** POST /scheduling/v1/schedules/{id}/reschedule. */
  'schedules.change': {
    tables: [access, tables.job, tables.scheduling],
    rows: [
      'registrationId',
      'amount',
      'currency',
      'paymentType',
      'standingInstruction.initialTransactionId',
      'standingInstruction.agreementId',
      'testMode',
    ],
    without: ['afterId'],
    notRequired: ['amount', 'currency', 'paymentType'],
    types: { paymentType: choice(['RS']) },
    rules: [{ kind: 'mandatory', names: ['currency'], when: 'amount' }],
    elsewhere: 'the schedule has it already',
  },
  /** POST /scheduling/v1/schedules/{id}/deschedule. */
  'schedules.stop': {
    tables: [access],
    rows: ['paymentType', 'testMode'],
    notRequired: ['paymentType'],
    types: { paymentType: choice(['DS']) },
    elsewhere: 'the schedule has it already',
  },
  /** POST /scheduling/v1/schedules/{id}/pause. */
  'schedules.pause': {
    tables: [access],
    rows: ['testMode'],
    elsewhere: 'the schedule has it already',
  },
  /** POST /scheduling/v1/schedules/{id}/resume. */
  'schedules.resume': {
    tables: [access],
    rows: ['testMode'],
    elsewhere: 'the schedule has it already',
  },
  /** GET /scheduling/v1/schedules/{id}. */
  'schedules.read': {
    tables: [access],
    rows: ['afterId'],
    elsewhere: 'a schedule is read by its id, or those of a registration by the id of that',
  },
  /** GET /v1/query/{id}, GET /v3/query/{id}. */
  'query.one': {
    tables: [access],
    rows: ['includeLinkedTransactions', 'paymentTypes', 'paymentMethods'],
    elsewhere: 'a query by id looks for nothing else',
  },
  /** GET /v1/query. */
  'query.list': { tables: [access, tables.query, tables.listParts], elsewhere },
  /** GET /v3/query. */
  'query.pages': {
    tables: [access, tables.query, tables.paging, tables.listParts],
    rules: [{ kind: 'excluded', names: ['pageNo'], when: 'cursor' }],
    elsewhere,
  },
  /** GET /reports/v1/reconciliations/aggregations. */
  'reports.summary': {
    tables: [access, tables.reporting],
    rows: ['currency', 'testMode'],
    without: ['sortValue', 'sortOrder'],
    notRequired: ['currency'],
    elsewhere,
  },
  /** GET /reports/v1/reconciliations/aggregations/{id}. */
  'reports.records': {
    tables: [access],
    rows: ['sortValue', 'sortOrder', 'testMode'],
    elsewhere: '/reports/v2/reconciliations/aggregations/{id} has pages',
  },
  /** GET /reports/v2/reconciliations/aggregations/{id}. */
  'reports.detail': {
    tables: [access, tables.paging],
    rows: ['sortValue', 'sortOrder', 'testMode'],
    elsewhere,
  },
  /** GET /v1/disputes. */
  'disputes.list': {
    tables: [access],
    rows: ['disputeOutcome', 'sortValue', 'sortOrder', 'limit', 'cursor'],
    types: {
      disputeOutcome: disputeOutcomes,
      sortValue: choice(['openedAt', 'respondBy', 'amount']),
      sortOrder: choice(['ASC', 'DESC']),
      limit: integer(1, 100),
      cursor: disputeCursor,
    },
    elsewhere,
  },
  /** GET /v1/disputes/{id}. */
  'disputes.read': { tables: [access], elsewhere },
  /** GET /v1/disputes/{id}/documents/{documentId}. */
  'disputes.document': { tables: [access], elsewhere },
  /** GET /v1/disputes/{id}/defences. */
  'disputes.defences': { tables: [access], elsewhere },
  /** POST /v1/disputes/{id}/submission. */
  'disputes.submission': {
    tables: [access, tables.disputeAnswer, tables.disputeDefence],
    elsewhere,
  },
  /** POST /v1/disputes/{id}/acceptance. */
  'disputes.answer': { tables: [access, tables.disputeAnswer], elsewhere },
  /** POST /v1/disputes/{id}/evidence. */
  'disputes.evidence': { tables: [access, tables.disputeEvidence], elsewhere },
  /** POST /admin/v1/payments/{id}/disputes. */
  'disputes.enter': {
    tables: [access, tables.disputeReport, tables.disputeEntry, tables.manualDecision],
    rows: ['amount', 'currency'],
    without: ['paymentId', 'respondByDays'],
    required: ['acquirerReference'],
    notRequired: ['amount', 'currency'],
    rules: [{ kind: 'mandatory', names: ['currency'], when: 'amount' }],
    elsewhere: 'what is entered is the stage of a case, with its reason',
  },
  /** POST /test/disputes. */
  'disputes.report': {
    tables: [access, tables.disputeReport],
    rows: ['amount', 'currency', 'note'],
    notRequired: ['amount', 'currency'],
    rules: [{ kind: 'mandatory', names: ['currency'], when: 'amount' }],
    elsewhere,
  },
  /** POST /v1/webhooks. */
  'webhooks.create': {
    tables: [access, tables.webhook],
    rows: ['paymentTypes', 'secret'],
    rules: [{ kind: 'mustBe', name: 'format', values: ['encrypted'], when: 'wrapper' }],
    elsewhere: 'a webhook is an address and which events are sent to it',
    whenMissing: { url: 'the address of your receiver' },
  },
  /** POST /v1/webhooks/{id}. */
  'webhooks.change': {
    tables: [access, tables.webhook],
    rows: ['paymentTypes'],
    notRequired: ['url'],
    elsewhere: 'a webhook is an address and which events are sent to it',
  },
  /** POST /v1/webhooks/{id}/test. */
  'webhooks.test': { tables: [access], elsewhere: 'a test message has no parameters' },
  /** GET /v1/webhooks/{id}/deliveries. */
  'webhooks.deliveries': {
    tables: [access],
    rows: ['deliveryId', 'state', 'date.from', 'date.to', 'limit', 'cursor'],
    types: { ...timeFrame, limit: integer(1, MAX_DELIVERIES), cursor: deliveryCursor },
    notRequired: ['date.from', 'date.to'],
    rules: [
      { kind: 'excluded', names: ['date.from', 'date.to', 'state', 'cursor'], when: 'deliveryId' },
      { kind: 'notAfter', name: 'date.from', until: 'date.to' },
    ],
    elsewhere: 'the delivery log is searched by state and time',
  },
  /** POST /v1/webhooks/{id}/replay. */
  'webhooks.replay': {
    tables: [access, tables.webhookDelivery],
    rows: ['date.from', 'date.to', 'cursor'],
    types: { ...timeFrame, cursor: deliveryCursor },
    notRequired: ['date.from', 'date.to'],
    rules: [
      { kind: 'requiredUnless', names: ['date.from'], when: 'deliveryId' },
      { kind: 'mandatory', names: ['date.from'], when: 'date.to' },
      { kind: 'excluded', names: ['date.from', 'date.to', 'state', 'cursor'], when: 'deliveryId' },
      { kind: 'notAfter', name: 'date.from', until: 'date.to' },
    ],
    elsewhere: 'one delivery is sent again, or those of a time frame',
    whenMissing: { 'date.from': 'or deliveryId, for one of them' },
  },
  /** POST /v1/webhooks/{id}/rotate. */
  'webhooks.rotate': {
    tables: [access, tables.webhookSecret],
    elsewhere: 'only the secret is changed',
  },
  /** POST /test/clock. */
  'testClock.advance': {
    tables: [access, tables.testClock],
    elsewhere: 'a clock takes advance or to',
    whenMissing: {
      advance: 'send advance, such as P1D, or to in its place, such as 2026-11-21T10:00:00Z',
    },
  },
  /** POST /test/wallet-tokens: what the wallet gets, and which card it has. */
  'walletTokens.create': {
    tables: [access, tables.walletToken, card],
    rows: ['amount', 'currency'],
    without: ['card.cvv'],
    required: ['entityId', ...cardRows],
    elsewhere: 'send it with the payment that the token is for',
  },
} as const satisfies Readonly<Record<string, OperationParameters>>
